import Foundation
import Testing
// Only the public API: this file must compile as it would against Apple's framework.
import UniformTypeIdentifiers

/// Calls that programs for Apple's systems make, with the types that Apple's declarations promise.
@Suite("Source compatibility") struct SourceCompatibilityTests {
  @Test("Initialisers")
  func initialisers() throws {
    let byIdentifier: UTType? = UTType("public.png")
    let byExtension: UTType? = UTType(filenameExtension: "png")
    let byExtensionBelow: UTType? = UTType(filenameExtension: "png", conformingTo: .image)
    let byMIMEType: UTType? = UTType(mimeType: "image/png")
    let byMIMETypeBelow: UTType? = UTType(mimeType: "image/png", conformingTo: .image)
    let byTag: UTType? = UTType(tag: "png", tagClass: .filenameExtension, conformingTo: nil)
    let all: [UTType] = UTType.types(tag: "png", tagClass: UTTagClass.filenameExtension, conformingTo: .image)
    for type in [byIdentifier, byExtension, byExtensionBelow, byMIMEType, byMIMETypeBelow, byTag, all.first] {
      #expect(type == .png)
    }
    let exported: UTType = UTType(exportedAs: "com.example.note")
    let exportedBelow: UTType = UTType(exportedAs: "com.example.note", conformingTo: .plainText)
    let imported: UTType = UTType(importedAs: "com.example.note")
    let importedBelow: UTType = UTType(importedAs: "com.example.note", conformingTo: .package)
    #expect(exported.conforms(to: .data) && imported.conforms(to: .data))
    #expect(exportedBelow.conforms(to: .text) && importedBelow.conforms(to: .directory))
    let kept: UTType? = UTType(identifier: "com.example.note", allowUndeclared: true)
    #expect(kept?.identifier == "com.example.note")
    #expect(UTType(identifier: "com.example.unknown", allowUndeclared: false) == nil)
  }

  @Test("Properties and methods")
  func properties() {
    let type: UTType = .jpeg
    let identifier: String = type.identifier
    let filenameExtension: String? = type.preferredFilenameExtension
    let mimeType: String? = type.preferredMIMEType
    let description: String? = type.localizedDescription
    let version: Int? = type.version
    let referenceURL: String? = type.referenceURL?.absoluteString
    let flags: [Bool] = [type.isDeclared, type.isDynamic, type.isPublic]
    let tags: [UTTagClass: [String]] = type.tags
    let supertypes: Set<UTType> = type.supertypes
    let relations: [Bool] = [
      type.conforms(to: .image), type.isSubtype(of: .image), type.isSupertype(of: .image),
    ]
    #expect(identifier == "public.jpeg" && filenameExtension == "jpeg" && mimeType == "image/jpeg")
    #expect(description != nil && version == nil && referenceURL == nil)
    #expect(flags == [true, false, true])
    #expect(
      tags[.filenameExtension]?.contains("jpg") == true && tags[.mimeType]?.contains("image/jpeg") == true)
    #expect(supertypes.contains(.image) && !supertypes.contains(type))
    #expect(relations == [true, true, false])
  }

  @Test("Tag classes")
  func tagClasses() {
    let filenameExtension: UTTagClass = .filenameExtension
    let made = UTTagClass(rawValue: "public.mime-type")
    let raw: String = filenameExtension.rawValue
    #expect(raw == "public.filename-extension" && made == .mimeType)
  }

  @Test("Conformances to protocols")
  func protocols() throws {
    func use(
      _ value: some Hashable & Sendable & Codable & CustomStringConvertible & CustomDebugStringConvertible
    ) {}
    use(UTType.png)
    let encoded = try JSONEncoder().encode([UTType.png, .markdown])
    #expect(String(decoding: encoded, as: UTF8.self) == #"["public.png","net.daringfireball.markdown"]"#)
    #expect(try JSONDecoder().decode([UTType].self, from: encoded) == [.png, .markdown])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([UTType].self, from: Data(#"["com.example.unknown"]"#.utf8))
    }
    #expect("\(UTType.png)" == "public.png")
    #expect([UTType.png: 1, .gif: 2][.gif] == 2)
  }

  @Test("A type is small, whatever it is")
  func size() {
    #expect(MemoryLayout<UTType>.size <= 16)
  }

  @Test("Paths")
  func paths() {
    #expect("pets".appendingPathComponent("puppy", conformingTo: .jpeg) == "pets/puppy.jpeg")
    #expect("pets/".appendingPathComponent("puppy.jpg", conformingTo: .jpeg) == "pets/puppy.jpg")
    #expect("pets".appendingPathComponent("puppy.jpg", conformingTo: .plainText) == "pets/puppy.jpg.txt")
    #expect("puppy.jpg".appendingPathExtension(for: .image) == "puppy.jpg")
    #expect("puppy.PNG".appendingPathExtension(for: .png) == "puppy.PNG")
    #expect("puppy".appendingPathExtension(for: .data) == "puppy")
    // A type without an extension has that of the nearest one above.
    for (type, name) in [
      (UTType.utf8PlainText, "a.txt"), (.sourceCode, "a.txt"), (.utf8TabSeparatedText, "a.tsv"),
      (.appleProtectedMPEG4Video, "a.m4v"), (.image, "a"), (.folder, "a"),
    ] {
      #expect("a".appendingPathExtension(for: type) == name)
    }
    #expect("a.md/.profile".appendingPathExtension(for: .markdown) == "a.md/.profile.md")
  }

  @Test("What is imported is the type that files of its extension have")
  func imported() {
    for (identifier, expected) in [
      ("public.mpeg-4-audio", "public.mpeg-4"), ("com.apple.xml-property-list", "com.apple.property-list"),
      ("public.jpeg", "public.jpeg"), ("com.apple.application-bundle", "com.apple.application-bundle"),
      ("com.example.unknown", "com.example.unknown"),
    ] {
      #expect(UTType(importedAs: identifier).identifier == expected)
    }
    #expect(UTType(exportedAs: "public.mpeg-4-audio").identifier == "public.mpeg-4-audio")
  }

  @Test("What programs print of types")
  func debugDescriptions() throws {
    #expect("\([UTType.jpeg])" == "[public.jpeg (not dynamic, declared)]")
    #expect(try #require(UTType("dyn.age8u")).debugDescription == "dyn.age8u (dynamic, not declared)")
    #expect(UTTagClass.mimeType.debugDescription == "public.mime-type")
  }

  @Test("What is no extension has no type", arguments: ["", "a b", "jpg ", "a\u{202E}b", "tar.gz", "a/b"])
  func noExtension(text: String) {
    #expect(UTType(filenameExtension: text) == nil)
  }

  @Test("Constants", arguments: standardTypes)
  func constants(_ type: UTType, _ identifier: String) {
    #expect(type.identifier == identifier)
    #expect(type.isDeclared)
    #expect(UTType(identifier) == type)
  }
}

