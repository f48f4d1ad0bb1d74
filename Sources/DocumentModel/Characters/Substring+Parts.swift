extension Substring {
  /// What stands between bytes that are a character each, empty parts too; several times as fast as by characters.
  package func parts(by separator: UInt8) -> [Substring] {
    utf8.split(separator: separator, omittingEmptySubsequences: false).map { Substring($0) }
  }
}
