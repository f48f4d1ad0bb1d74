import Foundation
import TestSupport
import TestTraits
import Testing

@testable import pb

/// Help, manual pages and messages follow the rules of plain words: their sizes, the phrases that they avoid, and that
/// nothing documented is lost.
@Suite("Plain words")
struct WordsTests {
  private static let folder = BuiltCommand.fixtures.deletingLastPathComponent().appending(path: "Words")

  /// The lines of a file of values between tabs, without comments and the line of titles.
  private static func rows(_ name: String) throws -> [[String]] {
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    return text.components(separatedBy: "\n").filter { !$0.isEmpty && !$0.hasPrefix("#") }.dropFirst()
      .map { $0.components(separatedBy: "\t") }
  }

  // MARK: Help

  /// Each help with its name and the lines that it may have.
  private static var helps: [(name: String, text: String, limit: Int)] {
    let families = BashCompletion.families.map {
      (name: $0.word, text: Help.overview(of: $0.word, width: 80))
    }
    let topics = HelpTopic.all.map { (name: $0.name, text: Help.text(for: $0, width: 80)) }
    return [
      ("-h", Help.overview(isLong: false, width: 80), Help.shortLines),
      ("--help", Help.overview(isLong: true, width: 80), Help.longLines),
    ]
      + Subcommand.all.flatMap { subcommand in
        [
          ("\(subcommand.name) -h", Help.text(for: subcommand, isLong: false, width: 80), Help.shortLines),
          ("\(subcommand.name) --help", Help.text(for: subcommand, isLong: true, width: 80), Help.longLines),
        ]
      } + (families + topics).map { ($0.name, $0.text, Help.longLines) }
  }

