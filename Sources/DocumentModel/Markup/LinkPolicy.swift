/// The addresses that a document may hold: those that show or fetch something, none that runs or reads locally.
@usableFromInline package enum LinkPolicy {
  /// Pictures inside an address larger than this many bytes stay out of documents.
  package static let dataLimit = 16 * 1024

  /// Schemes that run code, read files of this machine, or mean something only inside one program.
  private static let unsafeSchemes: Set<String> = [
    "javascript", "vbscript", "livescript", "mocha", "data", "file", "blob", "cid", "mid", "about", "jar",
    "view-source", "filesystem", "mhtml", "mk", "res", "ms-its", "its", "chrome", "resource", "wyciwyg",
    "feed",
    "chrome-extension", "moz-extension", "ms-appx", "ms-local-stream", "x-javascript", "content", "intent",
    "x-apple.systempreferences", "search-ms", "ms-msdt", "ms-officecmd",
  ]

  private static let pictureKinds = ["png", "jpeg", "jpg", "gif", "webp", "avif", "bmp"]

  /// The MIME types of pictures that programs show in pages; scripts in drawings do not run there.
  package static let pictureTypes = pictureKinds.map { "image/" + $0 } + ["image/svg+xml"]

  /// The address of a hyperlink as a document holds it, nil if it is none that one may follow.
  @inlinable package static func linkDestination(_ address: some Sequence<UInt8>) -> String? {
    linkDestination(bytes: Array(address))
  }

  @usableFromInline static func linkDestination(bytes: [UInt8]) -> String? {
    let cleaned = cleaned(bytes)
    if let scheme = scheme(of: cleaned), unsafeSchemes.contains(scheme) { return nil }
    return String(decoding: cleaned, as: UTF8.self)
  }

  /// True for the address of a file of the machine that a document was written on.
  @inlinable package static func isLocal(_ address: some Sequence<UInt8>) -> Bool {
    isLocal(bytes: Array(address))
  }

  @usableFromInline static func isLocal(bytes: [UInt8]) -> Bool { scheme(of: cleaned(bytes)) == "file" }

  /// The address of a picture as a document holds it, nil if it is none that another program could show.
  ///
  /// - Parameters:
  ///   - keepingPictures: true where whoever reads the document saves the pictures: what lies in an address
  ///     or on this machine then stays, whatever its size.
  ///   - limit: the largest picture within an address; writers take what their document has.
  package static func imageSource(
    _ address: some Sequence<UInt8>, keepingPictures: Bool = false, limit: Int = dataLimit
  ) -> String? {
    let cleaned = cleaned(Array(address))
    guard let scheme = scheme(of: cleaned), unsafeSchemes.contains(scheme) else {
      return String(decoding: cleaned, as: UTF8.self)
    }
    if keepingPictures, ["data", "file", "cid"].contains(scheme) {
      return String(decoding: cleaned, as: UTF8.self)
    }
    guard scheme == "data", cleaned.count <= limit else { return nil }
    let isPicture = pictureKinds.contains { kind in
      cleaned.startsIgnoringCase(with: "data:image/\(kind);")
        || cleaned.startsIgnoringCase(with: "data:image/\(kind),")
    }
    return isPicture ? String(decoding: cleaned, as: UTF8.self) : nil
  }

  /// The address of a picture that a word processor may load when it opens a document: on the web, or beside the
  /// document. A path from the root, a drive or another machine of the network, which is told who asks, is none.
  package static func loadedPicture(_ address: some Sequence<UInt8>) -> String? {
    guard let source = imageSource(address), !source.isEmpty else { return nil }
    let start = Array(source.prefix(16).percentDecoded.utf8)
    let isRooted = start.first.map { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") } ?? false
    let isOnDrive = start.dropFirst().first == UInt8(ascii: ":")
    return isRooted || isOnDrive ? nil : source
  }

  /// Takes out what browsers ignore: white space and controls at the ends, tabs and line ends anywhere
  /// (WHATWG URL 4.4).
  private static func cleaned(_ address: [UInt8]) -> [UInt8] {
    var bytes = address
    bytes.removeAll { $0 < 0x20 || $0 == 0x7F }
    while bytes.last == 0x20 { bytes.removeLast() }
    return bytes.first == 0x20 ? Array(bytes.drop { $0 == 0x20 }) : bytes
  }

  /// The scheme in lower case, nil for a relative address. What no scheme can hold is looked through, so that
  /// no disguise that some reader undoes hides one.
  private static func scheme(of address: [UInt8]) -> String? {
    var start = address.prefix(512)
    let percent = UInt8(ascii: "%")
    let isMark = { (byte: UInt8) in byte == percent || ":/?#".utf8.contains(byte) }
    if let mark = start.firstIndex(where: isMark), start[mark] != percent { start = start[...mark] }
    var scheme: [UInt8] = []
    for byte in start.percentDecoded {
      switch byte {
      case UInt8(ascii: ":"):
        return String(decoding: scheme, as: UTF8.self)
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"):
        return nil
      case 0...0x20, 0x7F...:
        continue
      default:
        scheme.append(byte.lowercased)
      }
    }
    return nil
  }
}

/// An address in text that GitHub's extension makes a link of without any mark (GFM 6.9).
package struct BareAddress {
  package let range: Range<Int>
  /// The character without which the address is no longer recognised, once it is escaped.
  package let mark: Int

  /// The addresses in a piece of text, from left to right.
  package static func all(in text: ArraySlice<UInt8>) -> [BareAddress] {
    var found: [BareAddress] = []
    var end = text.startIndex
    for position in text.indices
    where text[position] == UInt8(ascii: ":") || text[position] == UInt8(ascii: ".") {
      guard let start = start(at: position, in: text) else { continue }
      // Once an address is broken, one within it may become live: all marks count.
      if position >= end {
        end = text[position...].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: "<") } ?? text.endIndex
      }
      found.append(BareAddress(range: start..<end, mark: position))
    }
    return found
  }

  /// True for a word that is an address, be it of a page or of mail.
  package static func isOne(_ word: [UInt8]) -> Bool {
    word.dropFirst().dropLast().contains(UInt8(ascii: "@")) || all(in: word[...]).first?.range == word.indices
  }

  /// The position where the address begins whose mark is at `position`: the colon of `://`, or the stop of `www.`.
  private static func start(at position: Int, in text: ArraySlice<UInt8>) -> Int? {
    let before = text[..<position]
    switch text[position] {
    case UInt8(ascii: ":"):
      guard text[position...].starts(with: "://".utf8) else { return nil }
      for scheme in ["https", "http", "ftp"] where before.suffix(5).endsIgnoringCase(scheme) {
        return position - scheme.utf8.count
      }
      return nil
    case UInt8(ascii: "."):
      return before.suffix(3).endsIgnoringCase("www") ? position - 3 : nil
    default:
      return nil
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func endsIgnoringCase(_ text: String) -> Bool {
    reversed().starts(with: text.utf8.reversed()) { $0 | 0x20 == $1 }
  }
}
