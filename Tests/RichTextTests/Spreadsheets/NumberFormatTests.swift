import TestSupport
import Testing

@testable import RichText

/// What cells show by the codes of their formats, as Excel shows it.
@Suite struct NumberFormatTests {
  static let shown: [(Double, String, String)] = [
    (1234.5, "#,##0.00", "1,234.50"), (0.5, "#,##0.00", "0.50"), (-3, "0.00", "-3.00"),
    (2.675, "0.00", "2.68"),
    (-0.001, "0.00", "0.00"), (1_234_567, "#,##0", "1,234,567"), (5, "0.#", "5"), (0.5, "#.##", ".5"),
    (0.125, "0.0%", "12.5%"), (0.5, "0%", "50%"), (12345, "0.00E+00", "1.23E+04"),
    (0.00012, "0.0E-0", "1.2E-4"),
    (99999, "0.0E+00", "1.0E+05"), (12345, "##0.0E+0", "12.3E+3"), (0, "0.00E+00", "0.00E+00"),
    (0.75, "# ?/?", "3/4"), (2.5, "# ?/?", "2 1/2"), (3, "# ?/?", "3"), (0.3333, "# ??/??", "1/3"),
    (0.5, "# ?/8", "4/8"), (5551234, "000-0000", "555-1234"), (7, "000", "007"), (1234, "0,", "1"),
    (1_500_000, "0.0,,\" M\"", "1.5 M"), (5, "\"x\"0\"y\"", "x5y"), (5, "0\\a", "5a"),
    (1.5, "[$€-407] 0.00", "€ 1.50"),
    (-5, "0;(0)", "(5)"), (0, "0;-0;\"zero\"", "zero"), (-5, "[Red]-0.0;0", "5"), (5, ";;;", ""),
    (150, "[>=100]\"big\";[<0]\"minus\";0", "big"), (50, "[>=100]\"big\";[<0]\"minus\";0", "50"),
    (1234.5, "_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"??_);_(@_)", "1,234.50"),
    (-1234.5, "_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"??_);_(@_)", "(1,234.50)"),
    (0, "_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"??_);_(@_)", "-"), (3, "General\" kg\"", "3 kg"),
    (45352, "yyyy-mm-dd", "2024-03-01"), (45352, "d mmmm yyyy", "1 March 2024"),
    (45352, "ddd, d-mmm-yy", "Fri, 1-Mar-24"),
    (45352.520833333336, "hh:mm", "12:30"), (45352.520833333336, "h:mm AM/PM", "12:30 PM"),
    (45352.25, "h AM/PM", "6 AM"), (0.999999999, "hh:mm:ss", "00:00:00"), (1.5, "[h]:mm", "36:00"),
    (0.5, "[mm]:ss", "720:00"), (0.000011574, "ss.000", "01.000"), (60, "yyyy-mm-dd", "1900-02-29"),
    (59, "yyyy-mm-dd", "1900-02-28"), (61, "yyyy-mm-dd", "1900-03-01"), (1, "dddd", "Monday"),
    (2_958_466, "yyyy", "########"), (-1, "yyyy", "########"),
  ]

  @Test("A number is shown as its format says", arguments: shown)
  func shows(number: Double, code: String, text: String) throws {
    var output: [UInt8] = []
    try #require(NumberFormat(code)).append(number, .from1900, to: &output)
    #expect(String(decoding: output, as: UTF8.self) == text)
  }

  @Test(
    "Numbers without a format lose no digit that means something",
    arguments: [
      (0.1 + 0.2, "0.3"), (1.0 / 3, "0.3333333333333333"), (1e21, "1E+21"),
      (123456789012345680, "123456789012345680"),
      (-0.0, "0"), (1e-8, "1E-8"), (0.000001, "0.000001"),
    ])
  func general(number: Double, text: String) {
    #expect(String(decoding: DecimalDigits.general(number), as: UTF8.self) == text)
  }

  @Test func `Every day of both systems comes back from ISO 8601`() throws {
    for day in stride(from: 61, to: 2_958_466, by: 97) {
      let date = try #require(SerialDate(Double(day), .from1900))
      #expect(SerialDate.serial(ofISO: date.iso) == Double(day))
      if day > 1_462 {
        #expect(SerialDate(Double(day - 1_462), .from1904)?.iso == date.iso)
      }
    }
    #expect(SerialDate.serial(ofISO: "2024-02-30") == nil)
    #expect(SerialDate.serial(ofISO: "2024-02-29T06:00") == 45351.25)
    #expect(SerialDate.serial(ofISO: "24:00") == nil)
  }

  @Test("Codes of any bytes do no harm", arguments: Seeds.few(50))
  func anyCode(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "0", "#", "?", ".", ",", "%", "E+", "/", "y", "m", "d", "h", "s", "[h]", "[", "]", ";", "\"", "\\", "_",
      "*", "@", "AM/PM", "é", "[>1]", "[$", "General",
    ]
    for _ in 0..<500 {
      let code = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &generator)]
      }.joined()
      let format = NumberFormat(code)
      for number in [0, -1.5, 1e300, 45352.5, .leastNonzeroMagnitude] {
        var output: [UInt8] = []
        format?.append(number, .from1900, to: &output)
        #expect(output.count < 2_000)
      }
    }
  }
}