  @Test func `Help fits a terminal: short help one screen, long help sixty lines, eighty columns`() {
    for help in Self.helps {
      let lines = help.text.dropLast().components(separatedBy: "\n")
      #expect(lines.count <= help.limit, "\(help.name) has \(lines.count) lines")
      for line in lines { #expect(line.count <= 80, "\(help.name): \(line)") }
    }
  }

  @Test(arguments: Subcommand.all.map(\.name))
  func `A subcommand has a short summary, options of one line and ten lines of notes`(name: String) throws {
    let subcommand = try #require(Subcommand.all.first { $0.name == name })
    #expect(subcommand.summary.count <= 60 && subcommand.summary.first?.isLowercase == true)
    #expect(!subcommand.summary.hasSuffix("."))
    let notes = TextWrapping.paragraphs(subcommand.notes, width: 80)
    #expect(notes.count <= 10, "\(notes.count) lines of notes")
    let lines = Help.text(for: subcommand, isLong: true, width: 80).components(separatedBy: "\n")
    for option in subcommand.options + [.help] {
      #expect(option.summary.first?.isLowercase == true && !option.summary.contains(";"))
      #expect(!option.summary.hasSuffix("."), "\(option.summary)")
      let isShown = lines.contains { $0.hasPrefix("  " + option.spelling) && $0.hasSuffix(option.summary) }
      #expect(isShown || option.group == .markdown, "--\(option.name) takes more than a line")
      if option.placeholder != nil {
        // A summary lists the choices, or names the topic that does.
        let topics = HelpTopic.all.filter { option.summary.contains("pb help \($0.name)") }
        let list = option.summary + topics.map { Help.text(for: $0, width: 80) }.joined()
        for choice in option.choices ?? [] { #expect(list.contains(choice), "\(option.name): \(choice)") }
      }
    }
  }

  @Test(arguments: [40, 60])
  func `Help is wrapped to a narrow terminal`(width: Int) {
    for subcommand in Subcommand.all {
      let examples = Set(subcommand.exampleLines.map { "  " + $0 })
      for line in Help.text(for: subcommand, isLong: true, width: width).components(separatedBy: "\n")
      where line.count > width && !examples.contains(line) {
        // What is in quotes, and the spelling of an option, stays whole.
        #expect(line.contains("'") || line.contains("--") || line.contains("|"), "\(line)")
      }
    }
  }

  @Test(arguments: HelpTopic.all.map(\.name))
  func `A topic is shown by its name`(name: String) throws {
    let shown = try BuiltCommand().run("help", name)
    let topic = try #require(HelpTopic.all.first { $0.name == name })
    #expect(shown.status == 0 && shown.text == Help.text(for: topic, width: 80))
    // The topic of a command's name names its help.
    if Subcommand.all.contains(where: { $0.path[0] == name }) {
      #expect(shown.text.contains("pb \(name) --help"))
    }
  }

  // MARK: Documentation

  /// All that documents a command: its help, its part of the manual page, and the formats for its options for Markdown.
  private static func documentation(of subcommand: Subcommand) -> String {
    let notes = [subcommand.notes, subcommand.manual].joined(separator: "\n").split(
      whereSeparator: \.isWhitespace)
    return Help.text(for: subcommand, isLong: true, width: 80) + notes.joined(separator: " ")
      + [HelpTopic.formats, .wayland].map { Help.text(for: $0, width: 200) }.joined()
  }

  @Test func `Every option, choice, default and exit status that was documented once still is`() throws {
    let rows = try Self.rows("documented.tsv")
    #expect(rows.count > 200)
    for row in rows {
      let (command, option, letter, value, standard) = (row[0], row[1], row[2], row[3], row[4])
      let subcommand = try #require(Subcommand.all.first { $0.name == command })
      let documentation = Self.documentation(of: subcommand)
      if option == "exit status" {
        #expect(documentation.contains("status \(value)"), "\(command): exit status \(value)")
        continue
      }
      let found = try #require(subcommand.options.first { $0.name == option }, "\(command) --\(option)")
      #expect(found.letter.map(String.init) ?? "" == letter && found.value ?? "" == value)
      #expect(documentation.contains("--\(option)"))
      for choice in found.choices ?? [] { #expect(documentation.contains(choice), "\(command) --\(option)") }
      #expect(standard.isEmpty || documentation.contains(standard), "\(command) --\(option): \(standard)")
    }
    let page = ManPage.text.replacingOccurrences(of: "\\-", with: "-")
    for row in rows where row[1] != "exit status" { #expect(page.contains("--\(row[1])"), "\(row[1])") }
    for status in ["0", "1", "2"] { #expect(page.contains(".TP\n\\fB\(status)\\fR\n")) }
  }

  // MARK: Messages

  private static let peer = folder.appending(path: "messages")
  private static let golden = folder.appending(path: "messages.txt")

  @Test func `Every message of the sources is in the list that people read`() throws {
    let printed = try ChildProcess.run(["/usr/bin/python3", Self.peer.path])
    #expect(printed.status == 0 && printed.errors.isEmpty, "\(printed.errors)")
    let known = try String(contentsOf: Self.golden, encoding: .utf8)
    let (now, before) = (printed.text.components(separatedBy: "\n"), known.components(separatedBy: "\n"))
    let changes = now.difference(from: before).map { change in
      switch change {
      case .insert(_, let line, _): "+ \(line)"
      case .remove(_, let line, _): "- \(line)"
      }
    }
    #expect(
      changes.isEmpty,
      "after a look at the changed messages: Tests/Words/messages > Tests/Words/messages.txt\n\(changes.joined(separator: "\n"))"
    )
  }

  /// The messages, of which interpolations are cut down to the six characters that they often have.
  private static func messages() throws -> [(file: String, message: String)] {
    var file = ""
    var messages: [(String, String)] = []
    for line in try String(contentsOf: golden, encoding: .utf8).split(separator: "\n") {
      guard !line.hasPrefix("== ") else {
        file = String(line.dropFirst(3))
        continue
      }
      var message = ""
      var depth = 0
      for character in line {
        if character == "{" { depth += 1 }
        if depth == 0 { message.append(character) }
        if character == "}" {
          depth -= 1
          if depth == 0 { message += "······" }
        }
      }
      messages.append((file, message))
    }
    return messages
  }

  @Test func `A message is one line of at most 120 characters, and two sentences end in a full stop`() throws
  {
    for (file, message) in try Self.messages() {
      #expect(message.count <= 120, "\(file): \(message)")
      // A command behind a colon has no full stop: people copy it.
      if message.firstRange(of: /[.?] [A-Z][^:]*$/) != nil {
        #expect(message.hasSuffix(".") || message.hasSuffix("?"), "\(file): \(message)")
      }
      // Nor has the value of an option, which would be taken for part of it.
      #expect(message.firstRange(of: /--[a-z\-]+ [a-z0-9,]+[.]( |$)/) == nil, "\(file): \(message)")
    }
  }

  @Test func `No help, page or message has a phrase that readers stumble over`() throws {
    let pages = [ManPage.text, ServiceManPage.text, TypesManPage.text, ToolsManPage.text].map { page in
      page.replacingOccurrences(of: "\\(aq", with: "'").replacingOccurrences(of: "\\-", with: "-")
    }
    let texts =
      Self.helps.map { ($0.name, $0.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")) }
      + pages.map { ("manual page", $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")) }
      + (try Self.messages()).map { ($0.file, $0.message) }
    for row in try Self.rows("banned.tsv") {
      let pattern = try NSRegularExpression(pattern: row[0], options: .caseInsensitive)
      for (name, text) in texts {
        let match = pattern.firstMatch(in: text, range: NSRange(text.startIndex..., in: text))
        guard let range = match.flatMap({ Range($0.range, in: text) }) else { continue }
        let start = text.index(range.lowerBound, offsetBy: -40, limitedBy: text.startIndex) ?? text.startIndex
        #expect(Bool(false), "\(name): …\(text[start..<range.upperBound])…: write \(row[1]), for \(row[2])")
      }
    }
  }
}
