import CharacterSets
import Testing

/// Every byte, pair and longer sequence against the C library's `iconv`: equal, or different for a reason given here.
@Suite struct SystemDifferentialTests {
  /// A reason why some sequences differ.
  struct Difference: Sendable {
    let reason: String
    /// Whether some releases of the C library do not differ so.
    var dependsOnRelease = false
    /// True for sequences that it explains: the bytes, the text here, and the C library's text, nil for an error.
    let explains: @Sendable (_ bytes: [UInt8], _ ours: String, _ theirs: String?) -> Bool
  }

  struct Peer: CustomTestStringConvertible, Sendable {
    let name: String
    let system: String
    var sequences = SystemDifferentialTests.single
    var differences: [Difference] = []

    var testDescription: String { "\(name) and \(system)" }
  }

  // MARK: Sequences

  static let single: [[UInt8]] = (0...255).map { [UInt8($0)] }
  static let pairs: [[UInt8]] = (0x80...255).flatMap { first in (0...255).map { [UInt8(first), UInt8($0)] } }
  static let singleAndPairs = single + pairs
  static let triples: [[UInt8]] = (0xA0...255).flatMap { second in
    (0xA0...255).map { [0x8F, UInt8(second), UInt8($0)] }
  }
  static let quadruples: [[UInt8]] = (0x81...0xFE).flatMap { first in
    (0x30...0x39).flatMap { second in
      // Every third byte where characters are; samples where nothing is.
      stride(from: 0x81, through: 0xFE, by: first == 0x81 || first == 0x84 ? 1 : 25).flatMap { third in
        (0x30...0x39).map { [UInt8(first), UInt8(second), UInt8(third), UInt8($0)] }
      }
    }
  }
  static let escaped: [[UInt8]] =
    (0x21...0x7E).flatMap { first in
      (0x21...0x7E).map { [0x1B, 0x24, 0x42, UInt8(first), UInt8($0), 0x1B, 0x28, 0x42] }
    } + (0..<0x80).map { [0x1B, 0x28, 0x4A, UInt8($0), 0x1B, 0x28, 0x42] } + (0..<0x80).map { [UInt8($0)] }
  static let units: [[UInt8]] = (0..<0x1_0000).map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }

  // MARK: Reasons

  static let control = Difference(reason: "glibc passes undefined bytes as control characters") {
    _, ours, theirs in
    theirs?.unicodeScalars.contains { (0x80..<0xA0).contains($0.value) } == true && theirs != ours
  }
  static let more = Difference(reason: "The standard's index has more characters") { _, ours, theirs in
    theirs == nil && !ours.unicodeScalars.contains("\u{FFFD}")
  }
  static let windowsSigns = Difference(
    reason: "The standard maps JIS X 0208 as Windows does, glibc as Unicode did"
  ) { _, ours, theirs in
    let signs: [String: String] = [
      "\u{FF5E}": "\u{301C}", "\u{2225}": "\u{2016}", "\u{FF0D}": "\u{2212}", "\u{FFE0}": "\u{A2}",
      "\u{FFE1}": "\u{A3}", "\u{FFE2}": "\u{AC}",
    ]
    return signs[ours] == theirs
  }
  static let mark = Difference(reason: "A byte-order mark is not part of the text") { bytes, ours, _ in
    ours.isEmpty && bytes.sorted() == [0xFE, 0xFF]
  }

  static func characters(_ reason: String, _ map: [String: String]) -> Difference {
    Difference(reason: reason) { _, ours, theirs in map[ours] == theirs && theirs != nil }
  }

  // MARK: Peers

  static let plain: [Peer] =
    [
      ("ascii", "ASCII"), ("437", "CP437"), ("cp737", "CP737"), ("ibm775", "CP775"), ("850", "CP850"),
      ("852", "CP852"),
      ("855", "CP855"), ("857", "CP857"), ("858", "CP858"), ("860", "CP860"), ("861", "CP861"),
      ("862", "CP862"),
      ("863", "CP863"), ("865", "CP865"), ("866", "CP866"), ("869", "CP869"), ("cp1125", "CP1125"),
      ("874", "CP874"),
      ("cp1250", "CP1250"), ("cp1251", "CP1251"), ("cp1252", "CP1252"), ("cp1253", "CP1253"),
      ("cp1254", "CP1254"),
      ("cp1256", "CP1256"), ("cp1257", "CP1257"), ("cp1258", "CP1258"), ("latin2", "ISO-8859-2"),
      ("latin3", "ISO-8859-3"), ("latin4", "ISO-8859-4"), ("iso-8859-5", "ISO-8859-5"),
      ("iso-8859-6", "ISO-8859-6"),
      ("iso-8859-7", "ISO-8859-7"), ("iso-8859-8", "ISO-8859-8"), ("iso-8859-10", "ISO-8859-10"),
      ("iso-8859-13", "ISO-8859-13"), ("iso-8859-14", "ISO-8859-14"), ("iso-8859-15", "ISO-8859-15"),
      ("iso-8859-16", "ISO-8859-16"), ("koi8-r", "KOI8-R"), ("koi8-t", "KOI8-T"),
      ("mac-centraleurope", "MAC-CENTRALEUROPE"), ("hp-roman8", "HP-ROMAN8"), ("pt154", "PT154"),
      ("rk1048", "RK1048"),
      ("armscii-8", "ARMSCII-8"), ("georgian-ps", "GEORGIAN-PS"), ("georgian-academy", "GEORGIAN-ACADEMY"),
    ].map { Peer(name: $0.0, system: $0.1) } + [Peer(name: "949", system: "CP949", sequences: singleAndPairs)]

  static let different: [Peer] = [
    Peer(name: "latin1", system: "ISO-8859-1", differences: [control]),
    Peer(name: "latin5", system: "ISO-8859-9", differences: [control]),
    Peer(
      name: "864", system: "CP864",
      differences: [characters("glibc has the Arabic sign for %", ["%": "\u{66A}"])]),
    Peer(
      name: "cp1255", system: "CP1255",
      differences: [more]),
    Peer(
      name: "tis-620", system: "TIS-620",
      differences: [
        Difference(reason: "Windows' superset") { bytes, _, theirs in theirs == nil && bytes[0] <= 0xA0 }
      ]),
    Peer(
      name: "koi8-u", system: "KOI8-U",
      differences: [
        characters("The standard adds Belarusian", ["\u{45E}": "\u{255D}", "\u{40E}": "\u{256C}"])
      ]),
    Peer(
      name: "macintosh", system: "MACINTOSH",
      differences: [characters("Apple's later table", ["\u{2206}": "\u{394}", "\u{F8FF}": "\u{E01E}"])]),
    Peer(
      name: "mac-cyrillic", system: "MAC-CYRILLIC",
      differences: [characters("The euro came later", ["\u{20AC}": "\u{A4}"])]),
    Peer(
      name: "sjis", system: "CP932", sequences: singleAndPairs,
      differences: [
        Difference(reason: "0x80 is a control character") { bytes, _, theirs in
          theirs == nil && bytes.contains(0x80)
        }
      ]),
    Peer(
      name: "gbk", system: "CP936", sequences: singleAndPairs,
      differences: [
        Difference(reason: "The standard reads GB18030") { _, ours, theirs in
          theirs == nil && !ours.contains("\u{FFFD}")
        }
      ]),
    Peer(
      name: "gb18030", system: "GB18030", sequences: singleAndPairs + quadruples,
      differences: [
        more,
        Difference(reason: "0xA3A0 is a space in pages; six characters of GB18030-2005") { bytes, ours, _ in
          bytes == [0xA3, 0xA0] && ours == "\u{3000}"
            || bytes[0] == 0xFE && ours.unicodeScalars.allSatisfy { (0xE816...0xE855).contains($0.value) }
        },
        Difference(
          reason: "The standard reads both sequences of a character that GB18030-2022 moved",
          dependsOnRelease: true
        ) { bytes, _, theirs in
          let isPrivate = theirs?.unicodeScalars.allSatisfy {
            (0xE78D...0xE796).contains($0.value) || (0xE81E...0xE864).contains($0.value)
          }
          return bytes.count == 4 && isPrivate == true
        },
      ]),
    Peer(
      name: "big5", system: "BIG5-HKSCS", sequences: singleAndPairs,
      differences: [
        more, control,
        characters(
          "The standard maps signs as Windows does",
          [
            "\u{2027}": "\u{2022}", "\u{FE51}": "\u{FF64}", "\u{AF}": "\u{203E}", "\u{FF5E}": "\u{223C}",
            "\u{2295}": "\u{2641}", "\u{2299}": "\u{2609}", "\u{2215}": "\u{FF0F}", "\u{FE68}": "\u{FF3C}",
            "\u{FFE5}": "\u{A5}", "\u{FFE0}": "\u{A2}", "\u{FFE1}": "\u{A3}",
          ]),
      ]),
    Peer(
      name: "johab", system: "JOHAB", sequences: singleAndPairs,
      differences: [
        Difference(reason: "A later character that the standard's index lacks") { bytes, _, theirs in
          theirs == "\u{327E}" && bytes == [0xD9, 0xE8]
        }
      ]),
    Peer(
      name: "euc-jp", system: "EUC-JP", sequences: singleAndPairs + triples,
      differences: [more, control, windowsSigns]),
    Peer(
      name: "iso-2022-jp", system: "ISO-2022-JP", sequences: escaped,
      differences: [
        more, windowsSigns,
        Difference(reason: "Shifts are errors in pages, which they could hide markup in") {
          bytes, _, theirs in
          theirs?.unicodeScalars.contains { [0x0E, 0x0F, 0x1B].contains($0.value) } == true
        },
      ]),
    Peer(name: "utf-16le", system: "UTF-16LE", sequences: units, differences: [mark]),
    Peer(name: "utf-16be", system: "UTF-16BE", sequences: units, differences: [mark]),
  ]

  @Test(arguments: plain + different)
  func `Sequences are what the C library reads`(peer: Peer) throws {
    let set = try #require(CharacterSet(named: peer.name))
    // A machine without that module has no judge.
    guard let system = SystemConverter(peer.system) else { return }
    var unexplained: [String] = []
    var explained = Array(repeating: 0, count: peer.differences.count)
    for bytes in peer.sequences {
      let theirs = system.text(bytes)
      let ours = String(decoding: set.utf8(bytes), as: UTF8.self)
      if let theirs, Array(theirs.utf8) == Array(ours.utf8) { continue }
      if theirs == nil, ours.unicodeScalars.contains("\u{FFFD}") { continue }
      if let index = peer.differences.firstIndex(where: { $0.explains(bytes, ours, theirs) }) {
        explained[index] += 1
      } else {
        let shown = bytes.map { String($0, radix: 16) }.joined()
        unexplained.append("\(shown): \(ours.debugDescription), \(theirs.debugDescription)")
      }
    }
    #expect(unexplained.isEmpty, "\(unexplained.count): \(unexplained.prefix(10))")
    for (difference, count) in zip(peer.differences, explained) where !difference.dependsOnRelease {
      #expect(count > 0, "no longer different: \(difference.reason)")
    }
  }
}
