/// Finds the entries of an archive.
struct ZipDirectory {
  private let bytes: [UInt8]
  private(set) var entries: [ZipArchive.Entry] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    readDirectory()
    if entries.isEmpty { walkLocalHeaders() }
    dropOverlapping()
  }

  /// A name as it is compared: some archives part folders by backslashes.
  static func normalized(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "\\")) || name.utf8.first == UInt8(ascii: "/") else { return name }
    let slashes = name.utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
    return String(decoding: slashes.drop { $0 == UInt8(ascii: "/") }, as: UTF8.self)
  }

  private func number(_ position: Int, _ count: Int) -> Int? {
    ZipRecord.number(in: bytes, at: position, count: count)
  }

  private func begins(_ record: [UInt8], at position: Int) -> Bool {
    position >= 0 && position < bytes.count && bytes[position...].starts(with: record)
  }

  private func name(at position: Int, count: Int) -> String {
    let end = min(position + count, bytes.count)
    return Self.normalized(String(decoding: bytes[min(position, end)..<end], as: UTF8.self))
  }

  // MARK: Central directory

  private mutating func readDirectory() {
    guard let end = endRecord, var position = start(ofDirectoryBefore: end) else { return }
    while entries.count < ZipArchive.entryLimit, begins(ZipRecord.directoryHeader, at: position),
      let nameLength = number(position + 28, 2), let extraLength = number(position + 30, 2),
      let commentLength = number(position + 32, 2)
    {
      if let entry = entry(at: position, nameLength: nameLength, extraLength: extraLength) {
        entries.append(entry)
      }
      position += ZipRecord.directoryHeaderSize + nameLength + extraLength + commentLength
    }
  }

  /// The last end record; only a comment may follow it.
  private var endRecord: Int? {
    let last = bytes.count - ZipRecord.endOfDirectorySize
    guard last >= 0 else { return nil }
    return (max(0, last - 0xFFFF)...last).last { begins(ZipRecord.endOfDirectory, at: $0) }
  }

  /// The beginning of the directory, found from its end, as bytes may stand before the archive.
  private func start(ofDirectoryBefore end: Int) -> Int? {
    guard var size = number(end + 12, 4), var offset = number(end + 16, 4) else { return nil }
    var directoryEnd = end
    let locator = end - ZipRecord.locator64Size
    if begins(ZipRecord.locator64, at: locator), let end64 = number(locator + 8, 8),
      begins(ZipRecord.endOfDirectory64, at: end64), let size64 = number(end64 + 40, 8),
      let offset64 = number(end64 + 48, 8)
    {
      (size, offset, directoryEnd) = (size64, offset64, end64)
    }
    if begins(ZipRecord.directoryHeader, at: offset) { return offset }
    return begins(ZipRecord.directoryHeader, at: directoryEnd - size) ? directoryEnd - size : nil
  }

  private func entry(at position: Int, nameLength: Int, extraLength: Int) -> ZipArchive.Entry? {
    guard let flags = number(position + 8, 2), let method = number(position + 10, 2),
      var compressed = number(position + 20, 4), var size = number(position + 24, 4),
      var offset = number(position + 42, 4)
    else { return nil }
    let extra = position + ZipRecord.directoryHeaderSize + nameLength
    for (value, set) in zip64Fields(from: extra, count: extraLength, size, compressed, offset) {
      switch set {
      case .size: size = value
      case .compressedSize: compressed = value
      case .offset: offset = value
      }
    }
    guard offset < bytes.count else { return nil }
    return ZipArchive.Entry(
      name: name(at: position + ZipRecord.directoryHeaderSize, count: nameLength),
      compressedSize: compressed, size: size, method: method, isEncrypted: flags & 1 != 0,
      offset: offset,
      checksum: ZipRecord.number(in: bytes, at: position + 16, count: 4).map {
        UInt32(truncatingIfNeeded: $0)
      })
  }

  private enum Field { case size, compressedSize, offset }

  /// The numbers that take eight bytes, in the order in which those of four say so (APPNOTE 4.5.3).
  private func zip64Fields(
    from start: Int, count: Int, _ size: Int, _ compressed: Int, _ offset: Int
  ) -> [(Int, Field)] {
    let fields = [(size, Field.size), (compressed, .compressedSize), (offset, .offset)]
      .filter { $0.0 == 0xFFFF_FFFF }
    guard !fields.isEmpty else { return [] }
    var position = start
    while position + 4 <= start + count, let kind = number(position, 2), let length = number(position + 2, 2)
    {
      if kind == 1 {
        return fields.enumerated().compactMap { index, field in
          8 * index + 8 <= length
            ? number(position + 4 + 8 * index, 8).map { ($0, field.1) } : nil
        }
      }
      position += 4 + length
    }
    return []
  }

  // MARK: Local headers

  /// Reads the entries one behind the other, as far as they tell their sizes.
  private mutating func walkLocalHeaders() {
    var position = 0
    while entries.count < ZipArchive.entryLimit, begins(ZipRecord.localHeader, at: position),
      let flags = number(position + 6, 2), let method = number(position + 8, 2),
      var compressed = number(position + 18, 4), let size = number(position + 22, 4),
      let nameLength = number(position + 26, 2), let extraLength = number(position + 28, 2)
    {
      let start = position + ZipRecord.localHeaderSize + nameLength + extraLength
      let next: Int
      if flags & 8 != 0, compressed == 0 {
        // The size follows the content, whose end only the next record shows.
        next = recordStart(from: start)
        compressed = max(0, next - start)
      } else {
        next = start + compressed
      }
      entries.append(
        ZipArchive.Entry(
          name: name(at: position + ZipRecord.localHeaderSize, count: nameLength),
          compressedSize: compressed, size: size, method: method, isEncrypted: flags & 1 != 0,
          offset: position, checksum: nil))
      guard next > position else { return }
      position = begins(ZipRecord.localHeader, at: next) ? next : recordStart(from: next, headersOnly: true)
    }
  }

  /// The next position of a header, or else of a data descriptor; the end of the bytes if there is none.
  private func recordStart(from start: Int, headersOnly: Bool = false) -> Int {
    var position = start
    while position + 4 <= bytes.count {
      if bytes[position] == 0x50, bytes[position + 1] == 0x4B,
        begins(ZipRecord.localHeader, at: position) || begins(ZipRecord.directoryHeader, at: position)
          || !headersOnly && begins(ZipRecord.dataDescriptor, at: position)
      {
        return position
      }
      position += 1
    }
    return bytes.count
  }

  // MARK: Overlaps

  /// Drops entries whose content lies in that of others: a few bytes would become many times as much.
  private mutating func dropOverlapping() {
    let order = entries.indices.sorted { entries[$0].offset < entries[$1].offset }
    var end = 0
    var dropped: Set<Int> = []
    for index in order {
      if entries[index].offset < end {
        dropped.insert(index)
      } else {
        end =
          entries[index].offset + ZipRecord.localHeaderSize
          + min(entries[index].compressedSize, bytes.count)
      }
    }
    guard !dropped.isEmpty else { return }
    entries = entries.indices.filter { !dropped.contains($0) }.map { entries[$0] }
  }
}

/// The records of a zip archive (APPNOTE 4.3): what each begins with, and how its numbers are read.
enum ZipRecord {
  static let localHeader: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
  static let directoryHeader: [UInt8] = [0x50, 0x4B, 0x01, 0x02]
  static let endOfDirectory: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
  static let endOfDirectory64: [UInt8] = [0x50, 0x4B, 0x06, 0x06]
  static let locator64: [UInt8] = [0x50, 0x4B, 0x06, 0x07]
  static let dataDescriptor: [UInt8] = [0x50, 0x4B, 0x07, 0x08]

  static let localHeaderSize = 30
  static let directoryHeaderSize = 46
  static let endOfDirectorySize = 22
  static let locator64Size = 20

  /// A number of `count` bytes, the lowest first; nil beyond the end, or if it is too large for anything here.
  static func number(in bytes: [UInt8], at position: Int, count: Int) -> Int? {
    guard position >= 0, position <= bytes.count - count else { return nil }
    var number: UInt64 = 0
    for index in (position..<(position + count)).reversed() { number = number << 8 | UInt64(bytes[index]) }
    return Int(exactly: number)
  }
}
