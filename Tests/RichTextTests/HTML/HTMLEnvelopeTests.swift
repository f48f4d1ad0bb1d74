import RichText
import Testing

/// HTML is found in whatever bytes clipboards put it.
@Suite struct HTMLEnvelopeTests {
  private static let text = "<p>naïve “q” 中 😀</p>"

  private static func littleEndian(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    return bytes
  }

  private static func bigEndian(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for unit in text.utf16 { bytes += [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
    return bytes
  }

  @Test(
    arguments: [
      ("UTF-8", Array(text.utf8)),
      ("UTF-8 with a mark", [0xEF, 0xBB, 0xBF] + Array(text.utf8)),
      ("UTF-16 little-endian with a mark", [0xFF, 0xFE] + littleEndian(text)),
      ("UTF-16 big-endian with a mark", [0xFE, 0xFF] + bigEndian(text)),
      ("UTF-16 little-endian", littleEndian(text + text)),
      ("UTF-8 that says it is Latin-1", Array("<meta charset=iso-8859-1>\(text)".utf8)),
    ] as [(String, [UInt8])])
  func unicode(name: String, bytes: [UInt8]) throws {
    #expect(try markdown(ofHTML: bytes).hasPrefix("naïve “q” 中 😀"), "\(name)")
  }

  @Test(
    arguments: [
      ("<p>caf", [0xE9, 0x20, 0x80, 0x93], "café €“"),
      ("<meta charset=utf-8><p>caf", [0xE9], "café"),
      ("<meta http-equiv=content-type content='text/html; charset=windows-1251'><p>", [0xCF, 0xF0], "Пр"),
      ("<?xml version='1.0' encoding='shift_jis'?><p>", [0x82, 0xB1, 0x82, 0xF1], "こん"),
      ("<meta charset=nonsense><p>", [0xE4], "ä"),
      ("<meta charset=iso-2022-jp><p>", Array("\u{1B}$BF|K\\8l\u{1B}(B".utf8), "日本語"),
    ] as [(String, [UInt8], String)])
  func codePages(head: String, bytes: [UInt8], expected: String) throws {
    #expect(try markdown(ofHTML: Array(head.utf8) + bytes) == expected)
  }

  @Test func longUTF16IsRead() throws {
    let html = String(repeating: "<p>ä😀</p>", count: 5000)
    let bytes = [0xFF, 0xFE] + Self.littleEndian(html)
    #expect(try HTMLReader().read(bytes).blocks.count == 5000)
  }

  @Test func headersOfWindowsAreCut() throws {
    let html = """
      Version:0.9\r\nStartHTML:00000097\r\nEndHTML:00000170\r\nStartFragment:00000131\r\nEndFragment:00000140\r
      <html><body>\r\n<!--StartFragment--><b>a</b><!--EndFragment-->\r\n</body></html>
      """
    #expect(try markdown(ofHTML: html) == "**a**")
  }

  @Test(arguments: [
    ("a\0b\u{1}c", "abc"), ("&#146;&#0;&#xD800;x", "’\u{FFFD}\u{FFFD}x"), ("a&nbspb", "a\u{A0}b"),
    ("a&amp;lt;b", "a\\&lt;b"),
  ])
  func controlsAndReferences(html: String, expected: String) throws {
    #expect(try markdown(ofHTML: html) == expected)
  }

  @Test(arguments: [
    "", " ", "<", "<a", "<a href=", "</", "<!--", "<!", "&", "&#", "<p", "<p a='", "<![CDATA[", "\u{FEFF}",
  ])
  func fragmentsOfMarkupAreRead(html: String) throws {
    _ = try HTMLReader().read(Array(html.utf8))
  }

  @Test func `A page that was saved as a mail is the page`() throws {
    let archive = [
      "From: <Saved by Blink>", "MIME-Version: 1.0", "Content-Type: multipart/related;",
      "\tboundary=\"x\"", "", "--x", "Content-Type: text/html", "Content-Transfer-Encoding: quoted-printable",
      "",
      "<meta charset=3Dutf-8><h1>Caf=C3=A9</h1><p>lo=", "ng", "--x", "Content-Type: image/png",
      "Content-Transfer-Encoding: base64", "", "aGFsbG8=", "--x--",
    ]
    #expect(try markdown(ofHTML: Array(archive.joined(separator: "\r\n").utf8)) == "# Café\n\nlong")
  }
}
