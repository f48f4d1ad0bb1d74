/// Showing values.
extension NumberFormat {
  /// Appends what a cell shows of a number; nothing where its format hides it.
  package func append(_ value: Double, _ system: SerialDate.System, to output: inout [UInt8]) {
    guard let index = section(for: value) else {
      output += "########".utf8
      return
    }
    let section = sections[index]
    let start = output.count
    if section.isDate {
      section.appendDate(value, system, to: &output)
    } else if var digits = DecimalDigits(value) {
      // Signs belong to the number where no section is for negative ones.
      digits.isNegative =
        value < 0 && index == 0 && section.condition == nil || value < 0 && sections.count == 1
      section.append(digits, value.magnitude, to: &output)
    }
    // Room for brackets and signs of currencies is nothing to read.
    while output.count > start, output[output.count - 1] == 0x20 { output.removeLast() }
    let spaces = output[start...].prefix { $0 == 0x20 }.count
    if spaces > 0 { output.removeSubrange(start..<(start + spaces)) }
  }

  /// Appends what a cell shows of a text.
  package func append(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
    guard sections.count == 4 else {
      output += text
      return
    }
    for token in sections[3].tokens {
      switch token {
      case .literal(let literal): output += literal
      case .text: output += text
      default: break
      }
    }
  }

  private func section(for value: Double) -> Int? {
    if sections.prefix(2).contains(where: { $0.condition != nil }) {
      let match = sections.prefix(2).firstIndex { section in
        guard let (sign, number) = section.condition else { return false }
        switch sign {
        case "<": return value < number
        case "<=": return value <= number
        case ">": return value > number
        case ">=": return value >= number
        case "<>": return value != number
        default: return value == number
        }
      }
      if let match { return match }
      if sections.count > 2 { return 2 }
      return sections.count == 2 && sections[1].condition == nil ? 1 : sections.count == 1 ? nil : 0
    }
    if value < 0, sections.count > 1 { return 1 }
    return value == 0 && sections.count > 2 ? 2 : 0
  }
}

// MARK: Numbers

extension NumberFormat.Section {
  /// Appends the digits of a number, those of its magnitude in the places that the section has for them.
  fileprivate func append(_ number: DecimalDigits, _ magnitude: Double, to output: inout [UInt8]) {
    var number = number
    let percents = tokens.count { $0 == .percent }
    number.shift(by: 2 * percents - 3 * thousands)
    if tokens.contains(.slash) { return appendFraction(number, magnitude, to: &output) }
    if let mark = tokens.firstIndex(where: { if case .exponent = $0 { true } else { false } }) {
      return appendScientific(number, mark, to: &output)
    }
    appendPlain(number, tokens[...], to: &output)
  }

  private func appendPlain(
    _ number: DecimalDigits, _ tokens: ArraySlice<NumberFormat.Token>, to output: inout [UInt8]
  ) {
    var number = number
    let point = tokens.firstIndex(of: .point) ?? tokens.endIndex
    number.round(toDecimals: tokens[point...].count(where: \.isDigit))
    if number.isNegative, !number.isZero { output.append(UInt8(ascii: "-")) }
    let integer = number.integer
    let decimals = number.decimals
    var placesLeft = tokens[..<point].count(where: \.isDigit)
    var (written, decimal) = (0, 0)
    for (index, token) in zip(tokens.indices, tokens) {
      switch token {
      case .literal(let literal): output += literal
      case .percent: output.append(UInt8(ascii: "%"))
      case .general, .text: output += number.spelling.drop { $0 == UInt8(ascii: "-") }
      case .point:
        // Digits that need not be there leave the point behind (`0.#` of 5 is `5.`), which is nothing to read.
        let needsPoint = decimals.count > 0 || tokens[point...].contains(.digit(isAlways: true))
        if needsPoint { output.append(UInt8(ascii: ".")) }
      case .digit(let isAlways) where index < point:
        let missing = placesLeft - (integer.count - written)
        placesLeft -= 1
        guard missing <= 0 else {
          if isAlways {
            output.append(0x30)
            if isGrouped, placesLeft > 0, placesLeft % 3 == 0 { output.append(UInt8(ascii: ",")) }
          }
          continue
        }
        while integer.count - written > placesLeft {
          output.append(integer[written])
          written += 1
          let left = integer.count - written
          if isGrouped, left > 0, left % 3 == 0 { output.append(UInt8(ascii: ",")) }
        }
      case .digit(let isAlways):
        if decimal < decimals.count {
          output.append(decimals[decimal])
        } else if isAlways {
          output.append(0x30)
        }
        decimal += 1
      default: break
      }
    }
  }

  /// `12.3E+4`: as many digits before the point as there are places.
  private func appendScientific(_ number: DecimalDigits, _ mark: Int, to output: inout [UInt8]) {
    var mantissa = number
    let point = tokens[..<mark].firstIndex(of: .point) ?? mark
    let places = max(1, tokens[..<point].count(where: \.isDigit))
    let decimals = tokens[point..<mark].count(where: \.isDigit)
    var exponent = 0
    // Rounding may take one digit more.
    for _ in 0..<2 where !mantissa.isZero {
      let over = mantissa.pointPosition - 1
      let step = places == 1 ? over : Int((Double(over) / Double(places)).rounded(.down)) * places
      mantissa.shift(by: -step)
      exponent += step
      mantissa.round(toDecimals: decimals)
    }
    appendPlain(mantissa, tokens[..<mark], to: &output)
    output.append(UInt8(ascii: "E"))
    if exponent < 0 {
      output.append(UInt8(ascii: "-"))
    } else if case .exponent(hasPlus: true) = tokens[mark] {
      output.append(UInt8(ascii: "+"))
    }
    let digits = Array("\(exponent.magnitude)".utf8)
    let width = tokens[mark...].count(where: \.isDigit)
    output += repeatElement(0x30, count: max(0, width - digits.count)) + digits
    for case .literal(let literal) in tokens[mark...] { output += literal }
  }

