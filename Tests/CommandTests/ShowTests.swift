import Foundation
import TestSupport
import Testing

@testable import pb

/// `pb show`: the list, its colours, and the content itself.
@Suite("Show", .timeLimit(.minutes(1)))
final class ShowTests: CommandSuite {
  private func rows(_ key: String, _ arguments: String...) throws -> [[String: Any]] {
    let result = try ChildProcess.run(
      [BuiltCommand.path, "show", "--json"] + arguments, environment: server.environment)
    let json = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
    return json?[key] as? [[String: Any]] ?? []
  }

  private func offer(_ target: String, _ bytes: [UInt8]) throws {
    let result = try pb.other("xclip", "-selection", "clipboard", "-t", target, "-i", input: bytes)
    try #require(result.status == 0)
  }

  @Test func `The list shows each target with its type, size and origin`() throws {
    let source = Array("# Title\n\nÄ *word*\n".utf8)
    _ = try pb.run("copy", "-t", "markdown", input: source)
    let shown = try pb.run("show", "--all").text.split(separator: "\n").map(String.init)
    #expect(
      shown[0].split(separator: " ").map(String.init) == ["TARGET", "TYPE", "SIZE", "ORIGIN", "PREVIEW"])
    let markdown = try #require(shown.first { $0.hasPrefix("text/markdown") })
    #expect(markdown.contains(" net.daringfireball.markdown ") && markdown.contains(" \(source.count) "))
    #expect(!shown.contains { $0.hasPrefix("MULTIPLE") })
    let targets = try rows("targets")
    let origins = Dictionary(
      targets.map { ($0["target"] as? String ?? "", $0["origin"] as? String ?? "") }, uniquingKeysWith: { $1 }
    )
    #expect(targets.first?["target"] as? String == "text/markdown")
    #expect(targets.first?["size"] as? Int == source.count)
    #expect(origins["text/markdown"] == "offered" && origins["UTF8_STRING"] == "offered")
    #expect(origins["text/html"] == "converted" && origins["text/rtf"] == "converted")
    // Latin-1 is another encoding of what was copied.
    #expect(origins["STRING"] == "offered")
    #expect(try rows("converted").isEmpty)
  }

  @Test func `What text is converted to is listed also where X has it in an encoding of other bytes`() throws
  {
    for (text, sizes) in [("café", [5, 13]), ("x\u{200B}", [4, 12])] {
      _ = try pb.run("copy", "-t", "plain", input: Array(text.utf8))
      let targets = try rows("targets")
      #expect(targets.contains { $0["target"] as? String == "COMPOUND_TEXT" })
      let converted = try rows("converted")
      #expect(converted.prefix(2).map { $0["size"] as? Int } == sizes, "\(text): \(converted)")
    }
  }

  @Test func `The size of a page is that of what is pasted`() throws {
    let page = Array("<p>é and more</p>\n".utf8)
    #expect(try pb.run("copy", "-t", "html", input: page).status == 0)
    #expect(try pb.run("paste", "-t", "html").output == page)
    let row = try #require(try pb.run("show").text.split(separator: "\n").first { $0.hasPrefix("HTML") })
    let words = row.split(separator: " ").map(String.init)
    #expect(words.contains("text/html") && words.contains("\(page.count)"), "\(row)")
  }

  @Test func `A form has one row, whatever its owner calls it`() throws {
    _ = try pb.run("copy", "-t", "markdown", input: Array("# Title\n\nÄ *word*\n".utf8))
    let shown = try pb.run("show").text.split(separator: "\n").map {
      $0.split(separator: " ").map(String.init)
    }
    #expect(shown[0] == ["FORMAT", "NAMES", "SIZE", "ORIGIN", "PREVIEW"])
    #expect(shown.dropFirst().map { $0[0] } == ["Markdown", "plain", "HTML", "RTF"])
    #expect(shown[1].prefix(5) == ["Markdown", "text/markdown", "+2", "19", "offered"])
    #expect(shown[3].prefix(3) == ["HTML", "text/html", "+1"])
  }

  @Test func `The names alone are printed one a line, as their owner lists them`() throws {
    try offer("text/html", Array("<p>a</p>".utf8))
    #expect(try pb.run("show", "--targets").text == "text/html\n")
    _ = try pb.run("copy", "-t", "plain", input: Array("a".utf8))
    let names = try pb.run("show", "--targets").text.split(separator: "\n")
    #expect(names.first == "UTF8_STRING" && names.last == "application/x-pasteboard-source")
    _ = try pb.run("clear")
    #expect(try pb.run("show", "--targets").status == 1)
  }

  @Test func `A drawing is a row beside its text`() throws {
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>"
    #expect(try pb.run("copy", "-t", "svg", input: Array(drawing.utf8)).status == 0)
    let lines = try pb.run("show").text.split(separator: "\n")
    #expect(lines[1].hasPrefix("SVG picture  image/svg+xml +1 "))
    #expect(lines[2].hasPrefix("plain text ") && lines[2].contains("UTF8_STRING"))
  }

  @Test func `Names that LibreOffice gives its own forms are told in words`() throws {
    try offer(
      "application/x-openoffice-embed-source-xml;windows_formatname=\"Star Embed Source (XML)\";typename=\"calc8\"",
      [0x50, 0x4B, 3, 4])
    let row = try pb.run("show").text.split(separator: "\n").last.map(String.init) ?? ""
    #expect(row.hasPrefix("LibreOffice object  application/x-openoffice-embed-source-xml "))
    #expect(row.hasSuffix("calc8"))
  }

  @Test func `Of large content the beginning is read, and its owner answers whoever comes next`() throws {
    let line = "0123456789 abcdefghijklmnopqrstuvwxyz\n"
    let large = Array(String(repeating: line, count: 300_000).utf8)
    try offer("UTF8_STRING", large)
    #expect(try pb.run("show").text.contains("11,400,000"))
    #expect(try rows("targets").first?["size"] as? Int == large.count)
    #expect(try pb.run("paste", "--plain").output == large)
    try offer("image/png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + large)
    #expect(try pb.run("show").text.contains("11,400,008"))
    #expect(try pb.run("paste", "--raw", "image/png").output.count == large.count + 8)
  }

  @Test(arguments: ["docx", "odt"])
  func `A large document of a word processor is shown by what it begins with`(type: String) throws {
    var random = SeededGenerator(seed: 5)
    let words = (0..<80_000).map { _ in String(UInt32.random(in: 0...0xFFFF_FFFF, using: &random), radix: 36)
    }
    let markdown = "# First things\n\nThen the rest. " + words.joined(separator: " ") + "\n"
    let document = try pb.run("convert", "--to", type, input: Array(markdown.utf8)).output
    #expect(document.count > 300_000)
    let target = type == "odt" ? "application/vnd.oasis.opendocument.text" : Self.wordType
    try offer(target, document)
    #expect(try pb.run("show").text.contains("First things Then the rest. "))
    try offer(target, Array(document.prefix(200_000)))
    let preview = try pb.run("show", "--preview", type).text
    #expect(preview.hasPrefix("\(type.uppercased()), 200,000 bytes\n\nFirst things"))
    try offer(Self.wordType, [0x50, 0x4B, 3, 4] + [UInt8](repeating: 1, count: 100))
    #expect(try pb.run("show", "--preview", "docx").text == "DOCX, 104 bytes\n")
  }

  private static let wordType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

  @Test func `An owner makes nothing of large content for a list`() throws {
    let large = Array(String(repeating: "*Words* of a paragraph.\n\n", count: 100_000).utf8)
    let owner = try ChildProcess(
      [BuiltCommand.path, "copy", "-t", "markdown", "--foreground"], environment: server.environment,
      input: large)
    #expect(try eventually { try pb.run("show", "--targets").status == 0 })
    func resident() throws -> Int {
      let pages = try String(
        contentsOfFile: "/proc/\(owner.processIdentifier)/statm", encoding: .utf8
      ).split(separator: " ")
      return (Int(pages[1]) ?? 0) * 4096
    }
    let before = try resident()
    let shown = try pb.run("show").text
    let html = shown.split(separator: "\n").first { $0.hasPrefix("HTML") }?.split(separator: " ")
    #expect(shown.contains("2,500,000") && html == ["HTML", "text/html", "+1", "–", "converted"])
    #expect(try rows("targets").count > 10)
    #expect(try resident() - before < 16 << 20)
  }

  @Test func `What another program offers is listed with what pb would make of it`() throws {
    try offer("text/html", Array("<h2>Title</h2><p>a <b>b</b></p>".utf8))
    #expect(try rows("targets").map { $0["origin"] as? String } == ["offered"])
    let converted = try rows("converted")
    #expect(
      converted.map { $0["type"] as? String } == [
        "net.daringfireball.markdown", "public.rtf", "public.utf8-plain-text",
      ])
    #expect(converted.allSatisfy { $0["origin"] as? String == "converted" && $0["target"] is NSNull })
    #expect(converted.first?["preview"] as? String == "## Title a **b**")
    let text = try pb.run("show").text
    #expect(text.contains(" pb paste ") && text.contains("pb paste -t rtf"))
    // The command in the list gives what the list shows.
    let markdown = try pb.run("paste").output
    #expect(converted.first?["size"] as? Int == markdown.count)
  }

  @Test func `What a rule hides is listed as hidden, and not among the targets`() throws {
    _ = try pb.run("copy", "-t", "markdown", input: Array("# T".utf8))
    let everybody = try rows("targets").compactMap { $0["target"] as? String }
    let seen = try rows("targets", "--as-seen-by", "xterm").compactMap { $0["target"] as? String }
    let hidden = try rows("hidden", "--as-seen-by", "xterm").compactMap { $0["target"] as? String }
    #expect(!hidden.isEmpty && hidden.contains("text/html"))
    #expect(Set(everybody) == Set(seen + hidden) && everybody.count == seen.count + hidden.count)
    #expect(try pb.run("show", "--as-seen-by", "xterm").text.contains(" hidden "))
  }

  @Test func `A secret is listed, and not read`() throws {
    _ = try pb.run("copy", "--sensitive", "--type", "plain", input: Array("hunter2".utf8))
    let text = try pb.run("show").text
    #expect(text.contains("UTF8_STRING") && text.contains("(secret)") && !text.contains("hunter2"))
    #expect(try !pb.run("show", "--json").text.contains("hunter2"))
  }

  @Test func `Colours are used when asked for, and never without a terminal`() throws {
    _ = try pb.run("copy", "-t", "markdown", input: Array("# T".utf8))
    #expect(try !pb.run("show").output.contains(0x1B))
    #expect(try !pb.run("show", "--color", "never").output.contains(0x1B))
    let colored = try pb.run("show", "--color=always").text
    #expect(colored.contains("\u{1B}[0;36mHTML\u{1B}[0m"))
    #expect(try pb.run("show", "--color", "sometimes").status == 2)
  }

  @Test func `Rich text is shown as it reads`() throws {
    try offer(
      "text/html",
      Array(
        """
        <h1>Title</h1><p>Some <b>bold</b> and <a href="https://example.org/x">a link</a>.</p>
        <ul><li>one<ul><li>two</li></ul></li></ul><blockquote><p>quoted</p></blockquote>
        <table><tr><th>A</th><th>B</th></tr><tr><td>日本</td><td>x</td></tr></table>
        """.utf8))
    let expected = """
      Title
      ═════

      Some bold and a link (https://example.org/x).

      • one
        • two

      │ quoted

      A    │ B
      ─────┼──
      日本 │ x

      """
    #expect(try pb.run("show", "--preview", "html").text == expected)
    // Through Markdown, which is made of it, it reads the same.
    #expect(try pb.run("show", "--preview", "markdown").text == expected)
    let colored = try pb.run("show", "--preview", "text/html", "--color", "always").text
    #expect(colored.contains("\u{1B}[0;1mbold\u{1B}[0m"))
  }

  @Test func `A picture is told by its size, other bytes by their digits`() throws {
    // The head of a picture of 300 by 200.
    let png: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 1, 0x2C, 0, 0, 0, 0xC8, 8, 2, 0, 0, 0]
    try offer("image/png", png)
    #expect(try pb.run("show", "--preview", "png").text == "PNG, 300 × 200 pixels, 29 bytes\n")
    try offer("application/x-own", [0, 1, 0x41, 0xFF])
    #expect(
      try pb.run("show", "--preview", "application/x-own").text
        == "00000000  00 01 41 ff " + String(repeating: "   ", count: 12) + " ··A·\n")
  }

  @Test func `What is not there is told`() throws {
    #expect(try pb.run("show", "--preview", "html").status == 1)
    try offer("image/png", [1, 2])
    #expect(try pb.run("show", "--preview", "html").status == 1)
    #expect(try pb.run("show", "--preview", "no-such-type").status == 2)
  }

  @Test func `Nothing that a target says or is called reaches a terminal as a command`() throws {
    let hostile = "\u{1B}]0;x\u{7}\u{9B}2J\u{202E}<b>\u{1B}[31m</b>\r\u{8}"
    try offer("text/html", Array(hostile.utf8))
    for arguments in [
      ["show"], ["show", "--all"], ["show", "--preview", "html"], ["show", "--preview", "plain"],
    ] {
      let result = try ChildProcess.run(
        [BuiltCommand.path] + arguments, environment: server.environment)
      let scalars = result.text.unicodeScalars.filter { $0 != "\n" }
      #expect(result.status == 0)
      #expect(scalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value) && $0 != "\u{202E}" })
    }
  }
}
