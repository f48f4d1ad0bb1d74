import Foundation
import TestSupport
import Testing

/// What was documented once stays documented somewhere: in a manual page, the help, the README or a document.
@Suite("Documented options", .timeLimit(.minutes(1)))
struct DocumentedOptionsTests {
  private static let root = BuiltCommand.fixtures.deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The rows of a table below Tests/Words, without its comment and its header.
  private static func rows(_ name: String) throws -> [[String]] {
    try text("Tests/Words/\(name)").split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// Every entry: of manual pages a paragraph, of help an option with the lines that go on with it, of documents a line.
  private static func entries() throws -> [String] {
    let pb = BuiltCommand()
    var entries: [String] = []
    for page in ["man", "man-service", "man-types", "man-faces"] {
      let roff = try pb.run("generate", page).text.replacing("\\-", with: "-")
        .replacing(/\\f[BIPR]|\\&/, with: "")
      entries += roff.split(separator: /\n\.(TP|PP|SS|SH)/).map(String.init)
    }
    let commands = Set(try rows("options.tsv").map { $0[0] })
    for command in commands {
      let words = command.split(separator: " ").map(String.init)
      let help = try pb.run(words + [words[0] == "as" ? "-h" : "--help"])
      var entry = ""
      for line in (help.text + help.errors).components(separatedBy: "\n") {
        if line.contains(/^ +-/) || line.isEmpty {
          entries.append(entry)
          entry = ""
        }
        entry += line + "\n"
      }
      entries.append(entry)
    }
    let documents = try FileManager.default.contentsOfDirectory(atPath: root.path + "/Documentation")
      .filter { $0.hasSuffix(".md") }.map { "Documentation/" + $0 }
    for document in documents + ["README.md"] {
      entries += try text(document).components(separatedBy: "\n")
    }
    return entries
  }

  @Test func `Each option is, with its letter and its default`() throws {
    let rows = try Self.rows("options.tsv")
    #expect(rows.count > 300)
    let entries = try Self.entries()
    var mentions: [String: [String]] = [:]
    for entry in entries {
      for word in Set(
        entry.matches(of: /(?:^|[^\w-])(--?[A-Za-z0-9][A-Za-z0-9-]*)/).map { String($0.output.1) })
      {
        mentions[word, default: []].append(entry)
      }
    }
    for row in rows {
      let (command, option, letter, fallback) = (row[0], row[1], row[2], row[4])
      let found = mentions[option, default: []]
      #expect(!found.isEmpty, "\(command) \(option)")
      if !letter.isEmpty {
        #expect(mentions[letter]?.contains { $0.contains(option) } == true, "\(command) \(letter), \(option)")
      }
      guard !fallback.isEmpty else { continue }
      let isOneWord = !fallback.contains(" ")
      #expect(
        found.contains {
          $0.contains("default") && (!isOneWord || $0.contains(fallback)) || $0.contains("(\(fallback)")
        },
        "the default of \(command) \(option): \(fallback)")
    }
  }

  @Test func `Each exit status is`() throws {
    let table = try Self.text("Documentation/recipes.md").matches(of: /(?m)^\| ([0-2]) \| (.+?) \| .+ \|$/)
      .map { (status: String($0.output.1), commands: String($0.output.2)) }
    #expect(table.count > 10)
    for row in try Self.rows("statuses.tsv") {
      let command = row[0] == "all" ? "all" : "`\(row[0])`"
      #expect(table.contains { $0.status == row[1] && $0.commands.contains(command) }, "\(row[0]): \(row[1])")
    }
  }
}
