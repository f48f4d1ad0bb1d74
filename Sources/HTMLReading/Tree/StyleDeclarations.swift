/// The declarations of a `style` attribute or a rule, and the bytes of CSS around them (CSS Syntax 5.4.4).
enum StyleDeclarations {
  /// CSS without comments (CSS Syntax 4.3.2).
  ///
  /// - Parameter separator: what stands for each.
  static func withoutComments(_ bytes: ArraySlice<UInt8>, leaving separator: [UInt8] = []) -> [UInt8] {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index...].starts(with: "/*".utf8) {
        let end = ByteSearch.position(of: "*/", in: bytes[min(index + 2, bytes.endIndex)...])
        index = end.map { $0 + 2 } ?? bytes.endIndex
        result += separator
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  /// The index of the semicolon that ends a declaration, those in quotes and parentheses passed over.
  static func endOfDeclaration(_ bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    var quote: UInt8 = 0
    var parentheses = 0
    var index = start
    while index < bytes.endIndex {
      let byte = bytes[index]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: "("): parentheses += 1
        case UInt8(ascii: ")"): parentheses = max(0, parentheses - 1)
        case UInt8(ascii: ";") where parentheses == 0: return index
        default: break
        }
      }
      index += 1
    }
    return index
  }
}
