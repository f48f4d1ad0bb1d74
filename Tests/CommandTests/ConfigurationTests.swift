import Foundation
import TestSupport
import Testing

@testable import pb

@Suite("Configuration files")
struct ConfigurationFileTests {
  private func values(_ text: String, of command: String) throws -> [String: String] {
    let subcommand = try #require(Subcommand.all.first { $0.name == command })
    return ConfigurationFile(Array(text.utf8)).values(for: subcommand).mapValues(\.value)
  }

  @Test(arguments: Seeds.few(200)) func `However it is damaged, it is read and its mistakes are told`(
    seed: UInt64
  ) {
    let text = """
      # mine
      timeout = 3
      [paste]   # of one
      prefer = rtf, html
      explain
      [type list]
      json = yes
      """
    var damage = Damage(seed: seed)
    let file = ConfigurationFile(damage.applied(to: Array(text.utf8)))
    #expect(file.settings.count + file.problems.count <= 300)
    #expect(file.problems.allSatisfy { !$0.message.isEmpty })
  }

  @Test func `Sections are for one command, what stands before them for all; the last line counts`() throws {
    let text = """
      # mine
      timeout = 3
      bullet = asterisk
        timeout=2\u{20}

      [paste]
      prefer = rtf, html
      explain
      bullet = +
      [type list]
      json = yes
      """
    #expect(ConfigurationFile(Array(text.utf8)).problems.isEmpty)
    #expect(ConfigurationFile([0xEF, 0xBB, 0xBF] + Array(text.utf8)).problems.isEmpty)
    #expect(
      try values(text, of: "paste") == [
        "timeout": "2", "prefer": "rtf, html", "explain": "yes", "bullet": "+",
      ])
    #expect(try values(text, of: "recast") == ["timeout": "2", "bullet": "asterisk"])
    #expect(try values(text, of: "type list") == ["json": "yes"])
    #expect(try values(text, of: "type find").isEmpty)
  }

  @Test func `A section for Wayland says what nobody is offered there`() throws {
    let file = ConfigurationFile(
      Array("[wayland]\nhide = html, odt\nshow = rtf\n[copy]\nplain = rendered\n".utf8))
    #expect(file.problems.isEmpty)
    let set = ["wayland hide": "html, odt", "wayland show": "rtf"]
    #expect(BackendSection.adding(to: [:], file) == set)
    let arguments = try Arguments(["x"], for: .copy, configured: set)
    #expect(arguments[BackendSection.Key(hiddenOn: "wayland")] == "html, odt")
    #expect(arguments[BackendSection.Key.shownOnWayland] == "rtf")
    #expect(arguments[BackendSection.Key(hiddenOn: "x11")] == nil)
    let mistakes = ConfigurationFile(Array("[wayland]\nhide = nonsense-type\nseek = rtf\n".utf8))
    #expect(mistakes.problems.count == 2 && BackendSection.adding(to: [:], mistakes).isEmpty)
  }

  @Test(arguments: [
    ("bulet = dash", 1, "'bulet' is not a setting. Did you mean 'bullet'?"),
    ("\n\ntimeout = soon", 3, "'timeout' must be a number of seconds above 0, not 'soon'"),
    ("timeout", 1, "'timeout' must be a number of seconds above 0, not ''"),
    ("[pste]\nas = html", 1, "unknown command 'pste': its section is ignored. Did you mean 'paste'?"),
    ("[paste\n", 1, "a section must look like [COMMAND]"),
    ("[paste]\nraw = text/html", 2, "'raw' is not a setting for 'pb paste'"),
    ("[paste]\nas = no-such-type", 2, "'as' must be a type; 'no-such-type' is not a known type"),
    ("[show]\njson = perhaps", 2, "'json' must be yes or no, not 'perhaps'"),
    ("color = blue", 1, "'color' must be one of auto, always, never, not 'blue'"),
    ("wrap = -3", 1, "'wrap' must be a number above 0, not '-3'"),
    ("help", 1, "'help' is not a setting"),
  ])
  func `A mistake is told with its line, and passed over`(text: String, line: Int, message: String) {
    let file = ConfigurationFile(Array(text.utf8))
    #expect(file.problems.count == 1 && file.settings.isEmpty)
    #expect(file.problems.first?.line == line)
    #expect(file.problems.first?.message.hasPrefix(message) == true, "\(file.problems)")
  }

  @Test func `A file that nobody wrote is told as such`() {
    for bytes in [[0xFF, 0xFE, 0x00], [UInt8](repeating: 0x61, count: 1 << 20)] {
      #expect(ConfigurationFile(bytes).problems.count == 1)
    }
    let many = ConfigurationFile(Array(String(repeating: "x\n", count: 5000).utf8))
    #expect(many.problems.count == 20)
  }

  @Test func `Every option that may be set takes the value that is built in`() {
    for subcommand in Subcommand.all {
      for option in subcommand.preferences {
        guard let value = option.builtInValue else { continue }
        #expect(option.problem(with: value) == nil, "\(subcommand.name) --\(option.name) \(value)")
        let words = option.value == nil ? ["--no-\(option.name)"] : ["--\(option.name)", value]
        let operands = [String](repeating: "x", count: subcommand.operandCount.lowerBound)
        #expect(throws: Never.self) { try Arguments(words + operands, for: subcommand) }
      }
    }
  }
}

