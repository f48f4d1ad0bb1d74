/// Days and times as spreadsheets count them: days since an epoch, and fractions of a day (ECMA-376 part 1, 18.17.4).
package struct SerialDate {
  /// Which day is the first.
  package enum System {
    /// Day 1 is 1 January 1900, and day 60 is 29 February of that year, which there never was.
    case from1900
    /// Day 0 is 1 January 1904, as Excel for the Macintosh began.
    case from1904
  }

  private(set) var year = 0
  private(set) var month = 0
  private(set) var day = 0
  /// 0 for Sunday.
  private(set) var weekday = 0
  private(set) var milliseconds = 0
  /// True for a fraction of a day alone.
  package let isTimeOnly: Bool

  private static let dayLength = 86_400_000
  /// The days from 1 January 1970 to the epochs.
  private static let epoch1900 = -25_569, epoch1904 = -24_107

  package var hour: Int { milliseconds / 3_600_000 }
  package var minute: Int { milliseconds / 60_000 % 60 }
  package var second: Int { milliseconds / 1_000 % 60 }

  /// - Parameter precision: the length of what is not shown, in milliseconds; times are rounded to it.
  package init?(_ serial: Double, _ system: System, precision: Int = 1) {
    // The last day is 31 December 9999.
    guard serial >= 0, serial < 2_958_466 else { return nil }
    let exact = Int((serial * Double(Self.dayLength)).rounded())
    let rounded = (exact + precision / 2) / precision * precision
    let days = rounded / Self.dayLength
    milliseconds = rounded % Self.dayLength
    isTimeOnly = serial < 1 && system == .from1900
    switch system {
    case .from1904: setDate(days + Self.epoch1904)
    case .from1900 where days == 60: (year, month, day, weekday) = (1900, 2, 29, 3)
    case .from1900: setDate(days + Self.epoch1900 + (days < 60 ? 1 : 0))
    }
  }

  /// - Parameter days: days since 1 January 1970 in the Gregorian calendar.
  private mutating func setDate(_ days: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    weekday = (days % 7 + 11) % 7
  }

  /// The date, the time or both as ISO 8601 spells them.
  package var iso: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let yearDigits = String(repeating: "0", count: max(0, 4 - "\(year)".utf8.count)) + "\(year)"
    let date = "\(yearDigits)-\(two(month))-\(two(day))"
    if milliseconds == 0, !isTimeOnly { return date }
    var time = "\(two(hour)):\(two(minute)):\(two(second))"
    if case let rest = milliseconds % 1_000, rest > 0 { time += ".\("\(1_000 + rest)".dropFirst())" }
    return isTimeOnly ? time : date + "T" + time
  }

  /// The serial number from 1900 of a date, a time or both in ISO 8601; nil for other text, and for days before March 1900.
  package static func serial(ofISO text: some StringProtocol) -> Double? {
    let parts = text.split(separator: text.contains("T") ? "T" : " ", omittingEmptySubsequences: false)
    guard 1...2 ~= parts.count, let first = parts.first else { return nil }
    if parts.count == 1, first.contains(":") { return time(first) }
    guard let days = days(ofISO: first), days > 60 else { return nil }
    guard parts.count == 2 else { return Double(days) }
    return time(parts[1]).map { Double(days) + $0 }
  }

  private static func days(ofISO text: some StringProtocol) -> Int? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0.isASCIIDigit || $0 == 0x2D }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), 1...12 ~= month, day > 0
    else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    guard day <= [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] else { return nil }
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468 - epoch1900
  }

  private static func time(_ text: some StringProtocol) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count, parts[0].utf8.count == 2, parts[1].utf8.count == 2,
      text.utf8.allSatisfy({ $0.isASCIIDigit || $0 == 0x3A || $0 == 0x2E }), let hour = Int(parts[0]),
      hour < 24,
      let minute = Int(parts[1]), minute < 60
    else { return nil }
    let seconds: Double? = parts.count == 2 ? 0 : parts[2].utf8.count >= 2 ? Double(parts[2]) : nil
    guard let seconds, seconds < 60 else { return nil }
    return (Double(hour * 60 + minute) * 60 + seconds) / 86_400
  }
}
