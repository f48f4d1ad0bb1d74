/// Takes apart bytes in which each part stands behind its length in digits and a space.
struct PartReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// The next part; nil if there is none, or it is not all there.
  mutating func next() -> ArraySlice<UInt8>? {
    guard let space = rest.prefix(12).firstIndex(of: 0x20),
      let count = Int(String(decoding: rest[..<space], as: UTF8.self)), count >= 0
    else { return nil }
    rest = rest[(space + 1)...]
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func nextText() -> String? { next().map { String(decoding: $0, as: UTF8.self) } }
}

extension [UInt8] {
  /// Appends a part behind its length.
  mutating func append(part: some Collection<UInt8>) {
    append(contentsOf: "\(part.count) ".utf8)
    append(contentsOf: part)
  }
}
