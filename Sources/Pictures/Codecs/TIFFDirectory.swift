/// The first directory of a TIFF file: numbers by their tags (TIFF 6.0, section 2).
struct TIFFDirectory {
  private let bytes: [UInt8]
  private let isLittleEndian: Bool
  private var entries: [Int: (type: Int, count: Int, place: Int)] = [:]

  /// More values than these are not of a picture.
  private static let mostValues = 1 << 20

  /// Nil if the bytes begin no directory.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0x49, 0x49, 0x2A, 0x00]) {
      isLittleEndian = true
    } else if bytes.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) {
      isLittleEndian = false
    } else {
      return nil
    }
    guard let start = number(at: 4, count: 4), let count = number(at: start, count: 2) else { return nil }
    for index in 0..<count {
      let place = start + 2 + index * 12
      guard let tag = number(at: place, count: 2), let type = number(at: place + 2, count: 2),
        let valueCount = number(at: place + 4, count: 4), place + 12 <= bytes.count
      else { break }
      entries[tag] = (type, valueCount, place + 8)
    }
  }

  /// The whole numbers of a tag; empty if it is not there, or of another kind.
  func values(of tag: Int) -> [Int] {
    guard let entry = entries[tag], let size = [1: 1, 3: 2, 4: 4, 7: 1][entry.type],
      entry.count <= Self.mostValues
    else { return [] }
    var place = entry.place
    if entry.count * size > 4 {
      guard let far = number(at: place, count: 4), far + entry.count * size <= bytes.count else { return [] }
      place = far
    }
    return (0..<entry.count).compactMap { number(at: place + $0 * size, count: size) }
  }

  /// How the picture is to be turned, 1 to 8, as cameras have it (Exif 2.3, 4.6.4).
  var orientation: Int {
    let value = values(of: 0x0112).first ?? 1
    return 1...8 ~= value ? value : 1
  }

  private func number(at place: Int, count: Int) -> Int? {
    isLittleEndian ? bytes.littleEndian(at: place, count: count) : bytes.bigEndian(at: place, count: count)
  }
}
