/// Classes that a rule looks for, in lower case.
///
/// Most words of most pages are none of them, which their first letter or their length shows at once.
struct ClassNames: ExpressibleByArrayLiteral, Sendable {
  let names: [String]
  private var firstLetters: UInt32 = 0
  private var lengths: UInt64 = 0

  init(arrayLiteral names: String...) { self.init(names) }

  init(_ names: [String]) {
    self.names = names
    for name in names {
      guard let first = name.utf8.first else { continue }
      firstLetters |= Self.bit(of: first)
      lengths |= 1 << UInt64(name.utf8.count & 63)
    }
  }

  func contains(_ word: ArraySlice<UInt8>) -> Bool {
    guard let first = word.first, firstLetters & Self.bit(of: first) != 0,
      lengths & 1 << UInt64(word.count & 63) != 0
    else { return false }
    return names.contains { word.equalsIgnoringCase($0) }
  }

  /// Letters of both cases have the same.
  private static func bit(of byte: UInt8) -> UInt32 { 1 << UInt32(byte & 31) }
}
