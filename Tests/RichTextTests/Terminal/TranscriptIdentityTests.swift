import Foundation
import RichText
import TestSupport
import Testing

/// Ordinary text, code and logs come back byte for byte; `Tests/Detection/terminal` asserts it over whole folders.
@Suite("Ordinary text is no terminal's") struct TranscriptIdentityTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Text files below a folder, as many as asked for, chosen by a seed.
  private static func sample(_ folder: String, count: Int) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    var generator = SeededGenerator(seed: 57)
    let kinds = ["swift", "py", "md", "txt", "json", "c", "h", "README", "copyright", "NEWS", "TODO"]
    let texts = names.filter { name in
      !name.contains("/.") && kinds.contains(String(name.split { "./".contains($0) }.last ?? ""))
    }
    return texts.sorted().shuffled(using: &generator).prefix(count).map { folder + "/" + $0 }
  }

  @Test(arguments: [
    ("Sources", 60), ("Documentation", 20), ("TypeRegistry", 10), ("Tools", 10), ("/usr/share/doc", 60),
    ("/usr/lib/python3", 20), ("/usr/lib/python3.11", 60),
  ])
  func `Files come back byte for byte`(folder: String, count: Int) throws {
    let path = folder.hasPrefix("/") ? folder : Self.root.appending(path: folder).path
    var checked = 0
    for file in Self.sample(path, count: count) {
      guard let data = FileManager.default.contents(atPath: file), data.count < 100_000 else { continue }
      checked += 1
      // A file may be indented as a whole, which is read as the margin of a screen, but none here is.
      #expect(TerminalTranscript.markdown(of: Array(data)) == nil, "\(file) was changed")
    }
    if !folder.hasPrefix("/") { #expect(checked > 5) }
  }

  private static let texts: [(name: String, text: String)] = [
    ("nothing", ""), ("a line feed", "\n"), ("a word", "word"), ("a line without its end", "one line"),
    ("spaces", "   \n \n"), ("lines with CRLF", "one\r\ntwo\r\n"),
    ("lines of an old Mac", "one\rtwo\rthree\r"),
    ("a sentence with money", "It costs\n$ 5 and more.\n"), ("a comment", "# apt is a program.\n"),
    (
      "a heading of Markdown",
      "# Notes\n\nSome text that is wrapped by the person who wrote it, at a\nwidth of their own.\n"
    ),
    ("a list of Markdown", "- one\n- two\n  goes on\n"),
    ("a table of Markdown", "| a | b |\n| - | - |\n| 1 | 2 |\n"),
    ("Python", "def f():\n    return 1\n\n\nprint(f())\n"),
    ("a function alone", "fn main() {\n    println!();\n}\n"),
    ("a Makefile", "all:\n\tcc a.c\n"), ("numbers", "1\n2\n4\n"),
    ("a quote of mail", "> one\n> two\n\nthree\n"),
    ("a log", "2026-11-26 10:00:00 INFO started\n2026-11-26 10:00:01 INFO ready  \n"),
    ("Markdown's line breaks", "one  \ntwo  \nthree\n"), ("a form feed", "one\n\u{C}\ntwo\n"),
    ("a diagram", "a ──> b\n│\n└──> c\n"), ("CSV", "a,b\n1,2\n"), ("JSON", "{\n  \"a\": 1\n}\n"),
    ("text in Hebrew with marks of direction", "\u{200F}שלום\u{200E} a\n\u{202B}b\u{202C}\n"),
    ("two bullets that are circles", "● one\n● two\n"), ("a line that is indented", "   0.5 1.25\n"),
    (
      "a licence below its name",
      "ISC LICENSE\n\n    This licence is a text\n    of some lines.\n\n    And more.\n"
    ),
    (
      "an address below a line that is long enough to be wrapped",
      "For all changes please look at the history of commits:\n\n  https://example.org/project/commits/main/of/it\n"
    ),
    (
      "indented text with several empty lines between",
      " The first line of it is as wide as people make their lines at times, and then\n goes on.\n\n\n"
        + " A title:\n\n  a file\n"
    ),
    (
      "a licence",
      String(
        repeating: "   The text of a licence is indented as a whole, and has many\n   lines.\n\n", count: 80)
    ),
  ]

  @Test(arguments: texts.map(\.name))
  func `Small texts come back byte for byte`(name: String) throws {
    let text = try #require(Self.texts.first { $0.name == name }).text
    #expect(TerminalTranscript.markdown(of: Array(text.utf8)) == nil)
  }
}
