/// The bytes of a picture by which it is found again.
///
/// Eight are hashed at a time: an array hashes each by itself, which takes most of the time that a document with large
/// pictures takes to be written.
struct PictureBytes: Hashable {
  let bytes: [UInt8]

  func hash(into hasher: inout Hasher) {
    let (span, count) = (bytes.span, bytes.count)
    hasher.combine(count)
    var place = 0
    while place + 8 <= count {
      var word: UInt64 = 0
      for offset in 0..<8 { word |= UInt64(span[place + offset]) << (8 * offset) }
      hasher.combine(word)
      place += 8
    }
    while place < count {
      hasher.combine(span[place])
      place += 1
    }
  }
}
