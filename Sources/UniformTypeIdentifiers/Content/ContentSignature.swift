/// Tells formats by the bytes that their files begin with.
package enum ContentSignature {
  /// The type whose signature the bytes have, nil if they have none.
  package static func type(of bytes: [UInt8]) -> UTType? {
    type(ofFirst: bytes) ?? MarkupSignature.type(of: bytes)
  }

  /// The type that the first bytes tell, nil if they tell none. Markup is not told by them: it takes a look at all.
  package static func type(ofFirst bytes: [UInt8]) -> UTType? {
    if let signature = fixed.first(where: { $0.matches(bytes) }) { return signature.type }
    if isBitmap(bytes) { return .bmp }
    if isGIF(bytes) { return .gif }
    if isPDF(bytes) { return .pdf }
    return ZipSignature.type(of: bytes)
  }

  /// True if content is not of a type whose extension many other files have too: `.bin` is anything.
  package static func rulesOut(_ type: UTType, _ bytes: [UInt8]) -> Bool {
    type == macBinary && !isMacBinary(bytes)
  }

  /// Whether content of the type can be text; if not, text with its extension is something else, as `dot` is
  /// a graph too.
  package static func mayBeText(_ type: UTType) -> Bool { !neverText.contains(where: type.conforms) }

  /// Whether content of the type is text, which few types say.
  static func isText(_ type: UTType) -> Bool {
    type.conforms(to: .text) || type.conforms(to: .propertyList) || textual.contains(type)
  }

  private static let textual = [
    "com.apple.web-internet-location", "com.rstudio.rmarkdown", "org.quarto.qmarkdown",
  ].map { UTType(builtIn: $0) }

  private static let neverText: [UTType] =
    [.audiovisualContent, .presentation, .spreadsheet, .icns, .ico]
    + [
      "com.microsoft.word.doc", "com.microsoft.word.dot", "com.adobe.photoshop-image", "com.apple.pict",
      "com.microsoft.outlook.dat",
    ].map { UTType(builtIn: $0) }

  /// Whether content of the type begins with bytes of its own.
  static func isSigned(_ type: UTType) -> Bool {
    fixed.contains { $0.type == type } || [.bmp, .gif, .pdf].contains(type)
  }

  private static let macBinary = UTType(builtIn: "com.apple.macbinary-archive")

  /// A header of 128 bytes with the length of a name and zeros at three places (MacBinary II, "Determining whether a file
  /// is MacBinary").
  private static func isMacBinary(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 128 && 1...63 ~= bytes[1] && [0, 74, 82].allSatisfy { bytes[$0] == 0 }
  }

  /// Bytes at their places.
  private struct Fixed {
    let type: UTType
    let bytes: [UInt8]
    var more: (offset: Int, bytes: [UInt8]) = (0, [])

    func matches(_ content: [UInt8]) -> Bool {
      content.starts(with: bytes) && content.dropFirst(more.offset).starts(with: more.bytes)
    }
  }

  private static let fixed: [Fixed] = [
    Fixed(type: .png, bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    Fixed(type: .jpeg, bytes: [0xFF, 0xD8, 0xFF]),
    Fixed(type: .webP, bytes: Array("RIFF".utf8), more: (8, Array("WEBPVP8".utf8))),
    // TIFF 6.0 and BigTIFF, in both byte orders.
    Fixed(type: .tiff, bytes: [0x49, 0x49, 0x2A, 0x00]),
    Fixed(type: .tiff, bytes: [0x4D, 0x4D, 0x00, 0x2A]),
    Fixed(type: .tiff, bytes: [0x49, 0x49, 0x2B, 0x00]),
    Fixed(type: .tiff, bytes: [0x4D, 0x4D, 0x00, 0x2B]),
    Fixed(type: .rtf, bytes: Array("{\\rtf1".utf8)),
    // Files without a version.
    Fixed(type: .rtf, bytes: Array("{\\rtf\\".utf8)),
    Fixed(type: .gzip, bytes: [0x1F, 0x8B, 0x08]),
    Fixed(type: .bz2, bytes: Array("BZh".utf8), more: (4, [0x31, 0x41, 0x59, 0x26, 0x53, 0x59])),
    Fixed(type: UTType(builtIn: "org.tukaani.xz-archive"), bytes: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]),
    Fixed(type: UTType(builtIn: "org.zstandard.zstd-archive"), bytes: [0x28, 0xB5, 0x2F, 0xFD]),
    Fixed(type: UTType(builtIn: "org.7-zip.7-zip-archive"), bytes: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
    Fixed(type: UTType(builtIn: "com.rarlab.rar-archive"), bytes: Array("Rar!\u{1A}\u{7}".utf8)),
    // POSIX's header, and GNU's.
    Fixed(type: .tarArchive, bytes: [], more: (257, Array("ustar\0".utf8))),
    Fixed(type: .tarArchive, bytes: [], more: (257, Array("ustar  \0".utf8))),
  ]

  /// A text may begin with the name of the format; in a picture zeros end every block (GIF89a, 15).
  private static func isGIF(_ bytes: [UInt8]) -> Bool {
    (bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)) && bytes.contains(0)
  }

  /// The first line says the version alone (ISO 32000, 7.5.2), where it is not followed by more words.
  static func isPDF(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: "%PDF-1.".utf8) || bytes.starts(with: "%PDF-2.".utf8) else { return false }
    let line = bytes.dropFirst(7).prefix { $0 != 0x0A && $0 != 0x0D }
    return line.drop { (0x30...0x39).contains($0) }.allSatisfy {
      $0 == 0x20 || $0 >= 0x80 || $0 == UInt8(ascii: "%")
    }
  }

  /// `BM` alone begins words: a known size of the second header, one plane and a depth that is defined follow.
  private static func isBitmap(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: Array("BM".utf8)), bytes.count >= 26,
      let size = bytes.littleEndian(at: 14, count: 4)
    else { return false }
    // OS/2's header has sides of two bytes.
    let planes = size == 12 ? 22 : 26
    guard [12, 16, 40, 52, 56, 64, 108, 124].contains(size), bytes.littleEndian(at: planes, count: 2) == 1,
      let depth = bytes.littleEndian(at: planes + 2, count: 2)
    else { return false }
    return [0, 1, 2, 4, 8, 16, 24, 32].contains(depth)
  }
}

