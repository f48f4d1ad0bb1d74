import Foundation
import RichText
import Testing
import TestSupport
import TestTraits

/// Input that was made to cost much, or that is broken: the text survives, within bounds.
@Suite(.timeLimit(.minutes(1)), .stress) struct RTFHostileTests {
  private static let begin = "{\\rtf1\\ansi{}"

  private static func numbered(_ count: Int, _ piece: (Int) -> String) -> String {
    (0..<count).map(piece).joined()
  }

  static let inputs: [(name: String, rtf: String)] = [
    ("unclosed groups", String(repeating: "{", count: 100_000)),
    ("excess braces", "{\\b x}" + String(repeating: "{{}", count: 20_000)),
    (
      "style cycle",
      "{\\stylesheet{\\s1\\sbasedon2 A;}{\\s2\\sbasedon1 B;}{\\s3\\sbasedon3 C;}}\\s1 a\\par\\s3 "
    ),
    ("picture longer than the input", "survivor{\\pict\\pngblip 89}{\\object\\bin2000000000}"),
    ("negative binary", "\\bin-5 "),
    ("fonts", "{\\fonttbl" + numbered(20_000) { "{\\f\($0)\\fnil Font \($0);}" } + "}"),
    (
      "fields within fields",
      String(repeating: "{\\field{\\*\\fldinst HYPERLINK \"u\"}{\\fldrslt ", count: 5_000)
    ),
    ("notes within notes", String(repeating: "x{\\footnote ", count: 5_000)),
    (
      "numbers out of range",
      "\\u99999999999?\\fs99999999999999999999\\li99999999999\\ri-99999999999\\ls99999999\\ilvl-9 "
    ),
    ("cells without rows", String(repeating: "a\\cell", count: 20_000) + "\\row\\pard "),
    (
      "wide table of short rows",
      String(repeating: "a\\cell", count: 2_000) + "\\row" + String(repeating: "b\\cell\\row", count: 2_000)
        + "\\pard "
    ),
    ("rows whose cells never end", String(repeating: "a\\cellx9 \\cell\\row ", count: 8_000) + "\\pard "),
    ("nested tables", numbered(5_000) { "\\pard\\intbl\\itap\($0 % 99) a\\nestcell" } + "\\pard "),
    (
      "lists that nest for ever",
      numbered(2_000) { "{\\pntext \($0).}\\pard\\li\($0 * 200) x\\par " } + "\\pard "
    ),
    (
      "long markers that only the list table says",
      #"{\*\listtable{\list{\listlevel\levelnfc3\levelstartat3999{\leveltext\'ff"#
        + String(repeating: #"\'00"#, count: 255)
        + #"}}\listid1}}{\*\listoverridetable{\listoverride\listid1\ls1}}"#
        + String(repeating: #"\pard\ls1 x\par\pard\ls1\outlinelevel0 y\par "#, count: 5_000) + "\\pard "
    ),
    (
      "fields within instructions",
      String(repeating: #"{\field{\*\fldinst GOTOBUTTON x {\field{\*\fldinst EQ \\o(}{\fldrslt "#, count: 500)
        + String(repeating: "word ", count: 20_000) + String(repeating: "}}}}", count: 500)
    ),
    (
      "buttons within buttons",
      String(repeating: #"{\field{\*\fldinst GOTOBUTTON x "#, count: 900)
        + String(repeating: "word ", count: 20_000)
        + String(repeating: "}}", count: 900)
    ),
    (
      "quotes that nest for ever",
      numbered(2_000) { "\\pard\\li\($0 * 567)\\ri\($0 * 567) x\\par " } + "\\pard "
    ),
    ("formats without text", String(repeating: "{\\b  }{\\i  }", count: 10_000)),
    ("runs that look alike", "\\b " + String(repeating: "{\\b word}\\b0\\b word", count: 20_000)),
    ("line breaks", String(repeating: "\\line ", count: 50_000)),
    ("empty paragraphs", String(repeating: "\\par", count: 50_000) + "{}"),
    (
      "code lines",
      "{\\fonttbl{\\f0 A;}{\\f1 Consolas;}}\\f1 " + String(repeating: "x\\par ", count: 10_000) + "\\f0 "
    ),
    (
      "halves of characters",
      "{\\fonttbl{\\f0\\fcharset128 A;}}{\\f0 " + String(repeating: "\\'82{\\b\\'82}", count: 5_000) + "}"
    ),
    (
      "list tables",
      "{\\*\\listtable" + String(repeating: "{\\list{\\listlevel{\\leveltext}}\\listid1}", count: 5_000) + "}"
    ),
    ("long word", "\\" + String(repeating: "a", count: 500_000) + " "),
    ("long marker", "{\\pntext " + String(repeating: "1", count: 100_000) + ".}"),
    (
      "long instruction",
      "{\\field{\\*\\fldinst " + String(repeating: "\"a\" \\\\x ", count: 20_000) + "}{\\fldrslt x}}"
    ),
    ("colours", "{\\colortbl" + String(repeating: ";", count: 100_000) + "}\\cb99999 \\chcbpat-1 "),
  ]

  @Test("Costly input", arguments: inputs.indices)
  func costlyInput(_ index: Int) throws {
    let (name, rtf) = Self.inputs[index]
    let start = processorTime()
    let document = try RTFReader().read(Array((Self.begin + rtf + "survivor").utf8))
    let duration = processorTime() - start
    #expect("\(document)".contains("survivor"), "\(name)")
    // In a debug build; an optimized one takes a hundredth.
    #expect(duration < .seconds(20), "\(name)")
  }

  /// Real payloads, cut and changed at random places, are read without a trap.
  @Test(
    "Broken payloads",
    arguments: ["report/libreoffice", "report/abiword", "minutes/libreoffice", "minutes/abiword"])
  func brokenPayloads(_ payload: String) throws {
    let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/clipboards")
    let bytes = [UInt8](try Data(contentsOf: fixtures.appending(path: payload).appending(path: "text-rtf")))
    let spice = [
      "{", "}", "\\", "\\'", "\\u-1 ", "\\bin9 ", "\\par", "\\cell", "\\row", "\\pard", "\\ls3", "\\itap4",
      "{\\*\\", "\u{0}",
    ]
    for seed in UInt64(0)..<40 {
      var generator = SeededGenerator(seed: seed)
      var broken = bytes
      for _ in 0..<Int.random(in: 1...60, using: &generator) {
        let place = Int.random(in: 0..<broken.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: broken[place] = UInt8.random(in: 0...255, using: &generator)
        case 1:
          broken.removeSubrange(place..<min(place + Int.random(in: 1...40, using: &generator), broken.count))
        case 2:
          broken.insert(
            contentsOf: Array(spice[Int.random(in: spice.indices, using: &generator)].utf8), at: place)
        default: broken.insert(contentsOf: broken[place..<min(place + 200, broken.count)], at: place)
        }
      }
      guard broken.starts(with: Array("{\\rtf".utf8)) else { continue }
      let document = try RTFReader().read(broken)
      // What was read can be written and read again.
      _ = try RTFReader().read(RTFWriter().write(document))
    }
  }

  @Test("Input beyond the limit is refused")
  func tooLarge() {
    var reader = RTFReader()
    reader.sizeLimit = 10
    #expect(throws: RichTextError.self) { try reader.read(Array("{\\rtf1 long}".utf8)) }
  }
}
