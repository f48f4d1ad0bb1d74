/// The meanings of the values of CSS properties, each read by itself.
enum StyleValue {
  /// True from weight 600 up (CSS Fonts 2.2), nil for what is relative to nothing.
  static func isBold(_ value: ArraySlice<UInt8>) -> Bool? {
    if let number = Int(leadingNumberIn: value) { return number >= 600 }
    if value.startsIgnoringCase(with: "bold") { return true }
    if value.startsIgnoringCase(with: "normal") || value.startsIgnoringCase(with: "lighter") { return false }
    return nil
  }

  static func textSize(_ value: ArraySlice<UInt8>) -> InlineStyle.TextSize? {
    if startsWithZeroLength(value) { return .nothing }
    guard value.first?.isASCIIDigit == true || value.first == UInt8(ascii: ".") else {
      // Of words these say a size by what is around.
      return ["inherit", "larger", "smaller", "unset"].contains { value.startsIgnoringCase(with: $0) }
        ? nil : .something
    }
    let unit = value.suffix(3)
    let isRelative =
      unit.last == UInt8(ascii: "%")
      || unit.suffix(2).equalsIgnoringCase("em") && !unit.equalsIgnoringCase("rem")
    return isRelative ? nil : .something
  }

  static func verticalAlignment(_ value: ArraySlice<UInt8>) -> InlineStyle.VerticalAlignment? {
    if value.startsIgnoringCase(with: "super") { return .superscript }
    if value.startsIgnoringCase(with: "sub") { return .subscript }
    return value.startsIgnoringCase(with: "baseline") ? .baseline : nil
  }

  static func wordElement(_ value: ArraySlice<UInt8>) -> InlineStyle.WordElement? {
    if value.equalsIgnoringCase("footnote") || value.equalsIgnoringCase("endnote") { return .footnote }
    if value.startsIgnoringCase(with: "footnote-list") || value.startsIgnoringCase(with: "endnote-list") {
      return .footnoteList
    }
    return value.startsIgnoringCase(with: "comment") ? .commentList : nil
  }

  /// A length in CSS pixels, 0 for what is none (CSS Values 6.2).
  static func pixels(_ value: ArraySlice<UInt8>) -> Double {
    var number = 0.0
    var scale = 0.0
    var index = value.startIndex
    while index < value.endIndex {
      let byte = value[index]
      if byte.isASCIIDigit {
        if scale == 0 {
          number = min(number * 10 + Double(byte - 0x30), 1e6)
        } else {
          number += Double(byte - 0x30) * scale
          scale /= 10
        }
      } else if byte == UInt8(ascii: "."), scale == 0 {
        scale = 0.1
      } else {
        break
      }
      index += 1
    }
    let unit = value[index...]
    if unit.startsIgnoringCase(with: "pt") { return number * 4 / 3 }
    if unit.startsIgnoringCase(with: "in") { return number * 96 }
    if unit.startsIgnoringCase(with: "cm") { return number * 96 / 2.54 }
    if unit.startsIgnoringCase(with: "mm") { return number * 96 / 25.4 }
    if unit.startsIgnoringCase(with: "em") || unit.startsIgnoringCase(with: "rem") { return number * 16 }
    return number
  }

  /// True for `rect(0, 0, 0, 0)` and `rect(1px, 1px, 1px, 1px)`.
  static func clipsAll(_ value: ArraySlice<UInt8>) -> Bool {
    guard value.startsIgnoringCase(with: "rect(") else { return false }
    let sides = value.dropFirst(5).split {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ")") || $0.isHTMLSpace
    }
    return sides.count == 4 && sides.allSatisfy { $0.first?.isASCIIDigit == true && pixels($0) <= 1 }
  }

  static func isNoBorder(_ value: ArraySlice<UInt8>) -> Bool {
    value.startsIgnoringCase(with: "none") || value.startsIgnoringCase(with: "hidden")
      || startsWithZeroLength(value)
  }

  static func startsWithZeroLength(_ value: ArraySlice<UInt8>) -> Bool {
    value.first == UInt8(ascii: "0") && pixels(value) == 0
  }
}

extension Table.Alignment {
  /// What `align` and `text-align` call it.
  init?(spelling: ArraySlice<UInt8>) {
    if spelling.equalsIgnoringCase("left") || spelling.equalsIgnoringCase("justify") {
      self = .left
    } else if spelling.equalsIgnoringCase("center") || spelling.equalsIgnoringCase("middle") {
      self = .center
    } else if spelling.equalsIgnoringCase("right") {
      self = .right
    } else {
      return nil
    }
  }
}

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
