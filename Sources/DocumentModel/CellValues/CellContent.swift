/// What is written into a cell: text, or a value with the format that shows it.
package enum CellContent: Hashable {
  case text
  /// Text that programs would take for something else when somebody edits it: `007`, `1e5`, `3/4`, `=A1`.
  case plainText
  /// A number as it is spelled, and the code of its format; nil for the general one.
  case number(String, format: String?)
  /// Days since 1900, the date as ISO 8601 spells it, and the code of the format.
  case date(Double, iso: String, format: String)
  case boolean(Bool)

  /// The content of a text that says nothing but what it shows: a number where nothing of it is lost, and a date in
  /// ISO 8601 if these are wanted.
  package init(of text: ArraySlice<UInt8>, readsDates: Bool) {
    if let format = Self.exactNumber(text) {
      self = .number(String(decoding: text, as: UTF8.self), format: format)
    } else if readsDates, let date = Self.date(text) {
      self = date
    } else if let first = text.first, first.isASCIIDigit || "=+-@.'".utf8.contains(first) {
      self = .plainText
    } else {
      self = .text
    }
  }

  /// The content of a cell that holds a value, with a format that shows it as the cell does, where there is one.
  package init(_ value: CellValue, shownAs text: ArraySlice<UInt8>) {
    switch value {
    case .boolean(let truth): self = .boolean(truth)
    case .date(let iso):
      guard let serial = SerialDate.serial(ofISO: iso) else {
        self = .text
        return
      }
      let format = Self.dateFormats.first { Self.shows(serial, in: $0, as: text) }
      self = .date(serial, iso: iso, format: format ?? Self.dateFormat(of: iso))
    case .number(let spelling):
      guard let number = Double(spelling) else {
        self = .text
        return
      }
      if Self.exactNumber(text) != nil, Double(String(decoding: text, as: UTF8.self)) == number {
        self.init(of: text, readsDates: false)
      } else {
        let format = Self.numberFormat(of: text).flatMap { Self.shows(number, in: $0, as: text) ? $0 : nil }
        self = .number(spelling, format: format)
      }
    }
  }

  private static func shows(_ number: Double, in format: String, as text: ArraySlice<UInt8>) -> Bool {
    var shown: [UInt8] = []
    NumberFormat(format)?.append(number, .from1900, to: &shown)
    return shown.elementsEqual(text)
  }

  // MARK: Numbers

  /// A double holds as many digits as they are.
  private static let digitLimit = 15
  /// Cells without a format show as many digits.
  private static let generalDigits = 10

  /// The format of a number of which spreadsheets keep every digit; nil for all other text. The general format is `.some(nil)`.
  ///
  /// Zeros in front make codes, an exponent, a plus sign or a fraction may be anything.
  private static func exactNumber(_ text: ArraySlice<UInt8>) -> String?? {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
    guard let first = digits.first, first.isASCIIDigit, digits.count <= digitLimit + 1 else { return nil }
    let integer = digits.prefix(while: \.isASCIIDigit)
    guard first != 0x30 || integer.count == 1 else { return nil }
    let rest = digits[integer.endIndex...]
    let decimals = rest.dropFirst()
    if !rest.isEmpty {
      guard rest.first == UInt8(ascii: "."), !decimals.isEmpty, decimals.allSatisfy(\.isASCIIDigit) else {
        return nil
      }
    }
    guard integer.count + decimals.count <= digitLimit,
      digits.count == text.count || digits.contains(where: { $0 != 0x30 && $0 != UInt8(ascii: ".") })
    else { return nil }
    if integer.count + decimals.count <= generalDigits, decimals.last != 0x30 { return .some(nil) }
    return .some(decimals.isEmpty ? "0" : "0." + String(repeating: "0", count: decimals.count))
  }

  /// The code of the format that shows a number as a text does, by its signs, separators and decimals; nil for none.
  private static func numberFormat(of text: ArraySlice<UInt8>) -> String? {
    guard let first = text.firstIndex(where: \.isASCIIDigit),
      let last = text.lastIndex(where: \.isASCIIDigit),
      text.count <= 64
    else { return nil }
    let core = text[first...last]
    let point = core.firstIndex(of: UInt8(ascii: "."))
    var code = core.contains(UInt8(ascii: ",")) ? "#,##0" : "0"
    if let point { code += "." + String(repeating: "0", count: core.distance(from: point, to: last)) }
    func quoted(_ part: ArraySlice<UInt8>) -> String {
      let text = String(decoding: part.filter { $0 != UInt8(ascii: "-") }, as: UTF8.self)
      if text.isEmpty || text == "%" { return text }
      return "\"" + text.filter { $0 != "\"" } + "\""
    }
    return quoted(text[..<first]) + code + quoted(text[(last + 1)...])
  }

  // MARK: Dates

  /// Formats of dates, of which the first is taken that shows what a text says.
  private static let dateFormats = [
    "yyyy-mm-dd", "yyyy-mm-dd hh:mm:ss", "yyyy-mm-dd hh:mm", "yyyy-mm-dd\"T\"hh:mm:ss",
    "yyyy-mm-dd\"T\"hh:mm",
    "hh:mm:ss", "hh:mm", "yyyy-mm-dd\"T\"hh:mm:ss.000", "yyyy-mm-dd hh:mm:ss.000", "hh:mm:ss.000", "mm/dd/yy",
    "mm/dd/yyyy", "m/d/yyyy", "m/d/yy", "dd.mm.yyyy", "dd.mm.yy", "d.m.yyyy", "dd/mm/yyyy",
    "dd/mm/yy", "d mmm yyyy", "d mmmm yyyy", "d-mmm-yy", "dd-mmm-yyyy", "mmm d, yyyy", "mmmm d, yyyy",
    "mmm-yy", "h:mm AM/PM",
    "h:mm:ss AM/PM", "mm/dd/yy hh:mm AM/PM", "mm/dd/yyyy hh:mm:ss", "m/d/yyyy h:mm", "dd.mm.yyyy hh:mm",
    "dd.mm.yyyy hh:mm:ss", "yyyy-mm-dd h:mm",
  ]

  private static func date(_ text: ArraySlice<UInt8>) -> CellContent? {
    guard let first = text.first, first.isASCIIDigit, text.count <= 23 else { return nil }
    let spelling = String(decoding: text, as: UTF8.self)
    guard let serial = SerialDate.serial(ofISO: spelling),
      let format = dateFormats.prefix(10).first(where: { shows(serial, in: $0, as: text) })
    else { return nil }
    return .date(serial, iso: spelling.replacing(" ", with: "T"), format: format)
  }

  package static func dateFormat(of iso: String) -> String {
    let hasTime = iso.contains(":")
    return !hasTime ? "yyyy-mm-dd" : iso.contains("-") ? "yyyy-mm-dd hh:mm:ss" : "hh:mm:ss"
  }

  /// The code of the format that a cell needs.
  package var format: String? {
    switch self {
    case .text, .boolean: nil
    case .plainText: "@"
    case .number(_, let format): format
    case .date(_, _, let format): format
    }
  }
}