extension [UInt8] {
  /// The number of `count` bytes at a position, nil if it is not all there.
  func littleEndian(at position: Int, count: Int) -> Int? {
    guard position >= 0, position <= self.count - count else { return nil }
    return self[position..<(position + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

/// Tells HTML, SVG and XML by the tags that they begin with.
enum MarkupSignature {
  static func type(of bytes: [UInt8]) -> UTType? {
    var scanner = TagScanner(bytes)
    guard scanner.skipToTag() else { return nil }
    if scanner.startsWith("<?xml") { return xmlType(&scanner, bytes) }
    // Programs that write pages.
    if scanner.startsWith("<?php") || scanner.startsWith("<?=") { return nil }
    if scanner.startsWith("<!--startfragment") { return .html }
    guard let root = scanner.skipToRoot() else { return nil }
    if scanner.documentType == "html" || ["html", "head", "body", "frameset"].contains(root) {
      return PageTemplate.isTemplate(bytes, isWhole: true) ? nil : .html
    }
    if root == "svg" || scanner.documentType == "svg" { return .svg }
    if root == "meta", scanner.startsWith("<meta charset") || scanner.startsWith("<meta http-equiv") {
      return .html
    }
    let isPage = HTMLFragment.isFragment(bytes, root: root) && !PageTemplate.isTemplate(bytes, isWhole: false)
    return isPage ? .html : nil
  }

  private static func xmlType(_ scanner: inout TagScanner, _ bytes: [UInt8]) -> UTType {
    switch scanner.skipToRoot() {
    case "svg": .svg
    case "html": .html
    case "office" where scanner.startsWith("<office:document "): flatDocumentType(bytes) ?? .xml
    default: .xml
    }
  }

  /// The MIME type in an OpenDocument of one file (ODF 1.3 part 3, 3.1.2); its declarations of names may be
  /// long.
  private static func flatDocumentType(_ bytes: [UInt8]) -> UTType? {
    let head = String(decoding: bytes.prefix(8192), as: UTF8.self)
    let type = head.split(separator: "office:mimetype=\"", maxSplits: 1).dropFirst().first
    return type.flatMap { UTType(mimeType: $0.prefix { $0 != "\"" } + "-flat-xml") }.flatMap {
      $0.isDynamic ? nil : $0
    }
  }
}

/// Tells text from what is none.
enum TextSignature {
  /// True if bytes, which may end within a character, are UTF-8, marked UTF-16, or text in some older character set.
  static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return bytes.count > 2 }
    guard !bytes.contains(0) else { return false }
    return bytes.count(where: isControl) * textPerControl <= bytes.count
  }

  /// Source code now and then holds a control character as it is; what has more of them is no text.
  private static let textPerControl = 16

  /// Control characters but those of printers: backspace to carriage return, and escape.
  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && !(0x08...0x0D ~= byte || byte == 0x1B)
  }
}
