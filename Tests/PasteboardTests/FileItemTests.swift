import Conversions
import Exchange
import Testing
import UniformTypeIdentifiers

@testable import Pasteboard

/// Files on a pasteboard, on a backend in memory.
@Suite("Files")
struct FileItemTests {
  private let pasteboard = Pasteboard(name: .general, backend: .memory())

  private func copy(_ forms: [(String, String)]) throws {
    let forms = Dictionary(uniqueKeysWithValues: forms.map { ($0.0, Array($0.1.utf8)) })
    let names = forms.keys.sorted()
    _ = try pasteboard.backend.serve(
      .general, Content(names: names) { forms[$0].map { Representation(bytes: $0) } }
    ) {}
  }

  private func reader() throws -> PasteboardReader { try PasteboardReader(.general, on: pasteboard.backend) }

  @Test(arguments: [1, 3])
  func `Files are offered in every form that file managers take`(count: Int) throws {
    let items = (1...count).map { PasteboardItem("file:///tmp/%FF\($0)", type: .fileURL) }
    try pasteboard.write(items)
    let names = try reader().targets()
    #expect(
      names.prefix(5) == [
        "text/uri-list", "x-special/gnome-copied-files", "x-special/mate-copied-files", "public.file-url",
        "UTF8_STRING",
      ])
    let lines = (1...count).map { "file:///tmp/%FF\($0)" }
    #expect(try reader().property("text/uri-list").bytes == Array(lines.map { $0 + "\r\n" }.joined().utf8))
    #expect(
      try reader().property("x-special/gnome-copied-files").bytes
        == Array((["copy"] + lines).joined(separator: "\n").utf8))
    #expect(!names.contains(FileListForm.cutMark))
    #expect(try pasteboard.string(forType: .fileURL) == "file:///tmp/%FF1")
    #expect(try pasteboard.pasteboardItems.map { $0.string(forType: .fileURL) } == lines)
    #expect(try pasteboard.string(forType: .utf8PlainText)?.hasPrefix("/tmp/\u{FFFD}1") == true)
  }

  @Test func `Files that are cut say so to every file manager`() {
    var terms = OfferingOptions()
    terms.fileVerb = .cut
    let content = Offering([PasteboardItem("file:///a", type: .fileURL)], terms).content(rules: nil)
    #expect(content.render("x-special/gnome-copied-files")?.bytes == Array("cut\nfile:///a".utf8))
    #expect(content.render(FileListForm.cutMark)?.bytes == [0x31])
  }

  @Test func `A file with content is a file to those who want files, and content to others`() throws {
    var item = PasteboardItem("file:///tmp/a.md", type: .fileURL)
    item.setString("# a", forType: .markdown)
    try pasteboard.write(item)
    #expect(try pasteboard.string(forType: .markdown) == "# a")
    #expect(try pasteboard.string(forType: .utf8PlainText) == "# a")
    #expect(try pasteboard.string(forType: .fileURL) == "file:///tmp/a.md")
  }

  @Test(arguments: [
    [("x-special/gnome-copied-files", "cut\nfile:///a"), ("text/uri-list", "file:///b\r\n")],
    [("x-special/mate-copied-files", "cut\nfile:///a")],
    [("text/uri-list", "file:///a\r\n\u{0}"), ("application/x-kde-cutselection", "1")],
    [("application/x-kde4-urilist", "file:///a\n"), ("application/x-kde-cutselection", "1")],
    [("text/plain", "x-special/nautilus-clipboard\ncut\nfile:///a\n")],
  ])
  func `What file managers copy is read, with what is to be done`(forms: [(String, String)]) throws {
    try copy(forms)
    let choice = try reader().paste(PasteRequest(.fileURL))
    #expect(choice.files == FileList([.path(Array("/a".utf8))], verb: .cut))
  }

  @Test func `Files alone are a list of links, and text is their paths`() throws {
    try copy([("text/uri-list", "file:///tmp/a%20b\r\nfile:///c\r\n"), ("UTF8_STRING", "/tmp/a b\n/c")])
    #expect(try pasteboard.string(forType: .markdown) == "- [a b](file:///tmp/a%20b)\n- [c](file:///c)\n")
    #expect(try pasteboard.string(forType: .utf8PlainText) == "/tmp/a b\n/c")
    try copy([("text/uri-list", "file:///tmp/a%20b\r\n"), ("text/html", "<b>rich</b>")])
    #expect(try pasteboard.string(forType: .markdown) == "**rich**\n")
  }

  @Test func `A link is no file`() throws {
    try copy([("text/uri-list", "https://example.org/\r\n"), ("UTF8_STRING", "Example")])
    #expect(try pasteboard.string(forType: .markdown) == "Example")
    try copy([("text/uri-list", "# nothing\r\n"), ("UTF8_STRING", "text")])
    #expect(try pasteboard.string(forType: .fileURL) == nil)
    #expect(try pasteboard.string(forType: .markdown) == "text")
  }

  @Test func `What is kept of files is pasted in every file manager`() throws {
    var copy = Snapshot()
    copy.names = ["text/uri-list", "application/x-kde-cutselection"]
    copy.representations = [
      "text/uri-list": Representation(bytes: Array("file:///a\r\n\u{0}".utf8)),
      "application/x-kde-cutselection": Representation(bytes: [0x31]),
    ]
    let policy = ServiceManagerPolicy(rules: ReloadableRules())
    for name in [
      "text/uri-list", "x-special/gnome-copied-files", "x-special/mate-copied-files",
      "application/x-kde4-urilist", "application/x-kde-cutselection",
    ] {
      #expect(policy.snapshot.accepts(name))
    }
    let content = policy.content(restoring: copy)
    #expect(content.render("text/uri-list")?.bytes == copy.representations["text/uri-list"]?.bytes)
    #expect(content.render("x-special/gnome-copied-files")?.bytes == Array("cut\nfile:///a".utf8))
    #expect(content.render("x-special/mate-copied-files")?.bytes == Array("cut\nfile:///a".utf8))
  }

  @Test(arguments: [("cut", true), ("copy", false)])
  func `What was cut may be let go because it was read`(verb: String, ends: Bool) throws {
    var copy = Snapshot()
    copy.names = ["x-special/gnome-copied-files"]
    copy.keep(Representation(bytes: Array("\(verb)\nfile:///a\0".utf8)), as: "x-special/gnome-copied-files")
    let policy = ServiceManagerPolicy(rules: ReloadableRules())
    #expect(policy.endsWhenRead(copy) == ends)
    let content = policy.content(restoring: copy)
    #expect(content.render("text/uri-list")?.bytes == Array("file:///a\r\n".utf8))
    #expect(content.names.contains("application/x-kde-cutselection") == ends)
  }
}
