/// The rules for the spelling of uniform type identifiers.
package enum TypeIdentifier {
  /// Whether a string can be an identifier: letters, digits, periods, hyphens and characters above U+007F.
  ///
  /// Source: Apple, Uniform Type Identifiers Overview, "Uniform Type Identifier Syntax".
  package static func isValid(_ identifier: String) -> Bool {
    let bytes = identifier.utf8
    return !bytes.isEmpty && bytes.count <= TypeLimits.stringBytes
      && bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), 0x80...:
          true
        default: false
        }
      }
  }

  /// The lower-case form, by which identifiers are compared and returned.
  package static func folded(_ string: String) -> String {
    string.utf8.contains { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || $0 >= 0x80 }
      ? string.lowercased() : string
  }

  /// Whether only the platform may declare an identifier: those that begin with `public.` or `dyn.`.
  package static func isReserved(_ identifier: String) -> Bool {
    identifier.hasPrefix("public.") || identifier.hasPrefix("dyn.")
  }

  /// The string without white space and invisible characters at its ends, which real declarations contain.
  package static func trimmed(_ string: String) -> String {
    let isStray: (Unicode.Scalar) -> Bool = {
      $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint || $0.value < 0x20
    }
    let scalars = string.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isStray($0) }),
      let last = scalars.lastIndex(where: { !isStray($0) })
    else { return "" }
    return String(scalars[first...last])
  }
}
