import BinaryText

/// Reads a medium that lies elsewhere.
private final class MediumSource: Sendable {
  let byteCount: Int
  let read: @Sendable () -> [UInt8]

  init(byteCount: Int, _ read: @escaping @Sendable () -> [UInt8]) {
    (self.byteCount, self.read) = (byteCount, read)
  }
}

/// A picture or another medium that the document contains.
public struct Medium: Hashable, Sendable {
  /// The identifier of a medium within its document.
  public struct ID: Hashable, Sendable {
    /// A number that no other medium of the document has.
    public let number: Int

    /// Creates the identifier of this number.
    public init(_ number: Int) { self.number = number }
  }

  /// The identifier by which images of the document refer to it.
  public let id: ID
  /// Its MIME type.
  public var type: String
  /// The bytes of the medium; empty if they are in a file that can no longer be read.
  public var bytes: [UInt8] {
    get { content.bytes }
    set { content = .here(newValue) }
  }
  /// The path of the medium in the file that holds the document (`media/image1.png`), nil if that is not known.
  public var name: String?
  /// The same in pixels, where the document brings that for programs that do not show the medium.
  package var substitute: Substitute?
  private var content: Content

  /// A picture that stands in for one of a kind that not every program shows.
  package struct Substitute: Hashable, Sendable {
    package let type: String
    package let bytes: [UInt8]

    package init(type: String, bytes: [UInt8]) { (self.type, self.bytes) = (type, bytes) }
  }

  /// Creates a medium; by default without a name.
  public init(id: ID, type: String, bytes: [UInt8], name: String? = nil) {
    self.init(id: id, type: type, name: name, .here(bytes))
  }

  /// Creates a medium that lies elsewhere: so that no document holds all of its large ones at once, it is read each time
  /// that it is written.
  package init(
    id: ID, type: String, name: String?, byteCount: Int, reading read: @escaping @Sendable () -> [UInt8]
  ) {
    self.init(id: id, type: type, name: name, .elsewhere(MediumSource(byteCount: byteCount, read)))
  }

  private init(id: ID, type: String, name: String?, _ content: Content) {
    self.id = id
    self.type = type
    self.name = name
    self.content = content
  }

  /// The number of bytes that it has, without reading it; of one that lies elsewhere, how many it had.
  package var byteCount: Int {
    switch content {
    case .here(let bytes): bytes.count
    case .elsewhere(let source): source.byteCount
    }
  }

  /// The address that holds the medium itself (RFC 2397).
  var dataAddress: String { "data:\(type);base64,\(Base64.encode(bytes))" }
}

extension Medium {
  /// The place of the bytes.
  fileprivate enum Content: Hashable, Sendable {
    case here([UInt8])
    case elsewhere(MediumSource)

    var bytes: [UInt8] {
      switch self {
      case .here(let bytes): bytes
      case .elsewhere(let source): source.read()
      }
    }

    static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.elsewhere(let left), .elsewhere(let right)) where left === right: true
      default: left.bytes == right.bytes
      }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
  }
}

extension Document {
  /// The number of bytes that a writer had better have room for that writes media in place: output that grows bit by bit is held
  /// twice while it is copied. The text beside them has its part; what is not used of the room takes no memory.
  ///
  /// - Parameter size: how long so many bytes of a medium become.
  package func roomForMedia(_ size: (Int) -> Int) -> Int {
    let room = media.reduce(0) { $0 + size($1.byteCount) }
    return room > 1 << 20 ? room + room / 8 : room
  }
}

extension [Medium] {
  /// The media by what images call them; of two with one identifier, the first.
  package var byID: [Medium.ID: Medium] { Dictionary(map { ($0.id, $0) }) { first, _ in first } }
}

extension Medium {
  /// The type of a picture, by its bytes before its name.
  package static func type(of bytes: [UInt8], _ name: String) -> String? {
    for (mark, type) in marks where bytes.starts(with: mark) { return type }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "image/webp" }
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return endings[ending]
  }

  private static let marks: [([UInt8], String)] = [
    ([0x89, 0x50, 0x4E, 0x47], "image/png"), ([0xFF, 0xD8, 0xFF], "image/jpeg"),
    (Array("GIF8".utf8), "image/gif"), (Array("BM".utf8), "image/bmp"),
    ([0x49, 0x49, 0x2A, 0], "image/tiff"), ([0x4D, 0x4D, 0, 0x2A], "image/tiff"),
    ([0xD7, 0xCD, 0xC6, 0x9A], "image/wmf"),
  ]

  private static let endings = [
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "bmp": "image/bmp",
    "svg": "image/svg+xml", "webp": "image/webp", "tif": "image/tiff", "tiff": "image/tiff",
    "emf": "image/emf", "wmf": "image/wmf", "svm": "application/x-svm",
  ]
}

/// The content of an address of the scheme `data` (RFC 2397).
package struct DataAddress: Sendable {
  /// The MIME type that the address declares, in lower case; empty for none.
  package let type: String
  /// The content itself.
  package let bytes: [UInt8]

  /// Decodes an address; nil for one of another scheme, and one that is damaged.
  package init?(_ address: String) {
    let scheme = "data:"
    guard address.utf8.startsIgnoringCase(with: scheme), let comma = address.utf8.firstIndex(of: 0x2C) else {
      return nil
    }
    let start = address.utf8.index(address.startIndex, offsetBy: scheme.utf8.count)
    let declared = address[start..<comma].lowercased()
    let content = address[address.utf8.index(after: comma)...]
    type = String(declared.prefix { $0 != ";" })
    guard declared.hasSuffix(";base64") else {
      bytes = Array(content.utf8)[...].percentDecoded
      return
    }
    if let decoded = Base64.decode(content.utf8) {
      bytes = decoded
    } else {
      guard let decoded = Base64.decode(Substring(content.percentDecoded).utf8) else { return nil }
      bytes = decoded
    }
  }
}

/// Puts addresses that hold media in place of the media's identifiers.
struct MediaAddresses {
  private let media: [Medium.ID: Medium]

  /// The document with all media in addresses; of those too large for one, the alternative text is left.
  static func document(_ document: Document) -> Document {
    let addresses = MediaAddresses(media: document.media.byID)
    var result = document.rewritten(addresses.replaced)
    result.media = []
    return result
  }

  private func replaced(_ blocks: [Block]) -> [Block]? {
    blocks.rewritten { Rewriting($0.rewrittenContent(inlines: replaced, blocks: replaced)) }
  }

  private func replaced(_ inlines: [Inline]) -> [Inline]? {
    inlines.rewritten { inline in
      guard case .image(var image) = inline else {
        return Rewriting(inline.content.flatMap(replaced).map(inline.replacingContent))
      }
      guard case .medium(let id) = image.source else { return .unchanged }
      guard let medium = media[id], medium.bytes.count <= LinkPolicy.dataLimit,
        let address = LinkPolicy.imageSource(medium.dataAddress.utf8)
      else { return image.alternative.isEmpty ? .dropped : .replaced(.text(image.alternative)) }
      image.source = .address(address)
      return .replaced(.image(image))
    }
  }
}
