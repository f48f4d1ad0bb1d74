/// Replaces letters and digits by others of their kind, so that text says nothing and keeps its shape.
///
/// A character has one replacement wherever it stands, with the same length in UTF-8 and UTF-16, and with a number
/// that takes no more digits where it can be: forms of one text keep their lengths and still correspond.
enum AnonymousCharacter {
  /// The replacement of a character; itself if it is neither a letter nor a digit.
  static func replacement(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "a"..."z": return "x"
    case "A"..."Z": return "X"
    case "0"..."9": return "1"
    default: break
    }
    guard scalar.value >= 0xAA, let kind = kind(of: scalar) else { return scalar }
    return rows.first { $0.range.contains(scalar.value) }.map { $0.choose(kind) } ?? scalar
  }

  private enum Kind {
    case capital, letter, digit
  }

  private static func kind(of scalar: Unicode.Scalar) -> Kind? {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .titlecaseLetter: .capital
    case .lowercaseLetter, .modifierLetter, .otherLetter, .letterNumber: .letter
    case .decimalNumber, .otherNumber: .digit
    default: nil
    }
  }

  private struct Row {
    let range: ClosedRange<UInt32>
    let letter: Unicode.Scalar
    let capital: Unicode.Scalar
    let digit: Unicode.Scalar

    init(
      _ range: ClosedRange<UInt32>, _ letter: Unicode.Scalar, _ capital: Unicode.Scalar? = nil,
      digit: Unicode.Scalar? = nil
    ) {
      self.range = range
      self.letter = letter
      self.capital = capital ?? letter
      self.digit = digit ?? letter
    }

    func choose(_ kind: Kind) -> Unicode.Scalar {
      switch kind {
      case .capital: capital
      case .letter: letter
      case .digit: digit
      }
    }
  }

  /// By script, so that the direction and the width of text stay, too; the first row that fits counts.
  private static let rows = [
    Row(0xAA...0x36F, "ä", "Ä", digit: "¹"), Row(0x370...0x3FF, "α", "Α"), Row(0x400...0x58F, "ж", "Ж"),
    Row(0x590...0x5FF, "א"), Row(0x600...0x7FF, "س", digit: "١"),
    Row(0x3040...0x309F, "あ"), Row(0x30A0...0x30FF, "ア"), Row(0x2E80...0x9FFF, "字"),
    Row(0xAC00...0xD7FF, "가"), Row(0xF900...0xFAFF, "字"),
    Row(0xFF00...0xFF60, "ｘ", "Ｘ", digit: "１"), Row(0xFF61...0xFFFF, "ｱ"),
    Row(0x1E00...0x1FFF, "ḁ", "Ḁ"), Row(0x800...0xFFFF, "अ", digit: "१"),
    Row(0x20000...0x3FFFF, "𠀀"), Row(0x10000...0x1FFFF, "𝑥", "𝑋", digit: "𝟏"),
  ]
}

/// Text as characters, with the encoding that it came in and goes back to.
struct AnonymousEncoding {
  private enum Form {
    case utf8, latin1
    case utf16(isBigEndian: Bool)
  }

  private let form: Form
  let scalars: [Unicode.Scalar]

  /// Whether the bytes are neither UTF-8 nor UTF-16.
  var isUnknown: Bool { if case .latin1 = form { true } else { false } }

  /// Reads UTF-8, UTF-16 with or without a byte-order mark, and otherwise one character for each byte.
  init(_ bytes: [UInt8]) {
    if let isBigEndian = Self.utf16(bytes) {
      var units: [UInt16] = []
      units.reserveCapacity(bytes.count / 2)
      for index in stride(from: 0, to: bytes.count, by: 2) {
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      }
      // A lone half of a pair would not come back.
      if let text = String(validating: units, as: UTF16.self) {
        (form, scalars) = (.utf16(isBigEndian: isBigEndian), Array(text.unicodeScalars))
        return
      }
    }
    if let text = String(validating: bytes, as: UTF8.self) {
      (form, scalars) = (.utf8, Array(text.unicodeScalars))
    } else {
      (form, scalars) = (.latin1, bytes.map { Unicode.Scalar($0) })
    }
  }

  /// The byte order of UTF-16; nil for other text. Without a mark, the zeros of ASCII tell.
  private static func utf16(_ bytes: [UInt8]) -> Bool? {
    guard bytes.count >= 2, bytes.count.isMultiple(of: 2) else { return nil }
    if bytes.starts(with: [0xFE, 0xFF]) { return true }
    if bytes.starts(with: [0xFF, 0xFE]) { return false }
    let beginning = bytes.prefix(256)
    let zeros = beginning.indices.filter { beginning[$0] == 0 }
    let odd = zeros.count { !$0.isMultiple(of: 2) }
    guard zeros.count * 4 >= beginning.count else { return nil }
    return odd * 10 >= zeros.count * 9 ? false : odd * 10 <= zeros.count ? true : nil
  }

  func encoded(_ scalars: [Unicode.Scalar]) -> [UInt8] {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    switch form {
    case .utf8: return Array(String(text).utf8)
    case .latin1: return scalars.map { UInt8(truncatingIfNeeded: $0.value) }
    case .utf16(let isBigEndian):
      return String(text).utf16.flatMap { unit -> [UInt8] in
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        return isBigEndian ? [high, low] : [low, high]
      }
    }
  }
}
