/// The format by which a cell of Excel shows its value (ECMA-376 part 1, 18.8.31): `#,##0.00`, `yyyy-mm-dd`, `0%;[Red]-0%`.
package struct NumberFormat: Sendable {
  /// A piece of a section.
  package enum Token: Equatable {
    case literal([UInt8])
    /// A digit: `0` always, `#` and `?` where there is one.
    case digit(isAlways: Bool)
    case point
    case percent
    /// The exponent of a number, with a sign also where it is positive.
    case exponent(hasPlus: Bool)
    /// What stands between the parts of a fraction.
    case slash
    /// Text, or a number without a format.
    case text, general
    /// A part of a date or a time, by its letter and how often that stands there.
    case date(UInt8, count: Int)
    /// Hours, minutes or seconds that are not carried over.
    case elapsed(UInt8, count: Int)
    /// Decimals of seconds.
    case subseconds(Int)
    /// The half of the day, in the spelling of its format.
    case dayHalf(isShort: Bool)
  }

  /// What a part of a format is for: positive numbers, negative ones, zero, text, or what a condition says.
  package struct Section {
    package var tokens: [Token] = []
    package var condition: (sign: String, number: Double)?
    package var isGrouped = false
    /// Commas behind the last digit, each of which divides by a thousand.
    package var thousands = 0

    package var isDate: Bool {
      tokens.contains { if case .date = $0 { true } else if case .elapsed = $0 { true } else { false } }
    }
    /// Whether hours are counted beyond a day, which no date does.
    package var isElapsed: Bool { tokens.contains { if case .elapsed = $0 { true } else { false } } }
    package var hasDigits: Bool { tokens.contains { if case .digit = $0 { true } else { false } } }
  }

  package private(set) var sections: [Section] = []

  /// Whether numbers are shown as dates or times.
  package var isDate: Bool { sections.first.map { $0.isDate && !$0.isElapsed } ?? false }

  /// The format of a code; nil for one that shows values as they are.
  package init?(_ code: String) {
    guard code.utf8.count <= Self.lengthLimit, !["", "General", "GENERAL", "Standard", "@"].contains(code)
    else {
      return nil
    }
    var scanner = CodeScanner(Array(code.utf8))
    repeat { sections.append(scanner.section()) } while scanner.skipSemicolon() && sections.count < 4
  }

  /// Longer codes are none that Excel reads.
  private static let lengthLimit = 1_024

  /// The formats that have numbers and no code in files (ECMA-376 part 1, 18.8.30). Days in the order of a reader's
  /// country are written as ISO 8601 has them, which is nobody's and everybody's.
  package static let builtIn: [Int: String] = [
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?",
    13: "# ??/??",
    14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM",
    20: "h:mm",
    21: "h:mm:ss", 22: "yyyy-mm-dd h:mm", 27: "yyyy-mm-dd", 28: "yyyy-mm-dd", 29: "yyyy-mm-dd",
    30: "yyyy-mm-dd",
    31: "yyyy-mm-dd", 32: "h:mm", 33: "h:mm:ss", 36: "yyyy-mm-dd", 37: "#,##0;-#,##0", 38: "#,##0;-#,##0",
    39: "#,##0.00;-#,##0.00", 40: "#,##0.00;-#,##0.00", 41: "#,##0;-#,##0;-", 42: "$#,##0;$-#,##0;$-",
    43: "#,##0.00;-#,##0.00;-", 44: "$#,##0.00;$-#,##0.00;$-", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0",
    48: "##0.0E+0", 50: "yyyy-mm-dd", 57: "yyyy-mm-dd", 58: "yyyy-mm-dd",
  ]
}

/// Takes the code of a format apart.
private struct CodeScanner {
  private let code: [UInt8]
  private var position = 0

  init(_ code: [UInt8]) { self.code = code }

  mutating func skipSemicolon() -> Bool {
    guard position < code.count, code[position] == UInt8(ascii: ";") else { return false }
    position += 1
    return true
  }

  private func next(_ offset: Int = 0) -> UInt8? {
    position + offset < code.count ? code[position + offset] : nil
  }

