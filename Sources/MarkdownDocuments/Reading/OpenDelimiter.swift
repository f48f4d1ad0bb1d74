/// A run of asterisks, underscores or tildes that may open or close something (CommonMark 6.2).
struct OpenDelimiter {
  let character: UInt8
  let canOpen: Bool
  let canClose: Bool
  private let runLength: UInt32
  private var firstToken: UInt32
  private var endToken: UInt32

  init(_ character: UInt8, canOpen: Bool, canClose: Bool, tokens: Range<Int>) {
    self.character = character
    self.canOpen = canOpen
    self.canClose = canClose
    runLength = UInt32(truncatingIfNeeded: tokens.count)
    firstToken = UInt32(truncatingIfNeeded: tokens.lowerBound)
    endToken = UInt32(truncatingIfNeeded: tokens.upperBound)
  }

  /// How long the run was in the text.
  var length: Int { Int(runLength) }

  /// The tokens of its characters that nothing has used.
  var tokens: Range<Int> {
    get { Int(firstToken)..<Int(endToken) }
    set {
      firstToken = UInt32(truncatingIfNeeded: newValue.lowerBound)
      endToken = UInt32(truncatingIfNeeded: newValue.upperBound)
    }
  }

  /// True if the run closes what the other one opens: two runs of which one could do both may not have a length
  /// divisible by three together, unless both have by themselves (CommonMark 6.2, rules 9 and 10).
  func closes(_ opener: OpenDelimiter) -> Bool {
    guard opener.character == character else { return false }
    return !(canOpen || opener.canClose) || length % 3 == 0 || (opener.length + length) % 3 != 0
  }

  /// Runs of one kind find the same openers.
  var kind: Int {
    let base = character == UInt8(ascii: "*") ? 0 : character == UInt8(ascii: "_") ? 6 : 12
    return base + length % 3 + (canOpen ? 3 : 0)
  }

  static let kindCount = 18
}
