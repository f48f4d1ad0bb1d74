/// What a client may do with the clipboard of a desktop.
package struct Rights: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Copying: owning and clearing boards.
  package static let copy = Rights(rawValue: 1)
  /// Pasting: listing, reading and watching boards.
  package static let paste = Rights(rawValue: 2)
  /// Pasting what is marked as a secret, too.
  package static let secrets = Rights(rawValue: 4)
  /// A command of the person decides on what is not allowed anyway.
  package static let ask = Rights(rawValue: 8)

  /// Clearing boards, without owning them.
  package static let clear = Rights(rawValue: 16)

  private static let names: [(name: String, right: Rights)] = [
    ("copy", .copy), ("paste", .paste), ("ask", .ask), ("secrets", .secrets),
  ]

  /// The rights of a list of names such as `copy,paste`; nil if one of them is unknown, or there is none.
  package init?(_ list: String) {
    self = []
    for name in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let known = Self.names.first(where: { $0.name == name }) else { return nil }
      insert(known.right)
    }
    // Whoever may read secrets may read.
    if contains(.secrets), !contains(.ask) { insert(.paste) }
  }
}

extension String {
  /// The same on one line, without what moves a terminal's cursor or reorders text, and no longer than a limit.
  package func legible(upTo limit: Int) -> String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: continue
      default: break
      }
      guard text.utf8.count + scalar.utf8.count <= limit else { break }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}

extension Unicode.Scalar {
  /// The scalar's bytes in UTF-8.
  fileprivate var utf8: String.UTF8View { String(Character(self)).utf8 }
}
