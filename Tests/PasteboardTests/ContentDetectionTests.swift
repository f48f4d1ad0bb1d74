import TestSupport
import Testing
import UniformTypeIdentifiers

@testable import Pasteboard

/// What bytes on standard input are taken for, by themselves.
@Suite("Content detection", .timeLimit(.minutes(1)))
struct ContentDetectionTests {
  struct Sample: CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let type: String
    var testDescription: String { name }

    init(_ name: String, _ bytes: [UInt8], _ type: String) {
      self.name = name
      self.bytes = bytes
      self.type = type
    }

    init(_ name: String, _ text: String, _ type: String) {
      self.init(name, Array(text.utf8), type)
    }
  }

  @Test(arguments: pictures + documents + archives + markup + texts)
  func `Bytes are what they are`(sample: Sample) {
    #expect(ContentDetection.type(ofInput: sample.bytes).identifier == sample.type)
    #expect(UTType(sample.type) != nil, "nothing declares \(sample.type)")
  }

  private static let pictures: [Sample] = [
    Sample("PNG", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13], "public.png"),
    Sample("JPEG", [0xFF, 0xD8, 0xFF, 0xE0, 0, 16], "public.jpeg"),
    Sample("GIF", "GIF89a\u{1}\u{0}", "com.compuserve.gif"),
    Sample("WebP", "RIFF\u{10}\u{0}\u{0}\u{0}WEBPVP8L", "org.webmproject.webp"),
    Sample("TIFF, Intel's order", [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0], "public.tiff"),
    Sample("TIFF, Motorola's order", [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8], "public.tiff"),
    Sample("BMP", bitmap(header: 40), "com.microsoft.bmp"),
    Sample("BMP of OS/2", bitmap(header: 12), "com.microsoft.bmp"),
    Sample("BMP with a header of no size", bitmap(header: 41), "public.data"),
    Sample("words that begin with BM", "BMW and BMX\n", "public.utf8-plain-text"),
    Sample("sound in RIFF", "RIFF\u{10}\u{0}\u{0}\u{0}WAVEfmt ", "public.data"),
    Sample("SVG", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "public.svg-image"),
    Sample(
      "SVG behind what XML begins with",
      "<?xml version=\"1.0\"?>\n<!-- Made by hand -->\n<!DOCTYPE svg [<!ENTITY a \"b\">]>\n<svg></svg>\n",
      "public.svg-image"),
  ]

  private static let documents: [Sample] = [
    Sample("PDF", "%PDF-1.7\n%\n", "com.adobe.pdf"),
    Sample("a text on PDF", "%PDF-1.4 begins such a file\n", "public.utf8-plain-text"),
    Sample("a text on GIF", "GIF89a is a format\n", "public.utf8-plain-text"),
    Sample("text that speaks of PDF", "%PDF is a comment in TeX\n", "public.utf8-plain-text"),
    Sample("RTF", "{\\rtf1\\ansi a}", "public.rtf"),
    Sample("text that speaks of RTF", "{\\rtfm}\n", "public.utf8-plain-text"),
    Sample(
      "OpenDocument text", zip([("mimetype", "application/vnd.oasis.opendocument.text")]),
      "org.oasis-open.opendocument.text"),
    Sample(
      "OpenDocument spreadsheet", zip([("mimetype", "application/vnd.oasis.opendocument.spreadsheet")]),
      "org.oasis-open.opendocument.spreadsheet"),
    Sample(
      "OpenDocument presentation", zip([("mimetype", "application/vnd.oasis.opendocument.presentation")]),
      "org.oasis-open.opendocument.presentation"),
    Sample(
      "Word", zip([("[Content_Types].xml", "x"), ("word/document.xml", "x")]),
      "org.openxmlformats.wordprocessingml.document"),
    Sample(
      "Word with macros", zip([("[Content_Types].xml", "x"), ("word/vbaProject.bin", "x")]),
      "org.openxmlformats.wordprocessingml.document.macroenabled"),
    Sample(
      "Excel", zip([("_rels/.rels", "x"), ("xl/workbook.xml", "x"), ("[Content_Types].xml", "x")]),
      "org.openxmlformats.spreadsheetml.sheet"),
    Sample(
      "PowerPoint", zip([("[Content_Types].xml", "x"), ("ppt/presentation.xml", "x")]),
      "org.openxmlformats.presentationml.presentation"),
  ]

  private static func tar(_ mark: String) -> [UInt8] {
    Array("a.txt".utf8) + Array(repeating: 0, count: 252) + mark.utf8 + Array(repeating: 0, count: 247)
  }

  private static let archives: [Sample] = [
    Sample("ZIP", zip([("word/a.txt", "x"), ("xl/b.txt", "y")]), "public.zip-archive"),
    Sample("ZIP of nothing", zip([]), "public.zip-archive"),
    Sample("ZIP that is cut off", Array(zip([("a", "b")]).prefix(40)), "public.zip-archive"),
    Sample("ZIP of an unknown MIME type", zip([("mimetype", "application/x-nobody")]), "public.zip-archive"),
    Sample("gzip", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0], "org.gnu.gnu-zip-archive"),
    Sample(
      "bzip2", Array("BZh9".utf8) + [0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0xFF], "public.bzip2-archive"),
    Sample("text that begins as bzip2 does", "BZh9 is how it begins\n", "public.utf8-plain-text"),
    Sample("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 4], "org.tukaani.xz-archive"),
    Sample("Zstandard", [0x28, 0xB5, 0x2F, 0xFD, 4, 0], "org.zstandard.zstd-archive"),
    Sample("7-Zip", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4], "org.7-zip.7-zip-archive"),
    Sample("RAR", Array("Rar!\u{1A}\u{7}".utf8) + [1, 0, 0xFF], "com.rarlab.rar-archive"),
    Sample("tar as POSIX has it", tar("ustar\0"), "public.tar-archive"),
    Sample("tar as GNU has it", tar("ustar  \0"), "public.tar-archive"),
    Sample("text that begins with PK", "PK is short for many things\n", "public.utf8-plain-text"),
  ]

  private static let markup: [Sample] = [
    Sample("a page", "\n<!DOCTYPE html>\n<title>a</title>\n<p>b", "public.html"),
    Sample(
      "a page with a comment first", "<!-- saved -->\n<HTML lang=\"en\"><body>a</body></HTML>", "public.html"),
    Sample("what browsers copy", "<meta charset='utf-8'>a <b>c</b>", "public.html"),
    Sample(
      "what Firefox copies", "<meta http-equiv=\"content-type\" content=\"text/html; charset=utf-8\">a",
      "public.html"),
    Sample("a marked fragment", "<!--StartFragment-->a<!--EndFragment-->", "public.html"),
    Sample(
      "colored code",
      "<div class=\"highlight\"><pre><span></span><span class=\"k\">def</span>\n</pre></div>\n",
      "public.html"),
    Sample("a table", "<table><tr><td>1<td>2<tr><td>3<td>4</table>\n", "public.html"),
    Sample("paragraphs", "<p title=\"a > b\">One.</p>\n\n<p>Two<br>three.</p>\n", "public.html"),
    Sample(
      "a page in XML", "<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"/>", "public.html"),
    Sample(
      "PHP above a page", "<?php\n$a = 1;\n?>\n<!DOCTYPE html>\n<html></html>\n", "public.utf8-plain-text"),
    Sample(
      "JSX", "<div onClick={() => go()}>\n  {items.map(i => <Item key={i} />)}\n</div>\n",
      "public.utf8-plain-text"),
    Sample(
      "a component of Vue",
      "<script setup>\nconst a = 1\n</script>\n\n<template>\n  <p>{{ a }}</p>\n</template>\n",
      "public.utf8-plain-text"),
    Sample(
      "a component of Svelte", "<script>\n  let name = 1;\n</script>\n\n<h1>Hello {name}!</h1>\n",
      "public.utf8-plain-text"),
    Sample(
      "a template of Jinja",
      "<!DOCTYPE html>\n<body>{% for a in b %}\n<p>{{ a }}</p>{% endfor %}\n</body>\n",
      "public.utf8-plain-text"),
    Sample("a template of Angular", "<div *ngIf=\"x\"><span>y</span></div>\n", "public.utf8-plain-text"),
    Sample("a template of Handlebars", "<p>{{first}} {{#if x}}a{{/if}}</p>\n", "public.utf8-plain-text"),
    Sample(
      "a template of ERB", "<html><body><%= @title %>\n<p>a</p></body></html>\n", "public.utf8-plain-text"),
    Sample(
      "a template of a link", "<html><body><a href=\"{{ url }}\">x</a></body></html>\n",
      "public.utf8-plain-text"),
    Sample("PHP in a page", "<div><?php echo $a; ?></div>\n", "public.utf8-plain-text"),
    Sample("a template with a filter", "<p>{{ \"x\"|trans }}</p>\n", "public.utf8-plain-text"),
    Sample(
      "a letter that was copied",
      "<html><body><!--StartFragment--><p>Write <b>{{name}}</b></p><!--EndFragment--></body></html>",
      "public.html"),
    Sample(
      "a letter of Word",
      "<html xmlns:o=\"urn:schemas-microsoft-com:office:office\"><body>Dear {{name}},</body></html>",
      "public.html"),
    Sample(
      "a table with a style sheet",
      "<style>#a {color: red}</style><table><tr><td>/users/{id}</td></tr></table>\n",
      "public.html"),
    Sample(
      "a long page with a sentence on braces",
      "<html><body>" + String(repeating: "<p>Tea and coffee.</p>\n", count: 2000)
        + "<p>Braces are {{ and }}, respectively.</p></body></html>", "public.html"),
    Sample(
      "code without its element", "<p>Write <span class=\"pre\">{{ a }}</span> or \\({{A}}\\)</p>\n",
      "public.html"),
    Sample(
      "signs that are no marks", "<p title=\"a *ng b\">growth <%5 this year</p>\n", "public.utf8-plain-text"),
    Sample(
      "a page on templates",
      "<html><body><p>Write <code>{{ name }}</code>:</p><pre><span>{% for</span> a in b %}</pre><a < b></body>\n",
      "public.html"),
    Sample(
      "a page with a formula", "<html><body><p>$$\\frac{{a}}{{b}} + x_{{i}} + {{\\bf x}}$$</p></body>\n",
      "public.html"),
    Sample("XML", "<?xml version=\"1.0\"?>\n<list><a/></list>\n", "public.xml"),
    Sample("a tag of XML without a prolog", "<list><a/></list>\n", "public.utf8-plain-text"),
    Sample(
      "Markdown below a tag", "<p align=\"center\">x</p>\n\n# Kettle\n\n**Hot** [here](https://e.org)\n",
      markdown),
    Sample("Markdown that begins with a tag", "<b>Note</b>: **hot**, see [here](https://e.org)\n", markdown),
    Sample("a letter in angle brackets", "<Ada> hello\n<Charles> hi\n", "public.utf8-plain-text"),
    Sample("a smaller sign", "< 3\n", "public.utf8-plain-text"),
    Sample("a tag that does not end", "<div class=\"a", "public.utf8-plain-text"),
  ]

  private static let markdown = "net.daringfireball.markdown"

  private static let texts: [Sample] = [
    Sample("nothing", "", "public.utf8-plain-text"),
    Sample("text", "Tea, please. ☕\n", "public.utf8-plain-text"),
    Sample("Markdown", "**b** *i*\n", markdown),
    Sample("comma-separated values", "a,b\n1,2\n", "public.utf8-plain-text"),
    Sample("JSON", "{\"a\": \"**b**\"}\n", "public.utf8-plain-text"),
    Sample("a NUL byte", "**b** *i*\u{0}\n", "public.data"),
    Sample("Latin-1", [0x74, 0xE9, 0x0A], "public.data"),
    Sample("half a character at the end", [0x74, 0xC3], "public.data"),
    Sample(
      "UTF-16 with a mark", [0xFF, 0xFE, 0x61, 0, 0x3D, 0xD8, 0, 0xDE], "public.utf16-external-plain-text"),
    Sample("big-endian UTF-16 with a mark", [0xFE, 0xFF, 0, 0x61], "public.utf16-external-plain-text"),
    Sample("half a surrogate pair", [0xFF, 0xFE, 0x3D, 0xD8], "public.data"),
    Sample("UTF-16 without a mark", [0x61, 0, 0x62, 0], "public.data"),
  ]

  @Test(arguments: [
    "<", "<!--", "<a ", "<div>", "<div a='", "</", "<p>", "<!doctype ", "<?xml ", "<?", "<![", "PK\u{3}\u{4}",
    "PK\u{5}\u{6}", "PK\u{1}\u{2}", "<style>", "<script>a", "\u{0}", "\n", "{{a", "{", "{{a}", "{%", "<%",
    "a < b", " *ng",
  ])
  func `Hostile bytes take no longer than any other`(pattern: String) {
    let count = 800_000 / pattern.utf8.count
    _ = ContentDetection.type(ofInput: Array(String(repeating: pattern, count: count).utf8))
    for start in ["<div>", "<html>", "<script></script>"] {
      _ = ContentDetection.type(ofInput: Array((start + String(repeating: pattern, count: count)).utf8))
    }
  }

  @Test func `Every signature may be cut off anywhere`() {
    for sample in Self.pictures + Self.documents + Self.archives + Self.markup {
      for count in 0..<min(sample.bytes.count, 200) {
        _ = ContentDetection.type(ofInput: Array(sample.bytes.prefix(count)))
      }
    }
  }

  @Test func `Damaged archives are read within their bytes`() {
    var generator = SeededGenerator(seed: 15)
    let whole = Self.zip([("[Content_Types].xml", "x"), ("word/document.xml", "x")])
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int.random(in: 4..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      #expect(ContentDetection.type(ofInput: bytes).conforms(to: .data))
    }
  }

  /// The two headers of a bitmap of one pixel; the second one has a size of its own.
  private static func bitmap(header size: UInt8) -> [UInt8] {
    let sides: [UInt8] = size == 12 ? [1, 0, 1, 0] : [1, 0, 0, 0, 1, 0, 0, 0]
    return Array("BM".utf8) + [58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0] + [size, 0, 0, 0] + sides + [
      1, 0, 24, 0,
    ]
      + [UInt8](repeating: 0, count: 28)
  }

  /// An archive of these entries, stored as they are.
  private static func zip(_ entries: [(name: String, text: String)]) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> ($0 * 8) & 0xFF) } }
    var files: [UInt8] = []
    var directory: [UInt8] = []
    for (name, text) in entries {
      let sizes = number(0, 4) + number(text.utf8.count, 4) * 2 + number(name.utf8.count, 2)
      directory +=
        [0x50, 0x4B, 1, 2, 20, 0, 20, 0] + number(0, 8) + sizes + number(0, 12) + number(files.count, 4)
      directory += Array(name.utf8)
      files += [0x50, 0x4B, 3, 4, 20, 0] + number(0, 8) + sizes + number(0, 2)
      files += Array(name.utf8) + Array(text.utf8)
    }
    return files + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + number(entries.count, 2) * 2
      + number(directory.count, 4) + number(files.count, 4) + [0, 0]
  }
}

/// The bytes, so many times.
private func * (bytes: [UInt8], count: Int) -> [UInt8] {
  Array(repeatElement(bytes, count: count).joined())
}
