/// ASCII as CommonMark sees it.
extension UInt8 {
  var isASCIIAlphanumeric: Bool { (self | 0x20) &- 0x61 < 26 || self &- 0x30 < 10 }

  /// True for CommonMark's ASCII punctuation characters (CommonMark 2.1).
  var isASCIIPunctuation: Bool { self > 0x20 && self < 0x7F && !isASCIIAlphanumeric }
}
