import Foundation
import Testing
// Only public API: these lines are as programs for Apple's systems have them.
import UniformTypeIdentifiers
import UniformTypeIdentifiersFoundation

/// What programs for Apple's systems do with types, thirty times: it compiles, and answers as it does there.
@Suite("Idioms of Apple's API") struct IdiomTests {
  private struct Attachment: Codable, Hashable {
    var name: String
    var type: UTType
  }

  @Test("URLs of directories end in a slash")
  func directories() throws {
    let folder = try #require(URL(string: "file:///tmp/"))
    for (name, type, path) in [
      ("Foo", UTType.applicationBundle, "Foo.app/"), ("x", .folder, "x/"), ("d", .rtfd, "d.rtfd/"),
      ("a", .png, "a.png"),
    ] {
      #expect(
        folder.appendingPathComponent(name, conformingTo: type).absoluteString == "file:///tmp/\(path)")
    }
    let plain = try #require(URL(string: "file:///tmp/foo"))
    #expect(plain.appendingPathExtension(for: .applicationBundle).absoluteString == "file:///tmp/foo.app/")
    let directory = try #require(URL(string: "file:///tmp/foo/"))
    #expect(directory.appendingPathExtension(for: .png).absoluteString == "file:///tmp/foo.png")
  }

  @Test("Where a format is described is a URL")
  func referenceURLs() {
    let address: URL? = UTType.png.referenceURL
    #expect(address?.absoluteString == UTType.png.referenceURL?.absoluteString)
  }

  @Test(
    "Which kind of file is this?",
    arguments: [
      ("photo.heic", UTType.image), ("film.mov", .movie), ("song.mp3", .audio), ("page.html", .html),
      ("notes.md", .plainText), ("scan.pdf", .pdf), ("a.zip", .archive), ("table.csv", .delimitedText),
      ("main.swift", .sourceCode), ("Font.ttf", .font), ("a.json", .json), ("letter.rtf", .rtf),
    ])
  func kinds(name: String, kind: UTType) throws {
    // 1. By the extension of a URL.
    let url = URL(fileURLWithPath: "/tmp/\(name)")
    let type = try #require(UTType(filenameExtension: url.pathExtension))
    #expect(type.conforms(to: kind))
    // 2. The same without a type in between.
    #expect(UTType(filenameExtension: url.pathExtension)?.conforms(to: kind) ?? false)
    // 3. With the kind as a hint.
    #expect(UTType(filenameExtension: url.pathExtension, conformingTo: kind)?.isDeclared == true)
  }

  @Test func `Names of files are those of Foundation's strings, too`() {
    #expect(("photo" as NSString).appendingPathExtension(for: .png) == "photo.png")
    #expect(("dir" as NSString).appendingPathComponent("a", conformingTo: .plainText) == "dir/a.txt")
  }

  @Test func `A program's own types are known once they are named, and stand below each other`() throws {
    let document = UTType(exportedAs: "com.example.idioms.document", conformingTo: .json)
    let template = UTType(exportedAs: "com.example.idioms.template", conformingTo: document)
    #expect(template.conforms(to: .json) && template.supertypes.contains(.text))
    #expect(UTType("com.example.idioms.template") == template)
    let attachment = Attachment(name: "a", type: document)
    #expect(try JSONDecoder().decode(Attachment.self, from: JSONEncoder().encode(attachment)) == attachment)
    // None is below itself, whoever says so.
    let loop = UTType(exportedAs: "com.example.idioms.document", conformingTo: template)
    #expect(loop.supertypes.contains(.json) && document.conforms(to: .json))
  }

  @Test("A MIME type for an upload")
  func mimeTypes() {
    // 4. With something to fall back to.
    func mimeType(for path: String) -> String {
      let fileExtension = URL(fileURLWithPath: path).pathExtension
      return UTType(filenameExtension: fileExtension)?.preferredMIMEType ?? "application/octet-stream"
    }
    #expect(mimeType(for: "/a/b.png") == "image/png")
    #expect(mimeType(for: "/a/b.nosuchtype") == "application/octet-stream")
    // 5. And back: an extension for what a server sent.
    #expect(UTType(mimeType: "image/jpeg")?.preferredFilenameExtension == "jpeg")
    // 6. Parameters of what it sent are cut off by the caller.
    let header = "text/html; charset=utf-8"
    let bare = header.split(separator: ";").first.map(String.init) ?? header
    #expect(UTType(mimeType: bare) == .html)
    // 7. All types of a MIME type.
    #expect(UTType.types(tag: "image/png", tagClass: .mimeType, conformingTo: nil).contains(.png))
  }

  @Test("File names")
  func names() {
    let folder = URL(fileURLWithPath: "/tmp/export", isDirectory: true)
    // 8. A name for a new file.
    #expect(folder.appendingPathComponent("Report", conformingTo: .pdf).lastPathComponent == "Report.pdf")
    // 9. A name that has an extension that fits.
    #expect(folder.appendingPathComponent("a.jpg", conformingTo: .image).lastPathComponent == "a.jpg")
    // 10. An extension added in place.
    var url = folder.appendingPathComponent("notes")
    url.appendPathExtension(for: .markdown)
    #expect(url.lastPathComponent == "notes.md")
    // 11. A component added in place.
    var other = folder
    other.appendPathComponent("pic", conformingTo: .png)
    #expect(other.path == "/tmp/export/pic.png")
    // 12. A temporary file of a type.
    let name = UUID().uuidString + "." + (UTType.tiff.preferredFilenameExtension ?? "dat")
    #expect(name.hasSuffix(".tiff"))
    // 13. On strings.
    #expect("pets".appendingPathComponent("puppy", conformingTo: .jpeg) == "pets/puppy.jpeg")
  }

  @Test("Lists of what is taken")
  func filters() {
    // 14. What a program opens, as extensions.
    let readable: [UTType] = [.plainText, .rtf, .html, .markdown]
    let extensions = readable.compactMap(\.preferredFilenameExtension)
    #expect(extensions == ["txt", "rtf", "html", "md"])
    // 15. Whether a drop may land.
    let offered: [UTType] = [.fileURL, .png, .utf8PlainText]
    #expect(offered.contains { $0.conforms(to: .image) })
    // 16. The richest of what is offered, by a list of wishes.
    let wishes: [UTType] = [.rtf, .html, .image, .text]
    #expect(wishes.first { wish in offered.contains { $0.conforms(to: wish) } } == .image)
    // 17. Sets.
    let allowed: Set<UTType> = [.jpeg, .png, .heic]
    #expect(!allowed.isDisjoint(with: offered) && allowed.contains(.png))
    // 18. Every extension of a kind, for an open panel.
    let tags = UTType.jpeg.tags[.filenameExtension] ?? []
    #expect(Set(tags).isSuperset(of: ["jpg", "jpeg"]))
    // 19. Supertypes instead of conformance.
    #expect(UTType.png.supertypes.contains(.image))
    // 20. Subtypes.
    #expect(UTType.png.isSubtype(of: .image) && UTType.image.isSupertype(of: .png))
  }

  @Test("Types of one's own")
  func ownTypes() {
    // 21. An exported type as a constant.
    #expect(UTType.exampleNote.identifier == "com.example.note")
    #expect(UTType.exampleNote.conforms(to: .data))
    // 22. An imported one, below another.
    let imported = UTType(importedAs: "com.example.sketch", conformingTo: .image)
    #expect(imported.conforms(to: .image))
    // 23. One that is not declared, from its identifier.
    #expect(UTType("com.example.unknown") == nil)
    // 24. Compared by identifier.
    #expect(UTType("public.PNG")?.identifier == UTType.png.identifier)
  }

  @Test("Types that nobody declares")
  func dynamicTypes() throws {
    // 25. An extension that nobody knows.
    let type = try #require(UTType(filenameExtension: "nosuchtype"))
    #expect(type.isDynamic && !type.isDeclared && !type.isPublic)
    // 26. It comes back from its identifier, with its tag.
    let back = try #require(UTType(type.identifier))
    #expect(back == type && back.preferredFilenameExtension == "nosuchtype")
    // 27. As a kind of image.
    let image = try #require(UTType(filenameExtension: "nosuchtype", conformingTo: .image))
    #expect(image.conforms(to: .image))
    // 28. Switching over what it is.
    func word(_ type: UTType) -> String {
      switch type {
      case .png, .jpeg: "picture"
      case _ where type.conforms(to: .text): "text"
      default: type.isDynamic ? "unknown" : "other"
      }
    }
    #expect(
      ["png", "md", "nosuchtype", "zip"].compactMap { UTType(filenameExtension: $0) }.map(word) == [
        "picture", "text", "unknown", "other",
      ])
  }

  @Test("Saved and shown")
  func savedAndShown() throws {
    // 29. In a document's model.
    let attachment = Attachment(name: "a", type: .pdf)
    let data = try JSONEncoder().encode(attachment)
    #expect(try JSONDecoder().decode(Attachment.self, from: data) == attachment)
    // 30. In a list of files.
    #expect(UTType.pdf.localizedDescription?.isEmpty == false)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).txt")
    try Data("plain words\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(file.contentType == .plainText)
    #expect(URL(string: "https://example.org/a.png")?.contentType == nil)
  }
}

extension UTType {
  fileprivate static let exampleNote = UTType(exportedAs: "com.example.note")
}
