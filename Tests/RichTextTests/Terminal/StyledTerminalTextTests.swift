import RichText
import Testing

/// Colours that escape sequences give text, as HTML and RTF.
@Suite("Colours of terminals") struct StyledTerminalTextTests {
  private static func html(_ text: String) -> String {
    let html = StyledTerminalText(Array(text.utf8)).map { String(decoding: $0.html, as: UTF8.self) } ?? ""
    return String(html.dropFirst("<pre style=\"font-family:monospace\">".count).dropLast("</pre>".count))
  }

  private static func rtf(_ text: String) -> String {
    StyledTerminalText(Array(text.utf8)).map { String(decoding: $0.rtf, as: UTF8.self) } ?? ""
  }

  private static let styles: [(sequence: String, css: String)] = [
    ("31", "color:#b21818"), ("91", "color:#d92626"), ("41", "background-color:#b21818"),
    ("38;5;202", "color:#ff5f00"), ("38:5:202", "color:#ff5f00"), ("48;5;244", "background-color:#808080"),
    ("38;2;1;2;3", "color:#010203"), ("38:2::1:2:3", "color:#010203"), ("38:2:1:2:3", "color:#010203"),
    ("1", "font-weight:bold"), ("3", "font-style:italic"), ("4", "text-decoration:underline"),
    ("4:3", "text-decoration:underline"), ("9", "text-decoration:line-through"),
    ("4;9", "text-decoration:underline line-through"), ("7", "color:#ffffff;background-color:#000000"),
    ("31;7", "color:#ffffff;background-color:#b21818"), ("37;44", "color:#d0d0d0;background-color:#1f4fb8"),
    ("58;2;1;2;3;1", "font-weight:bold"),
  ]

  @Test(arguments: styles)
  func `A style becomes CSS`(sequence: String, css: String) {
    #expect(Self.html("a\u{1B}[\(sequence)mb\u{1B}[mc") == "a<span style=\"\(css)\">b</span>c")
  }

  @Test(arguments: [
    "0", "", "31;0", "31;39", "1;22", "3;23", "4;24", "4:0", "7;27", "9;29", "41;49", "37", "97", "38;5;999",
    "38;2;1;2", "38;9", "5", "73", "999999999999999999999", ";;;", "38", "38:5", "?31", "38;2;256;0;0",
  ])
  func `Nothing is left of what was reset, and of what is not understood`(sequence: String) {
    #expect(Self.html("a\u{1B}[\(sequence)mb") == "ab")
  }

  @Test func `Links keep safe addresses alone`() {
    func link(_ address: String) -> String {
      Self.html("\u{1B}]8;id=1;\(address)\u{1B}\\x\u{1B}]8;;\u{7}y")
    }
    #expect(link("https://a.b/?c=\"d\"&e") == "<a href=\"https://a.b/?c=&quot;d&quot;&amp;e\">x</a>y")
    #expect(link("mailto:a@b.c") == "<a href=\"mailto:a@b.c\">x</a>y")
    for address in [
      "javascript:alert(1)", "JavaScript:x", "data:text/html,x", "file:///etc/passwd", "vbscript:x",
      "no-scheme", "",
      "https://" + String(repeating: "a", count: 3000),
    ] {
      #expect(link(address) == "xy")
    }
    #expect(
      Self.rtf("\u{1B}]8;;https://a.b/\"\\x\u{7}x\u{1B}]8;;\u{7}").contains(
        "HYPERLINK \"https://a.b/%22%5Cx\""))
  }

  @Test func `Markup in the text stays text, and no control character is left`() {
    #expect(Self.html("<b>&\"\u{7}\0\r\n\u{1B}c\u{1B}[2J\u{1B}[31") == "&lt;b&gt;&amp;&quot;\n[31")
    #expect(Self.rtf("\\{}\té😀\n").hasSuffix("{\\\\\\{\\}\\tab \\u233?\\u-10179?\\u-8704?\\line\n}}"))
    #expect(Self.rtf("\u{1B}[1;31;44mx").contains("{\\cf1\\highlight2\\chshdng0\\chcbpat2\\b x}"))
    #expect(Self.html("\u{1B}[8mhidden\u{1B}[28mshown") == "shown")
  }

  @Test func `Readers of both find the text`() throws {
    let text = "\u{1B}[1mbold\u{1B}[m  and \u{1B}[38;5;9mred\u{1B}[m\n\tline two é\n"
    let styled = try #require(StyledTerminalText(Array(text.utf8)))
    #expect(
      String(decoding: StyledTerminalText.plain(Array(text.utf8)), as: UTF8.self)
        == "bold  and red\n\tline two é\n")
    for (format, bytes) in [(Format.html, styled.html), (.rtf, styled.rtf)] {
      let read = String(
        decoding: Format.plainText.write(try format.read(bytes), Format.Options()), as: UTF8.self)
      #expect(read.contains("bold  and red") && read.contains("line two é"), "\(format): \(read)")
    }
  }

  @Test func `Bytes that are no text have no colours`() {
    #expect(StyledTerminalText([0x1B, 0x5B, 0x6D, 0xFF]) == nil)
    #expect(StyledTerminalText([UInt8](repeating: 0x20, count: StyledTerminalText.sizeLimit + 1)) == nil)
  }

  @Test func `A megabyte of styles is read in one pass`() {
    let text = String(repeating: "\u{1B}[38;2;1;2;3;4;5;6;7;8;9;1mx\u{1B}[m", count: 20_000)
    #expect(Self.html(text).utf8.count < 200 * 20_000)
    #expect(
      Self.html(String(repeating: "\u{1B}[" + String(repeating: ";", count: 5000) + "m", count: 50)) == "")
  }
}