/// The framework's constants and their identifiers (UTCoreTypes.h).
private let standardTypes: [(UTType, String)] = [
  (.item, "public.item"),
  (.content, "public.content"),
  (.compositeContent, "public.composite-content"),
  (.data, "public.data"),
  (.directory, "public.directory"),
  (.resolvable, "com.apple.resolvable"),
  (.symbolicLink, "public.symlink"),
  (.executable, "public.executable"),
  (.mountPoint, "com.apple.mount-point"),
  (.aliasFile, "com.apple.alias-file"),
  (.urlBookmarkData, "com.apple.bookmark"),
  (.diskImage, "public.disk-image"),
  (.url, "public.url"),
  (.fileURL, "public.file-url"),
  (.internetLocation, "com.apple.internet-location"),
  (.internetShortcut, "com.microsoft.internet-shortcut"),
  (.bookmark, "public.bookmark"),
  (.linkPresentationMetadata, "com.apple.linkpresentation.metadata"),
  (.text, "public.text"),
  (.plainText, "public.plain-text"),
  (.utf8PlainText, "public.utf8-plain-text"),
  (.utf16ExternalPlainText, "public.utf16-external-plain-text"),
  (.utf16PlainText, "public.utf16-plain-text"),
  (.delimitedText, "public.delimited-values-text"),
  (.commaSeparatedText, "public.comma-separated-values-text"),
  (.tabSeparatedText, "public.tab-separated-values-text"),
  (.utf8TabSeparatedText, "public.utf8-tab-separated-values-text"),
  (.markdown, "net.daringfireball.markdown"),
  (.rtf, "public.rtf"),
  (.html, "public.html"),
  (.xml, "public.xml"),
  (.yaml, "public.yaml"),
  (.css, "public.css"),
  (.json, "public.json"),
  (.geoJSON, "public.geojson"),
  (.log, "public.log"),
  (.sourceCode, "public.source-code"),
  (.assemblyLanguageSource, "public.assembly-source"),
  (.cSource, "public.c-source"),
  (.objectiveCSource, "public.objective-c-source"),
  (.swiftSource, "public.swift-source"),
  (.cPlusPlusSource, "public.c-plus-plus-source"),
  (.objectiveCPlusPlusSource, "public.objective-c-plus-plus-source"),
  (.cHeader, "public.c-header"),
  (.cPlusPlusHeader, "public.c-plus-plus-header"),
  (.script, "public.script"),
  (.appleScript, "com.apple.applescript.text"),
  (.osaScript, "com.apple.applescript.script"),
  (.osaScriptBundle, "com.apple.applescript.script-bundle"),
  (.javaScript, "com.netscape.javascript-source"),
  (.shellScript, "public.shell-script"),
  (.perlScript, "public.perl-script"),
  (.pythonScript, "public.python-script"),
  (.rubyScript, "public.ruby-script"),
  (.phpScript, "public.php-script"),
  (.makefile, "public.make-source"),
  (.propertyList, "com.apple.property-list"),
  (.xmlPropertyList, "com.apple.xml-property-list"),
  (.binaryPropertyList, "com.apple.binary-property-list"),
  (.pdf, "com.adobe.pdf"),
  (.rtfd, "com.apple.rtfd"),
  (.flatRTFD, "com.apple.flat-rtfd"),
  (.webArchive, "com.apple.webarchive"),
  (.epub, "org.idpf.epub-container"),
  (.spreadsheet, "public.spreadsheet"),
  (.presentation, "public.presentation"),
  (.database, "public.database"),
  (.image, "public.image"),
  (.jpeg, "public.jpeg"),
  (.tiff, "public.tiff"),
  (.gif, "com.compuserve.gif"),
  (.png, "public.png"),
  (.icns, "com.apple.icns"),
  (.bmp, "com.microsoft.bmp"),
  (.ico, "com.microsoft.ico"),
  (.rawImage, "public.camera-raw-image"),
  (.svg, "public.svg-image"),
  (.livePhoto, "com.apple.live-photo"),
  (.heif, "public.heif"),
  (.heic, "public.heic"),
  (.heics, "public.heics"),
  (.webP, "org.webmproject.webp"),
  (.exr, "com.ilm.openexr-image"),
  (.dng, "com.adobe.raw-image"),
  (.jpegxl, "public.jpeg-xl"),
  (.threeDContent, "public.3d-content"),
  (.usd, "com.pixar.universal-scene-description"),
  (.usdz, "com.pixar.universal-scene-description-mobile"),
  (.realityFile, "com.apple.reality"),
  (.sceneKitScene, "com.apple.scenekit.scene"),
  (.arReferenceObject, "com.apple.arobject"),
  (.audiovisualContent, "public.audiovisual-content"),
  (.movie, "public.movie"),
  (.video, "public.video"),
  (.audio, "public.audio"),
  (.quickTimeMovie, "com.apple.quicktime-movie"),
  (.mpeg, "public.mpeg"),
  (.mpeg2Video, "public.mpeg-2-video"),
  (.mpeg2TransportStream, "public.mpeg-2-transport-stream"),
  (.mp3, "public.mp3"),
  (.mpeg4Movie, "public.mpeg-4"),
  (.mpeg4Audio, "public.mpeg-4-audio"),
  (.appleProtectedMPEG4Audio, "com.apple.protected-mpeg-4-audio"),
  (.appleProtectedMPEG4Video, "com.apple.protected-mpeg-4-video"),
  (.avi, "public.avi"),
  (.aiff, "public.aiff-audio"),
  (.wav, "com.microsoft.waveform-audio"),
  (.midi, "public.midi-audio"),
  (.playlist, "public.playlist"),
  (.m3uPlaylist, "public.m3u-playlist"),
  (.ahap, "com.apple.haptics.ahap"),
  (.folder, "public.folder"),
  (.volume, "public.volume"),
  (.package, "com.apple.package"),
  (.bundle, "com.apple.bundle"),
  (.pluginBundle, "com.apple.plugin"),
  (.spotlightImporter, "com.apple.metadata-importer"),
  (.quickLookGenerator, "com.apple.quicklook-generator"),
  (.xpcService, "com.apple.xpc-service"),
  (.framework, "com.apple.framework"),
  (.application, "com.apple.application"),
  (.applicationBundle, "com.apple.application-bundle"),
  (.applicationExtension, "com.apple.application-and-system-extension"),
  (.unixExecutable, "public.unix-executable"),
  (.exe, "com.microsoft.windows-executable"),
  (.systemPreferencesPane, "com.apple.systempreference.prefpane"),
  (.archive, "public.archive"),
  (.gzip, "org.gnu.gnu-zip-archive"),
  (.bz2, "public.bzip2-archive"),
  (.zip, "public.zip-archive"),
  (.appleArchive, "com.apple.archive"),
  (.tarArchive, "public.tar-archive"),
  (.message, "public.message"),
  (.contact, "public.contact"),
  (.vCard, "public.vcard"),
  (.toDoItem, "public.to-do-item"),
  (.calendarEvent, "public.calendar-event"),
  (.emailMessage, "public.email-message"),
  (.font, "public.font"),
  (.pkcs12, "com.rsa.pkcs-12"),
  (.x509Certificate, "public.x509-certificate"),
]
