extension [UInt8] {
  /// Makes room for so many bytes more, and for little beyond them: pictures are large.
  ///
  /// Room for a few more is left to the array, which doubles what it has: taken bit by bit, all that is there would be
  /// copied each time.
  package mutating func reserve(_ more: Int) {
    guard count + more > capacity, more > count / 8 else { return }
    reserveCapacity(count + more + 4096)
  }
}
