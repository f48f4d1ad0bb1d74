import Testing
import UniformTypeIdentifiers

@Suite("Looking up tags") struct TagTests {
  @Test(
    "One MIME type in all its spellings",
    arguments: [
      ("text/plain", "public.plain-text"),
      ("TEXT/Plain", "public.plain-text"),
      ("text/plain;charset=utf-8", "public.utf8-plain-text"),
      ("text/plain; charset=UTF-8", "public.utf8-plain-text"),
      ("Text/Plain ; Charset=\"utf-8\"", "public.utf8-plain-text"),
      ("text/plain;charset=utf-16", "public.utf16-plain-text"),
      ("text/plain;charset=iso-8859-1", "public.plain-text"),
      ("text/html;charset=utf-8", "public.html"),
      ("text/markdown; charset=UTF-8; variant=GFM", "net.daringfireball.markdown"),
      ("text/x-markdown", "net.daringfireball.markdown"),
      ("application/octet-stream", "public.data"),
    ])
  func mimeTypes(_ mimeType: String, _ identifier: String) {
    #expect(UTType(mimeType: mimeType)?.identifier == identifier)
  }

  @Test("No MIME type", arguments: ["", "text", "/", "/plain", "a/b/c", ";charset=utf-8"])
  func noMIMEType(_ string: String) {
    #expect(UTType(mimeType: string) == nil)
  }

  @Test("A MIME type without a subtype is one that nothing declares")
  func emptySubtype() throws {
    let type = try #require(UTType(mimeType: "foo/"))
    #expect(type.isDynamic && type.preferredMIMEType == "foo/" && type.conforms(to: .data))
  }

  @Test(
    "Names that desktops alone have lead to a type, and are no tags of it",
    arguments: [
      ("model/obj", "public.geometry-definition-format"), ("image/x-portable-pixmap", "public.pbm"),
      ("application/x-apple-diskimage", "com.apple.disk-image-udif"), ("image/ktx", "org.khronos.ktx"),
      ("application/x-mswinurl", "com.microsoft.internet-shortcut"),
      ("video/mp2t", "public.mpeg-2-transport-stream"),
    ])
  func desktopNames(_ mimeType: String, _ identifier: String) throws {
    let type = try #require(UTType(mimeType: mimeType))
    #expect(type.identifier == identifier && type.preferredMIMEType == nil)
    #expect(type.tags[.mimeType] == nil && type.exchangedMIMETypes.contains(mimeType))
  }

  @Test("Extensions and MIME types are in lower case, however they are declared")
  func lowerCase() throws {
    let document = try #require(UTType(filenameExtension: "docm"))
    #expect(document.preferredMIMEType == "application/vnd.ms-word.document.macroenabled.12")
    #expect(document.exchangedMIMETypes.first == "application/vnd.ms-word.document.macroEnabled.12")
    #expect(UTType("com.apple.finder.smart-folder")?.preferredFilenameExtension == "savedsearch")
  }

  @Test("No extension", arguments: ["tar.gz", ".md", "a/b", "fooo.baar", "a\u{0}b", "a\nb"])
  func noExtension(_ string: String) {
    #expect(UTType(filenameExtension: string) == nil)
    #expect(UTType.types(tag: string, tagClass: .filenameExtension, conformingTo: nil).isEmpty)
  }

  @Test(
    "The preferred extension of the type of an extension",
    arguments: [
      ("hdr", "pic"), ("tsx", "ts"), ("pic", "pict"), ("oga", "ogg"), ("tb2", "bz2"), ("book", "iba"),
    ])
  func preferredExtension(_ filenameExtension: String, _ preferred: String) {
    #expect(UTType(filenameExtension: filenameExtension)?.preferredFilenameExtension == preferred)
  }

  @Test("Extensions of Markdown", arguments: ["md", "markdown", "mdown", "mkd", "mkdn", "MD", "Markdown"])
  func markdown(_ filenameExtension: String) {
    #expect(UTType(filenameExtension: filenameExtension) == .markdown)
  }

