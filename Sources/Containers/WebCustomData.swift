/// The content that a web page put on a clipboard under its own types, which a browser keeps in one form.
///
/// Chromium writes a pickle of its own (base/pickle.h): little-endian lengths of 32 bits, UTF-16, padding to four bytes.
/// Firefox writes big-endian lengths in bytes before UTF-16 in little-endian order (DataTransfer.cpp).
package enum WebCustomData {
  /// A type and its text, in UTF-8.
  package struct Entry: Equatable, Sendable {
    package let type: String
    package let text: [UInt8]
  }

  /// More entries than this are not read, nor types that are longer.
  private static let entryLimit = 256
  private static let typeLimit = 1024
  /// Larger data is not read.
  package static let sizeLimit = 64 << 20

  /// The entries of Chromium's `chromium/x-web-custom-data`; those before damage, if there is some.
  package static func chromium(_ bytes: [UInt8]) -> [Entry] {
    var reader = Reader(bytes)
    guard bytes.count <= sizeLimit, let size = reader.littleEndian(), size <= bytes.count - 4,
      let count = reader.littleEndian()
    else { return [] }
    var entries: [Entry] = []
    while entries.count < min(count, entryLimit) {
      guard let type = reader.littleEndian().flatMap({ reader.text(units: $0, paddedTo: 4) }),
        let text = reader.littleEndian().flatMap({ reader.text(units: $0, paddedTo: 4) })
      else { break }
      append(type, text, to: &entries)
    }
    return entries
  }

  /// The entries of Firefox's `application/x-moz-custom-clipdata`; those before damage, if there is some.
  package static func firefox(_ bytes: [UInt8]) -> [Entry] {
    var reader = Reader(bytes)
    guard bytes.count <= sizeLimit else { return [] }
    var entries: [Entry] = []
    // Each begins with what it is: text.
    while entries.count < entryLimit, reader.bigEndian() == 1 {
      guard let type = reader.bigEndian().flatMap({ reader.text(bytes: $0) }),
        let text = reader.bigEndian().flatMap({ reader.text(bytes: $0) })
      else { break }
      append(type, text, to: &entries)
    }
    return entries
  }

  private static func append(
    _ type: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>, to entries: inout [Entry]
  ) {
    let name = type.count <= typeLimit ? String(decoding: utf8(type), as: UTF8.self) : ""
    entries.append(Entry(type: name, text: utf8(text)))
  }

  /// UTF-16 in little-endian order as UTF-8; halves of pairs become the replacement character.
  private static func utf8(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).lazy.map {
      UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
    }
    _ = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false) {
      text.append($0)
    }
    return text
  }

  /// Reads lengths and what they say, never past the end.
  private struct Reader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func littleEndian() -> Int? {
      take(4).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
    }

    mutating func bigEndian() -> Int? {
      take(4).map { $0.reduce(0) { $0 << 8 | Int($1) } }
    }

    mutating func text(units count: Int, paddedTo multiple: Int) -> ArraySlice<UInt8>? {
      guard let text = take(2 * count) else { return nil }
      position = min(bytes.count, position + (multiple - text.count % multiple) % multiple)
      return text
    }

    mutating func text(bytes count: Int) -> ArraySlice<UInt8>? { take(count) }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count >= 0, count <= bytes.count - position else { return nil }
      defer { position += count }
      return bytes[position..<(position + count)]
    }
  }
}
