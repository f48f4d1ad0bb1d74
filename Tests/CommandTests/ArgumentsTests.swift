import Exchange
import Pasteboard
import Testing

@testable import pb

@Suite("The command line")
struct ArgumentsTests {
  private let subcommand = Subcommand(
    path: ["try"], operands: "[FILE]", operandCount: 0...1, summary: "a subcommand for tests",
    options: [
      Option("as", letter: "a", value: "TYPE", "a value"), Option("loud", letter: "l", "a switch"),
    ],
    notes: "", examples: ""
  ) { _ in .success }

  private var type: Option { subcommand.options[0] }
  private var loud: Option { subcommand.options[1] }

  @Test(arguments: [
    ["--as", "html", "file"], ["--as=html", "file"], ["-a", "html", "file"], ["-ahtml", "file"],
    ["file", "--as", "html"], ["--as", "rtf", "--as", "html", "file"], ["--as", "html", "--", "file"],
  ])
  func `A value follows its option in every customary way`(words: [String]) throws {
    let arguments = try Arguments(words, for: subcommand)
    #expect(arguments[type] == "html")
    #expect(arguments.operands == ["file"])
    #expect(!arguments.has(loud))
  }

  @Test func `Letters may stand together`() throws {
    let arguments = try Arguments(["-la", "html"], for: subcommand)
    #expect(arguments.has(loud))
    #expect(arguments[type] == "html")
  }

  @Test func `A hyphen alone is an operand, and nothing after two is an option`() throws {
    #expect(try Arguments(["-"], for: subcommand).operands == ["-"])
    #expect(try Arguments(["--", "--loud"], for: subcommand).operands == ["--loud"])
  }

  @Test(arguments: [
    (["--lowd"], "Did you mean --loud?"), (["--as"], "requires a value"), (["--loud=1"], "accepts no value"),
    (["a", "b"], "too many operands"), (["-x"], "unknown option -x"),
  ])
  func `What is wrong is told with what helps`(words: [String], message: String) {
    #expect {
      try Arguments(words, for: subcommand)
    } throws: { error in
      (error as? Failure).map { $0.message.contains(message) && $0.status == .failure } ?? false
    }
  }

  @Test(arguments: [
    ("pase", "paste"), ("sohw", "show"), ("covnert", "convert"), ("clera", "clear"),
  ])
  func `A near miss finds the command that was meant`(word: String, meant: String) {
    #expect(Suggestion.nearest(to: word, among: ["copy", "paste", "show", "clear", "convert"]) == meant)
  }

  @Test func `A far miss finds nothing`() {
    #expect(Suggestion.nearest(to: "frobnicate", among: ["copy", "paste"]) == nil)
  }
}

@Suite("Help")
struct HelpTests {
  @Test func `Every subcommand is found by its name, and nothing else is`() throws {
    for subcommand in Subcommand.all {
      #expect(try Subcommand.called(by: (subcommand.path + ["x"])[...]).path == subcommand.path)
    }
    for words in [[], ["type"], ["type", "nothing"], ["pasta"]] as [[String]] {
      #expect(throws: Subcommand.IsUnknown.self) { try Subcommand.called(by: words[...]) }
    }
  }

  @Test(arguments: Subcommand.all.map(\.name))
  func `Every subcommand explains each of its options and gives an example`(name: String) throws {
    let subcommand = try #require(Subcommand.all.first { $0.name == name })
    let text = Help.text(for: subcommand, isLong: true)
    for option in subcommand.options { #expect(text.contains("--\(option.name)")) }
    #expect(subcommand.exampleLines.contains { $0.contains("pb \(name)") })
    #expect(Help.text(for: subcommand, isLong: false).count < text.count)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  @Test func `No two options of a subcommand share a name or a letter`() {
    for subcommand in Subcommand.all {
      let options = subcommand.options + [.help]
      #expect(Set(options.map(\.name)).count == options.count)
      #expect(Set(options.compactMap(\.letter)).count == options.compactMap(\.letter).count)
    }
  }
}

@Suite("JSON output")
struct JSONTests {
  @Test func `Members keep their order, and every string is escaped`() {
    let json = JSON.object([
      "b": .string("q\"\\\n\u{1B}é"), "a": .array([.number(1), .null, .bool(true)]), "c": .array([]),
    ])
    #expect(
      json.text == """
        {
          "b": "q\\"\\\\\\n\\u001bé",
          "a": [
            1,
            null,
            true
          ],
          "c": []
        }

        """)
  }

  @Test func `Every backend can be named`() {
    #expect(Option.backend.choices == ["auto"] + Backend.all.map(\.name))
  }
}