  @Test("The default supertype leaves out packages")
  func files() {
    #expect(UTType(filenameExtension: "app")?.identifier == "com.apple.application-file")
    #expect(UTType(filenameExtension: "app", conformingTo: .package) == .applicationBundle)
    #expect(UTType(filenameExtension: "pages")?.identifier == "com.apple.iwork.pages.sffpages")
    #expect(
      UTType(filenameExtension: "pages", conformingTo: .directory)?.identifier
        == "com.apple.iwork.pages.pages")
    #expect(UTType(filenameExtension: "rtfd", conformingTo: .directory) == .rtfd)
    #expect(UTType(filenameExtension: "ts") == .mpeg2TransportStream)
    #expect(UTType(filenameExtension: "mp4") == .mpeg4Movie)
    #expect(UTType(filenameExtension: "mp4", conformingTo: .audio) == .mpeg4Audio)
  }

  @Test("All types with a tag, the preferred one first")
  func several() {
    let lists = UTType.types(tag: "plist", tagClass: .filenameExtension, conformingTo: nil)
    #expect(lists.first == .propertyList)
    #expect(Set(lists).isSuperset(of: [.propertyList, .xmlPropertyList, .binaryPropertyList]))
    #expect(
      UTType.types(tag: "plist", tagClass: .filenameExtension, conformingTo: .xml) == [.xmlPropertyList])
  }

  @Test("OSTypes keep their case and spaces; pasteboard names their case")
  func exactTags() {
    func identifier(_ tag: String, _ tagClass: UTTagClass) -> String? {
      let type = UTType(tag: tag, tagClass: tagClass, conformingTo: nil)
      return type?.isDeclared == true ? type?.identifier : nil
    }
    #expect(identifier("TEXT", .osType) == "com.apple.traditional-mac-plain-text")
    #expect(identifier("text", .osType) == nil)
    #expect(identifier("url ", .osType) == "public.url")
    #expect(identifier("url", .osType) == nil)
    #expect(identifier("ƒlib", .osType) == "com.apple.library-folder")
    #expect(UTType(tag: "fives", tagClass: .osType, conformingTo: nil) == nil)
    #expect(identifier("NSStringPboardType", .pasteboardType) == "public.utf8-plain-text")
    #expect(identifier("nsstringpboardtype", .pasteboardType) == nil)
    #expect(identifier("NeXT Rich Text Format v1.0 pasteboard type", .pasteboardType) == "public.rtf")
  }

  @Test("Declared MIME types alone")
  func declaredMIMETypes() {
    #expect(UTType(declaredMIMEType: "TEXT/HTML; charset=utf-8") == .html)
    #expect(UTType(declaredMIMEType: "text/plain;charset=utf-8") == .utf8PlainText)
    for name in ["text/x-moz-url-priv", "application/x-unheard-of", "nonsense", ""] {
      #expect(UTType(declaredMIMEType: name) == nil)
    }
  }

  @Test("Pasteboard names that hold an OSType")
  func flavors() {
    func type(_ name: String) -> UTType? { UTType(tag: name, tagClass: .pasteboardType, conformingTo: nil) }
    #expect(type("CorePasteboardFlavorType 0x54455854")?.identifier == "com.apple.traditional-mac-plain-text")
    #expect(type("CorePasteboardFlavorType 0x75726C20") == .url)
    for name in [
      "0x54455854", "CorePasteboardFlavorType 0x5445585", "CorePasteboardFlavorType 0xC4455854",
      "CorePasteboardFlavorType 0x-4455854",
    ] {
      #expect(type(name)?.isDynamic == true, "\(name)")
    }
  }

  @Test("An unknown tag class has no types")
  func unknownClass() {
    let tagClass = UTTagClass(rawValue: "com.example.colour")
    #expect(UTType(tag: "red", tagClass: tagClass, conformingTo: nil) == nil)
    #expect(UTType.types(tag: "red", tagClass: tagClass, conformingTo: .data) == [])
  }

  @Test("Every tag leads back to a type that has it", arguments: UTType.builtInTypes)
  func tagsLeadBack(_ type: UTType) {
    for (tagClass, tags) in type.tags {
      for tag in tags {
        let types = UTType.types(tag: tag, tagClass: tagClass, conformingTo: nil)
        #expect(types.contains(type), "\(tag)")
        #expect(types.allSatisfy { $0.isDeclared })
      }
    }
    #expect(type.preferredFilenameExtension == type.tags[.filenameExtension]?.first)
    #expect(type.preferredMIMEType == type.tags[.mimeType]?.first)
  }
}
