/// Values by the numbers that a document gives what it names: fonts, styles, lists.
///
/// Programs count from 0 or 1 on: small numbers are found without hashing.
struct NumberTable<Value> {
  /// Numbers from here on are hashed, so that a large one costs no more memory than a small one.
  private static var directLimit: Int { 4096 }

  private var direct: [Value?] = []
  private var others: [Int: Value] = [:]

  subscript(number: Int) -> Value? {
    get {
      if direct.indices.contains(number) { return direct[number] }
      return others.isEmpty ? nil : others[number]
    }
    set {
      guard (0..<Self.directLimit).contains(number) else {
        others[number] = newValue
        return
      }
      while direct.count <= number { direct.append(nil) }
      direct[number] = newValue
    }
  }
}
