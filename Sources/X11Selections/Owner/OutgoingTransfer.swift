/// A value that goes to a requestor piece by piece, each when the one before has been taken (ICCCM 2.7.2).
///
/// Keeps the value it began with, whatever becomes of the selection meanwhile.
struct OutgoingTransfer {
  let value: PropertyValue
  private let chunkSize: Int
  private var sent = 0
  private(set) var isFinished = false

  /// `chunkSize` must be a multiple of four, so that no item is split.
  init(_ value: PropertyValue, chunkSize: Int) {
    self.value = value
    self.chunkSize = chunkSize
  }

  /// The number in the announcement: a lower bound of the value's bytes.
  func announcement(type incremental: XAtom) -> PropertyValue {
    PropertyValue(type: incremental, words: [UInt32(clamping: value.byteCount)])
  }

  /// The bytes to send now that the requestor has deleted the property; empty for the end.
  mutating func next() -> Range<Int> {
    let chunk = sent..<min(sent + chunkSize, value.byteCount)
    sent = chunk.upperBound
    isFinished = chunk.isEmpty
    return chunk
  }
}