  /// `1 3/4`: the nearest fraction whose denominator has as many digits as there are places, or is the one that stands there.
  private func appendFraction(_ number: DecimalDigits, _ magnitude: Double, to output: inout [UInt8]) {
    guard let slash = tokens.firstIndex(of: .slash) else { return }
    let behind = tokens[(slash + 1)...]
    let fixed = behind.compactMap { if case .literal(let text) = $0 { text } else { nil } }.joined()
    let digits = behind.prefix(while: \.isDigit).count
    let limit = Int([1, 9, 99, 999][min(digits, 3)])
    let hasWhole = tokens[..<slash].contains { if case .literal = $0 { true } else { false } }
    let whole = hasWhole ? magnitude.rounded(.down) : 0
    guard magnitude < 1e9 else { return appendPlain(number, [.digit(isAlways: true)], to: &output) }
    let rest = magnitude - whole
    let denominators =
      digits == 0
      ? [Int(String(decoding: fixed.filter(\.isASCIIDigit), as: UTF8.self)) ?? 1] : Array(1...limit)
    var best = (numerator: 0, denominator: 1, error: Double.infinity)
    for denominator in denominators where denominator > 0 && denominator < 10_000 {
      let numerator = (rest * Double(denominator)).rounded()
      let error = (numerator / Double(denominator) - rest).magnitude
      if error < best.error - 1e-12 { best = (Int(numerator), denominator, error) }
    }
    var shownWhole = Int(whole)
    if hasWhole, best.numerator == best.denominator { (shownWhole, best.numerator) = (shownWhole + 1, 0) }
    if number.isNegative, shownWhole > 0 || best.numerator > 0 { output.append(UInt8(ascii: "-")) }
    if hasWhole, shownWhole > 0 || best.numerator == 0 { output += "\(shownWhole)".utf8 }
    guard best.numerator > 0 || !hasWhole else { return }
    if hasWhole, shownWhole > 0 { output.append(0x20) }
    output += "\(best.numerator)/\(best.denominator)".utf8
  }
}

extension NumberFormat.Token {
  fileprivate var isDigit: Bool { if case .digit = self { true } else { false } }
}

// MARK: Dates

extension NumberFormat.Section {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November",
    "December",
  ]
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  /// How long what is not shown of a second is, in milliseconds.
  private var precision: Int {
    for case .subseconds(let count) in tokens { return [1_000, 100, 10, 1][count] }
    let hasSeconds = tokens.contains { token in
      switch token {
      case .date(let letter, _), .elapsed(let letter, _): letter == UInt8(ascii: "s")
      default: false
      }
    }
    return hasSeconds ? 1_000 : 1
  }

  fileprivate func appendDate(_ value: Double, _ system: SerialDate.System, to output: inout [UInt8]) {
    guard let date = SerialDate(isElapsed ? value.magnitude : value, system, precision: precision) else {
      output += "########".utf8
      return
    }
    if value < 0 { output.append(UInt8(ascii: "-")) }
    let elapsed = Int((value.magnitude * 86_400_000 / Double(precision)).rounded()) * precision
    let isHalved = tokens.contains { if case .dayHalf = $0 { true } else { false } }
    func append(_ number: Int, width: Int) {
      let digits = Array("\(number)".utf8)
      output += repeatElement(0x30, count: max(0, width - digits.count)) + digits
    }
    for token in tokens {
      switch token {
      case .literal(let literal): output += literal
      case .date(UInt8(ascii: "y"), let count):
        append(count <= 2 ? date.year % 100 : date.year, width: count <= 2 ? 2 : 4)
      case .date(UInt8(ascii: "m"), let count) where count >= 3:
        let name = Self.months[date.month - 1]
        output += count == 3 ? name.utf8.prefix(3) : count == 5 ? name.utf8.prefix(1) : name.utf8.prefix(9)
      case .date(UInt8(ascii: "m"), let count): append(date.month, width: count)
      case .date(UInt8(ascii: "d"), let count) where count >= 3:
        let name = Self.weekdays[date.weekday]
        output += count == 3 ? name.utf8.prefix(3) : name.utf8.prefix(9)
      case .date(UInt8(ascii: "d"), let count): append(date.day, width: count)
      case .date(UInt8(ascii: "h"), let count):
        append(isHalved ? (date.hour + 11) % 12 + 1 : date.hour, width: min(count, 2))
      case .date(UInt8(ascii: "n"), let count): append(date.minute, width: count)
      case .date(UInt8(ascii: "s"), let count): append(date.second, width: min(count, 2))
      case .elapsed(let letter, let count):
        let unit = letter == UInt8(ascii: "h") ? 3_600_000 : letter == UInt8(ascii: "m") ? 60_000 : 1_000
        append(elapsed / unit, width: count)
      case .subseconds(let count):
        output.append(UInt8(ascii: "."))
        append(date.milliseconds % 1_000 / [1, 100, 10, 1][count], width: count)
      case .dayHalf(let isShort):
        output += (date.hour < 12 ? "AM" : "PM").utf8.prefix(isShort ? 1 : 2)
      case .point: output.append(UInt8(ascii: "."))
      case .slash: output.append(UInt8(ascii: "/"))
      default: break
      }
    }
  }
}
