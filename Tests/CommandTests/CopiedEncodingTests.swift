import Foundation
import TestSupport
import Testing

/// Text in other encodings than UTF-8: what it is given as is kept, and what is made of it is read rightly.
@Suite("Copied encodings", .timeLimit(.minutes(2)))
final class CopiedEncodingTests: CommandSuite {
  /// A file, the type that it is copied as, what its text is to others, and what HTML made of it holds.
  struct Sample: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    var target: String
    let text: String
    let html: String
    var told = "windows-1252"

    var testDescription: String { name }
  }

  private static func latin1(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

  private static func utf16(_ text: String) -> [UInt8] {
    [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  @Test func `What is put behind text of another encoding, and what is made of it, is UTF-8`() throws {
    let folder = try TemporaryFolder()
    let old = try folder.file("a.txt", Self.latin1("caf\u{E9}"))
    #expect(try pb.other("xclip", "-selection", "clipboard", old).status == 0)
    #expect(try pb.run("copy", "--append", input: Array("é".utf8)).status == 0)
    #expect(try pb.run("paste").text == "café\né")
    let notes = try folder.file("a.md", Self.latin1("*caf\u{E9}*"))
    #expect(try pb.run("copy", notes).status == 0)
    #expect(try pb.run("recast").status == 0)
    #expect(try pb.run("paste").text == "*café*")
    // Under a name of its own it is what was given.
    for target in ["STRING", "TEXT", "COMPOUND_TEXT"] {
      #expect(try pb.run("copy", "-t", "target:" + target, old).status == 0)
      let given = try pb.other("xclip", "-selection", "clipboard", "-o", "-t", target).output
      #expect(given == Self.latin1("caf\u{E9}"))
    }
    for target in ["UTF8_STRING", "text/markdown"] {
      #expect(try pb.other("xclip", "-selection", "clipboard", "-t", target, old).status == 0)
      #expect(try pb.run("paste", "-t", "html").text.contains("café"))
    }
  }

  @Test(arguments: ["UTF8_STRING", "text/plain;charset=utf-8", "text/html"])
  func `Bytes that are not text are reported when they are replaced`(target: String) throws {
    let folder = try TemporaryFolder()
    let mixed = try folder.file(
      "mixed", Array("gr\u{FC}n \u{20AC} ".utf8) + [0xFF, 0xFE] + Array(" end".utf8))
    #expect(try pb.other("xclip", "-selection", "clipboard", "-t", target, mixed).status == 0)
    let pasted = try pb.run("paste")
    #expect(pasted.text == "gr\u{FC}n \u{20AC} \u{FFFD}\u{FFFD} end" + (target == "text/html" ? "\n" : ""))
    #expect(pasted.errors.contains("'\(target)' is not valid UTF-8; invalid bytes became U+FFFD."))
    #expect(try pb.run("paste", "--raw", target).output.suffix(6).prefix(2) == [0xFF, 0xFE])
    // Another encoding, and text that holds the sign itself, lose nothing.
    for bytes in [Self.latin1("caf\u{E9} cr\u{E8}me"), Array("a \u{FFFD} b".utf8)] {
      let whole = try folder.file("whole", bytes)
      #expect(try pb.other("xclip", "-selection", "clipboard", "-t", target, whole).status == 0)
      #expect(try pb.run("paste").errors.isEmpty)
    }
  }

  @Test func `A file that is not what its name says is copied as what it is`() throws {
    let folder = try TemporaryFolder()
    let bytes = try Data(
      contentsOf: BuiltCommand.fixtures.appending(path: "pictures/words.png"))
    let file = try folder.file("a.html", Array(bytes))
    let copied = try pb.run("copy", file)
    #expect(copied.status == 0 && copied.errors.contains("contains image/png, and was copied as that type"))
    #expect(try pb.run("paste", "-t", "png").output == Array(bytes))
    let refused = try pb.run("convert", file, "--to", "md")
    #expect(refused.status == 2 && refused.errors.contains("is not HTML but PNG"))
    let data = [UInt8](repeating: 0xFE, count: 40)
    #expect(try pb.run("copy", try folder.file("a.bin", data)).status == 0)
    for name in ["b.bin", "b.dat", "b.zzz", "b"] {
      let file = folder.path + "/" + name
      #expect(try pb.run("paste", "-o", file).status == 0)
      #expect(try Data(contentsOf: URL(filePath: file)) == Data(data))
    }
    #expect(try pb.run("paste", "-o", folder.path + "/b.png").status == 1)
  }

  @Test(arguments: [
    ("a.jpg", "pictures/words.png", "image/png", "contains image/png"),
    ("a.doc", "", "text/html", "contains text/html"), ("Info.plist", "", "text/plain", ""),
  ])
  func `Wrong names of pictures, and documents of Word and lists that are markup, lose nothing`(
    name: String, fixture: String, target: String, told: String
  ) throws {
    let folder = try TemporaryFolder()
    let markup = name == "a.doc" ? "<html><p>caf</p></html>" : "<?xml version=\"1.0\"?><plist><dict/></plist>"
    let bytes =
      fixture.isEmpty
      ? Array(markup.utf8) : Array(try Data(contentsOf: BuiltCommand.fixtures.appending(path: fixture)))
    let copied = try pb.run("copy", try folder.file(name, bytes))
    #expect(copied.status == 0 && (told.isEmpty ? copied.errors.isEmpty : copied.errors.contains(told)))
    #expect(try pb.other("xclip", "-selection", "clipboard", "-o", "-t", target).output == bytes)
  }

  @Test func `Text is written into no picture, sound, film, archive or PDF`() throws {
    let folder = try TemporaryFolder()
    #expect(try pb.run("copy", input: Array("hello\n".utf8)).status == 0)
    for name in ["a.png", "a.avif", "a.mp3", "a.mov", "a.zip", "a.pdf"] {
      let pasted = try pb.run("paste", "-o", folder.path + "/" + name)
      #expect(pasted.status == 1 && !pasted.errors.isEmpty, "\(name)")
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/" + name))
    }
    for name in ["a.conf", "a.ts", "a.svg", "a.key"] {
      #expect(try pb.run("paste", "-o", folder.path + "/" + name).status == 0, "\(name)")
    }
  }

  static let samples = [
    Sample(
      name: "notes.md", bytes: latin1("# caf\u{E9}\n"), target: "text/markdown", text: "# café\n",
      html: "<h1>café</h1>"),
    Sample(
      name: "table.csv", bytes: latin1("a,b\nM\u{FC}ller,1\n"), target: "text/csv", text: "a,b\nMüller,1\n",
      html: "<td>Müller</td>"),
    Sample(
      name: "excel.csv", bytes: utf16("a\tb\r\nМир\t1\r\n"), target: "text/csv", text: "a\tb\r\nМир\t1\r\n",
      html: "<td>Мир</td>", told: ""),
    Sample(
      name: "notes.txt", bytes: latin1("cr\u{E8}me\n"), target: "text/plain;charset=windows-1252",
      text: "crème\n", html: "<p>crème</p>"),
    Sample(
      name: "wide.txt", bytes: utf16("Привет\n"), target: "text/plain;charset=utf-16", text: "Привет\n",
      html: "<p>Привет</p>", told: ""),
    Sample(
      name: "old.html", bytes: latin1("<meta charset=\"windows-1251\"><p>\u{CF}\u{F0}\u{E8}</p>"),
      target: "text/html", text: "При\n", html: "<p>", told: ""),
    Sample(
      name: "bare.html", bytes: latin1("<p>M\u{FC}ller</p>"), target: "public.html", text: "Müller\n",
      html: "<p>M", told: ""),
    Sample(
      name: "old.rtf", bytes: Array(#"{\rtf1\ansi\ansicpg1251 \'cf\'f0\'e8}"#.utf8), target: "text/rtf",
      text: "При\n", html: "<p>При</p>", told: ""),
    Sample(
      name: "fonts.rtf",
      bytes: Array(
        #"{\rtf1{\fonttbl{\f0\fcharset128 Mincho;}{\f1\fcharset238 Arial;}}\f0\'93\'fa \f1\'b9}"#.utf8),
      target: "text/rtf", text: "日 ą\n", html: "日", told: ""),
  ]

  @Test(arguments: samples)
  func `What is given is kept, and what is made of it is UTF-8`(sample: Sample) throws {
    let copied = try pb.run("copy", try folder.file(sample.name, sample.bytes))
    #expect(copied.status == 0)
    #expect(
      sample.told.isEmpty ? copied.errors.isEmpty : copied.errors.contains(sample.told), "\(copied.errors)")
    func get(_ target: String) throws -> [UInt8] {
      try pb.other("xclip", "-selection", "clipboard", "-o", "-t", target).output
    }
    #expect(try get(sample.target) == sample.bytes)
    #expect(String(decoding: try get("UTF8_STRING"), as: UTF8.self) == sample.text)
    #expect(try pb.run("paste", "-t", "html").text.contains(sample.html))
  }

  @Test func `A person names the encoding, of a file or of standard input`() throws {
    let bytes: [UInt8] = [0x93, 0xFA, 0x96, 0x7B, 0x0A]
    let file = try folder.file("notes.txt", bytes)
    for copied in [
      try pb.run("copy", "--encoding", "shift_jis", file),
      try pb.run("copy", "--encoding", "shift_jis", input: bytes),
      try pb.run("copy", "--type", "text/plain;charset=shift_jis", file),
      try pb.run("copy", "--type", "text/plain; Charset=\"Shift_JIS\"", input: bytes),
      try pb.run(
        "copy", "-t", "html", "--add", "text/plain;charset=shift_jis=\(file)", input: Array("<p>日本</p>".utf8)),
    ] {
      #expect(copied.status == 0 && copied.errors.isEmpty, "\(copied.errors)")
      #expect(try pb.run("paste").text == "日本\n")
      #expect(try pb.run("paste", "--raw", "text/plain;charset=shift_jis").output == bytes)
    }
    let wrong = try pb.run("copy", "--encoding", "ascii", file)
    #expect(wrong.status == 0 && wrong.errors.contains("is not valid ascii; invalid bytes became U+FFFD"))
    let unknown = try pb.run("copy", "--encoding", "none-such", file)
    #expect(unknown.status == 2 && unknown.errors.contains("unknown encoding 'none-such'"))
    let picture = try pb.run("copy", "-t", "image/png", "--encoding", "latin1", file)
    #expect(picture.status == 2 && picture.errors.contains("applies to text"))
  }

  @Test(arguments: ["foo\0bar\0", "x\0y\0z\n", "a b c\0d e\0é\0", "ab\0\0"])
  func `Words between NUL bytes are not taken for UTF-16`(text: String) throws {
    let file = try folder.file("list.txt", Array(text.utf8))
    for copy in [
      { try self.pb.run("copy", "-t", "plain", input: Array(text.utf8)) }, { try self.pb.run("copy", file) },
    ] {
      #expect(try copy().status == 0)
      #expect(try pb.run("paste", "--raw", "UTF8_STRING").output == Array(text.utf8))
    }
  }

  @Test func `Text with a damaged character stays what it is but there`() throws {
    let bytes = Array("naïve café ".utf8) + [0xC3, 0x0A]
    let copied = try pb.run("copy", try folder.file("cut.txt", bytes))
    #expect(copied.status == 0 && copied.errors.contains("not valid UTF-8"))
    #expect(try pb.run("paste").text == "naïve café \u{FFFD}\n")
    #expect(try pb.run("paste", "--raw", "application/octet-stream").output == bytes)
  }

  @Test func `What is no UTF-8 on standard input is not taken for text`() throws {
    let copied = try pb.run("copy", input: Self.latin1("caf\u{E9}\n"))
    #expect(copied.status == 0 && copied.errors.contains("--encoding"))
    #expect(try pb.run("show", "--targets").text.split(separator: "\n").contains("UTF8_STRING") == false)
  }

  @Test(arguments: [
    "main.ts", "site.pem", "server.key", "mail.eml", "de.pot", "graph.dot", "page.url", "notes.qmd",
  ])
  func `Text is text, whatever else its extension means`(name: String) throws {
    let text = "a line of text\nand one more\n"
    #expect(try pb.run("copy", try folder.file(name, Array(text.utf8))).status == 0)
    #expect(try pb.other("xclip", "-selection", "clipboard", "-o").text == text)
    #expect(try pb.run("paste", "-t", "plain").text == text)
    let film: [UInt8] = [0x47, 0x40, 0, 0x10, 0, 0, 0xB0, 0xFF]
    #expect(try pb.run("copy", try folder.file(name, film)).status == 0)
    #expect(try !pb.run("show", "--targets").text.contains("UTF8_STRING"))
  }
}
