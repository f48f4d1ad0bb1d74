/// The names of places that a format can write.
package enum PlaceNaming {
  /// Any name, but for those that references to notes go by.
  case html
  /// Bookmarks of Word: up to 40 letters, digits and underscores, of which the first is no digit; case does not count.
  case word
  /// Bookmarks of Writer, which says behind a bar what kind of place it means, in addresses.
  case openDocument

  /// A name near this one that the format can write and that none of the others has, which it joins.
  ///
  /// - Parameter taken: the names, each with the last number that was tried for it.
  func unique(_ name: String, among taken: inout [String: Int]) -> String {
    let spelled = spelled(name)
    var candidate = spelled
    while taken[folded(candidate)] != nil {
      let number = taken[folded(spelled), default: 1] + 1
      taken[folded(spelled)] = number
      let suffix = "_\(number)"
      candidate = String(spelled.prefix(lengthLimit - suffix.count)) + suffix
    }
    taken[folded(candidate)] = 1
    return candidate
  }

  /// True if the format spells a name so, with a number behind it where another name is spelled alike.
  package func isSpelling(_ candidate: String, of name: String) -> Bool {
    let spelled = spelled(name)
    if candidate == spelled { return true }
    guard let mark = candidate.lastIndex(of: "_"), Int(candidate[candidate.index(after: mark)...]) != nil
    else {
      return false
    }
    let beginning = candidate[..<mark]
    return beginning == spelled || candidate.count == lengthLimit && spelled.hasPrefix(beginning)
  }

  private var lengthLimit: Int { self == .word ? 40 : .max }

  private func folded(_ name: String) -> String { self == .word ? name.lowercased() : name }

  private func spelled(_ name: String) -> String {
    switch self {
    case .html:
      return ["fn-", "fnref-", "sdfootnote"].contains { name.hasPrefix($0) } ? "heading-" + name : name
    case .openDocument:
      return String(name.map { "#|\\\"".contains($0) ? "_" : $0 })
    case .word:
      // Scalar by scalar, for Word counts the marks of a letter apart.
      var scalars = String.UnicodeScalarView(
        name.unicodeScalars.map { $0 == "_" || Self.isLetterOrDigit($0) ? $0 : "_" }.prefix(40))
      let isNamed = name.unicodeScalars.first.map { $0 == "_" || $0.properties.isAlphabetic } ?? false
      if !isNamed || name.lowercased().hasPrefix("_note") {
        scalars = String.UnicodeScalarView(("h_".unicodeScalars + scalars).prefix(40))
      }
      return String(scalars)
    }
  }

  /// Letters and digits of the first plane, of which each is one unit to Word.
  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value < 0x1_0000 else { return false }
    return scalar.properties.isAlphabetic || scalar.properties.generalCategory == .decimalNumber
  }
}