/// What is configured counts, what is typed counts more, and nothing in a file stops a command.
@Suite("Configuration", .timeLimit(.minutes(1)))
struct ConfigurationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/pasteboard", withIntermediateDirectories: true)
  }

  private func configure(_ text: String) throws {
    _ = try folder.file("pasteboard/config", Array(text.utf8))
  }

  private func pb(_ arguments: String..., input: String = "") throws -> ChildProcess.Result {
    try ChildProcess.run(
      [BuiltCommand.path] + arguments, environment: ["XDG_CONFIG_HOME": folder.path, "DISPLAY": nil],
      input: Array(input.utf8))
  }

  @Test func `A configured value counts, and a given one wins`() throws {
    try configure("[convert]\nto = markdown\nbullet = *\n")
    let html = "<ul><li>a</li></ul>"
    #expect(try pb("convert", "--from", "html", input: html).text == "* a\n")
    #expect(try pb("convert", "--from", "html", "--bullet", "plus", input: html).text == "+ a\n")
    #expect(try pb("convert", "--from", "html", "--to", "plain", input: html).text == "- a\n")
  }

  @Test func `A switch is taken back on the command line`() throws {
    try configure("[type find]\njson\n")
    #expect(try pb("type", "find", "--extension", "md").text.hasPrefix("{"))
    #expect(
      try pb("type", "find", "--no-json", "--extension", "md").text.hasPrefix("net.daringfireball.markdown\n")
    )
  }

  @Test func `What other commands print by the configuration is no form of a converted table`() throws {
    try configure("json = true\n")
    let result = try pb("convert", "--from", "html", "--to", "markdown", input: "<p>a</p>")
    #expect(result.status == 0 && result.text == "a\n")
  }

  @Test func `A mistake is told with file and line, and the command does its work`() throws {
    try configure("[convert]\nto = markdown\nbulet = *\n")
    let result = try pb("convert", "--from", "html", input: "<p>a</p>")
    #expect(result.status == 0 && result.text == "a\n")
    #expect(result.errors.contains("\(folder.path)/pasteboard/config:3: "), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(try pb("config").status == 1)
  }

  @Test func `All mistakes are told at once, once a session`() throws {
    try configure((1...6).map { "mistake\($0) = 1\n" }.joined())
    let session = try TemporaryFolder()
    let environment = ["XDG_CONFIG_HOME": folder.path, "XDG_RUNTIME_DIR": session.path, "DISPLAY": nil]
    let words = [BuiltCommand.path, "type", "conforms", "md", "public.text"]
    let first = try ChildProcess.run(words, environment: environment)
    #expect(first.errors.split(separator: "\n").count == 6)
    #expect(try ChildProcess.run(words, environment: environment).errors.isEmpty)
    #expect(
      try ChildProcess.run([BuiltCommand.path, "config"], environment: environment).errors.split(
        separator: "\n"
      ).count == 6)
    try configure("mistake = 1\n")
    #expect(try ChildProcess.run(words, environment: environment).errors.contains("mistake"))
  }

  @Test func `Comments stand behind values, and switches are on, off, true or false`() throws {
    try configure(
      "# all\n[convert]  # one\nto = markdown # what I write\nbullet = *\t# stars\n[show]\nall = true\n")
    #expect(try pb("convert", "--from", "html", input: "<ul><li>a</li></ul>").text == "* a\n")
    let rows = try pb("config").text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    // One's own values come first.
    #expect(rows[2].prefix(3) == ["show", "all", "yes"])
    #expect(rows[3].prefix(3) == ["convert", "to", "markdown"])
    #expect(try pb("config").status == 0)
  }

  @Test func `A file that cannot be read is told`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/pasteboard/config", withIntermediateDirectories: true)
    let result = try pb("type", "conforms", "md", "public.text")
    #expect(result.status == 0 && result.errors.contains("pasteboard/config"))
    #expect(try pb("config").status == 1)
  }

  @Test func `pb config prints what is in force, and where it comes from`() throws {
    try configure("timeout = 5\n[paste]\nas = html\n")
    let result = try pb("config")
    let rows = result.text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let file = folder.path + "/pasteboard/config"
    #expect(result.status == 0 && rows.first == [file])
    #expect(rows.contains(["paste", "timeout", "5", "\(file):1"]))
    #expect(rows.contains(["paste", "type", "html", "\(file):3"]))
    #expect(rows.contains(["recast", "type", "markdown", "built", "in"]))
    let json = try JSONSerialization.jsonObject(with: Data(try pb("config", "--json").output))
    let options = (json as? [String: Any])?["options"] as? [[String: Any]] ?? []
    #expect(options.count == Subcommand.configurable.reduce(0) { $0 + $1.preferences.count })
    #expect(
      options.contains { $0["command"] as? String == "paste" && $0["location"] as? String == "\(file):3" })
  }

  @Test func `What a document says of itself counts before what is set for good`() throws {
    try configure("[convert]\nlanguage = de\nreference = /nonexistent.docx\n")
    let told = try folder.file("fr.md", Array("---\nlang: fr\n---\n# A\n".utf8))
    let untold = try folder.file("n.md", Array("# A\n".utf8))
    let pages = [
      ("fr", try pb("convert", "-s", "-t", "html", told)),
      ("de", try pb("convert", "-s", "-t", "html", untold)),
      ("it", try pb("convert", "-s", "-t", "html", "--language", "it", told)),
    ]
    for (language, page) in pages {
      #expect(page.status == 0 && page.text.contains("<html lang=\"\(language)\">"), "\(page.errors)")
    }
    // Where it is of no use it is not looked at.
    #expect(try pb("convert", "-t", "docx", untold).errors.contains("/nonexistent.docx"))
    try configure("[convert]\nlanguage = d e\n")
    #expect(try pb("config").errors.contains("a language code"))
  }
}