  mutating func section() -> NumberFormat.Section {
    var section = NumberFormat.Section()
    var literal: [UInt8] = []
    func append(_ token: NumberFormat.Token) {
      if !literal.isEmpty { section.tokens.append(.literal(literal)) }
      literal = []
      section.tokens.append(token)
    }
    /// Commas since the last digit: between digits they group them.
    var commas = 0
    while let byte = next(), byte != UInt8(ascii: ";") {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        while let quoted = next(), quoted != byte {
          literal.append(quoted)
          position += 1
        }
        position += 1
      case UInt8(ascii: "\\"): appendCharacter(to: &literal)
      case UInt8(ascii: "_"):
        var width: [UInt8] = []
        appendCharacter(to: &width)
        literal.append(0x20)
      case UInt8(ascii: "*"):
        var fill: [UInt8] = []
        appendCharacter(to: &fill)
      case UInt8(ascii: "["):
        let content = bracketed()
        if let elapsed = Self.elapsed(content) {
          append(elapsed)
        } else if content.first == UInt8(ascii: "$") {
          literal += content.dropFirst().prefix { $0 != UInt8(ascii: "-") }
        } else if let condition = Self.condition(content) {
          section.condition = condition
        }
      case UInt8(ascii: "0"), UInt8(ascii: "#"), UInt8(ascii: "?"):
        if commas > 0, section.hasDigits { section.isGrouped = true }
        commas = 0
        append(.digit(isAlways: byte == UInt8(ascii: "0")))
      case UInt8(ascii: ","):
        if section.hasDigits { commas += 1 } else { literal.append(byte) }
      case UInt8(ascii: "."):
        var zeros = 0
        while next(zeros) == UInt8(ascii: "0") { zeros += 1 }
        if section.isDate, zeros > 0 {
          position += zeros
          append(.subseconds(min(zeros, 3)))
        } else if section.isDate {
          literal.append(byte)
        } else {
          append(.point)
        }
      case UInt8(ascii: "%"): append(.percent)
      case UInt8(ascii: "/") where section.hasDigits: append(.slash)
      case UInt8(ascii: "@"): append(.text)
      case UInt8(ascii: "E"), UInt8(ascii: "e"):
        if section.hasDigits, let sign = next(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
          position += 1
          append(.exponent(hasPlus: sign == UInt8(ascii: "+")))
        } else {
          append(.date(UInt8(ascii: "y"), count: 4))
        }
      case UInt8(ascii: "A"), UInt8(ascii: "a"):
        if let token = dayHalf() { append(token) } else { literal.append(byte) }
      case UInt8(ascii: "G") where code[position...].starts(with: "eneral".utf8):
        position += 6
        append(.general)
      default:
        let letter = byte | 0x20
        guard byte.isASCIILetter, "ymdhsb".utf8.contains(letter) else {
          literal.append(byte)
          continue
        }
        var count = 1
        while next().map({ $0 | 0x20 }) == letter {
          position += 1
          count += 1
        }
        append(.date(letter == UInt8(ascii: "b") ? UInt8(ascii: "y") : letter, count: count))
      }
    }
    if !literal.isEmpty { section.tokens.append(.literal(literal)) }
    section.thousands = commas
    section.findMinutes()
    return section
  }

  private mutating func appendCharacter(to output: inout [UInt8]) {
    guard let first = next() else { return }
    repeat {
      output.append(code[position])
      position += 1
    } while first >= 0x80 && next().map { $0 & 0xC0 == 0x80 } == true
  }

  private mutating func bracketed() -> ArraySlice<UInt8> {
    let start = position
    while let byte = next(), byte != UInt8(ascii: "]") { position += 1 }
    defer { position += 1 }
    return code[start..<position]
  }

  private static func elapsed(_ content: ArraySlice<UInt8>) -> NumberFormat.Token? {
    guard let letter = content.first.map({ $0 | 0x20 }), "hms".utf8.contains(letter),
      content.allSatisfy({ $0 | 0x20 == letter })
    else { return nil }
    return .elapsed(letter, count: content.count)
  }

  private static func condition(_ content: ArraySlice<UInt8>) -> (sign: String, number: Double)? {
    let sign = content.prefix { "<>=".utf8.contains($0) }
    guard !sign.isEmpty, let number = Double(String(decoding: content[sign.endIndex...], as: UTF8.self))
    else {
      return nil
    }
    return (String(decoding: sign, as: UTF8.self), number)
  }

  private mutating func dayHalf() -> NumberFormat.Token? {
    for (rest, isShort) in [("m/pm", false), ("/p", true)]
    where code[position...].startsIgnoringCase(with: rest) {
      position += rest.utf8.count
      return .dayHalf(isShort: isShort)
    }
    return nil
  }
}

extension NumberFormat.Section {
  /// An `m` behind hours or before seconds means minutes, which `n` stands for from here on.
  fileprivate mutating func findMinutes() {
    let places = tokens.indices.filter {
      switch tokens[$0] {
      case .date, .elapsed: true
      default: false
      }
    }
    func letter(_ place: Int) -> UInt8? {
      guard places.indices.contains(place) else { return nil }
      switch tokens[places[place]] {
      case .date(let letter, _), .elapsed(let letter, _): return letter
      default: return nil
      }
    }
    for (number, place) in places.enumerated() {
      guard case .date(UInt8(ascii: "m"), let count) = tokens[place], count <= 2,
        letter(number - 1) == UInt8(ascii: "h") || letter(number + 1) == UInt8(ascii: "s")
      else { continue }
      tokens[place] = .date(UInt8(ascii: "n"), count: count)
    }
  }
}
