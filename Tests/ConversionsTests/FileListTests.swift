import Conversions
import Testing
import UniformTypeIdentifiers

@Suite("File lists")
struct FileListTests {
  private func read(_ form: String, _ text: String, host: String = "box") -> [FileList.Entry]? {
    FileListForm.called(form)?.read(Array(text.utf8), host: host)?.entries
  }

  @Test func `Addresses hold every byte of a name, and no host`() {
    let path: [UInt8] = Array("/a b/ü%#?\n~._-".utf8) + [0xFF, 0xFE]
    let address = FileAddress.encode(path)
    #expect(address == "file:///a%20b/%C3%BC%25%23%3F%0A~._-%FF%FE")
    for form in FileListForm.all {
      let list = FileList([.path(path)], verb: form.hasVerb ? .cut : .copy)
      #expect(form.read(form.write(list)) == list)
    }
  }

  @Test func `Each form is written to the byte as programs take it`() {
    let list = FileList([.path(Array("/a".utf8)), .path(Array("/b".utf8))], verb: .cut)
    let written = FileListForm.offered.map { String(decoding: $0.write(list), as: UTF8.self) }
    #expect(
      written == [
        "file:///a\r\nfile:///b\r\n", "cut\nfile:///a\nfile:///b", "cut\nfile:///a\nfile:///b", "file:///a",
      ])
  }

  @Test(arguments: [
    "file:/a%20b", "file:///a%20b", "file:///a b", "file://localhost/a%20b", "FILE://BOX/a%20b", "/a b",
    "# comment\r\n\r\nfile:///a%20b\r\n", "file:///a%20b\u{0}", "file:///a%20b\nfile:///no%2Fname",
    "file:///a%20b\nfile:///no%00name\nno address",
  ])
  func `Whatever programs write for a path is that path`(text: String) {
    #expect(read("text/uri-list", text) == [.path(Array("/a b".utf8))])
    #expect(read("x-special/gnome-copied-files", "copy\n" + text) == [.path(Array("/a b".utf8))])
  }

  @Test func `What is elsewhere keeps its address`() {
    #expect(
      read("text/uri-list", "sftp://host/a%20b\nfile://other/x\nhttps://example.org/")
        == [.address("sftp://host/a%20b"), .address("file://other/x"), .address("https://example.org/")])
  }

  @Test(arguments: ["", "\r\n", "#", "move\nfile:///a", "copy", "file:///a"])
  func `What is no list of copied files is none`(text: String) {
    #expect(read("x-special/gnome-copied-files", text) == nil)
  }

  @Test func `The text that some versions of Nautilus wrote is read`() {
    let text = Array("x-special/nautilus-clipboard\ncut\nfile:///a\n".utf8)
    #expect(FileListForm.nautilusText(text) == FileList([.path(Array("/a".utf8))], verb: .cut))
    #expect(FileListForm.nautilusText(Array("copy\nfile:///a".utf8)) == nil)
  }

  @Test func `Files become links, paths and an address`() throws {
    let list = FileList([.path(Array("/tmp/a [b]\n.txt".utf8)), .address("sftp://host/x")])
    func text(_ type: UTType) throws -> String {
      String(decoding: try ConverterGraph.shared.convert(list, to: type), as: UTF8.self)
    }
    #expect(
      try text(.markdown)
        == "- [a \\[b\\] .txt](file:///tmp/a%20%5Bb%5D%0A.txt)\n- <sftp://host/x>\n")
    #expect(try text(.plainText) == "/tmp/a [b]\n.txt\nsftp://host/x")
    #expect(try text(.fileURL) == "file:///tmp/a%20%5Bb%5D%0A.txt")
    #expect(throws: ConversionError.self) { try text(.png) }
    let bytes = Array("file:///a\r\n".utf8)
    #expect(try ConverterGraph.shared.convert(bytes, from: .fileURL, to: .plainText) == Array("/a".utf8))
  }
}
