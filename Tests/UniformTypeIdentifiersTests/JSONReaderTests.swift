import Testing
import TestSupport
import TypeDeclarations

@Suite("Reading JSON") struct JSONReaderTests {
  @Test("Values, with the lines on which they begin")
  func values() throws {
    let text = """
      {
        "text": "a\\u00e9\\ud83d\\udd25\\n\\/\\"",
        "numbers": [0, -1.5e2,
          12],
        "flags": [true, false, null], "empty": [{}, []]
      }
      """
    let value = try JSONValue.parse([0xEF, 0xBB, 0xBF] + Array(text.utf8))
    #expect(value["text"]?.string == "aé🔥\n/\"")
    #expect(value["numbers"]?.array?.map(\.number) == [0, -150, 12])
    #expect(value["numbers"]?.array?.map(\.line) == [3, 3, 4])
    #expect(value["flags"]?.array?.map(\.bool) == [true, false, nil])
    #expect(value["empty"]?.line == 5 && value["empty"]?.array?.first?.members?.isEmpty == true)
    #expect(value["missing"] == nil && value["text"]?["x"] == nil)
    #expect(value.members?.map(\.name) == ["text", "numbers", "flags", "empty"])
  }

  @Test(
    "Mistakes, with their lines",
    arguments: [
      ("", 1), ("\n\n  ", 3), ("{", 1), ("[1,]", 1), ("[1 2]", 1), ("{\"a\":1,}", 1), ("{\"a\" 1}", 1),
      ("{a:1}", 1), ("[\n01]", 2), ("[\n1.]", 2), ("-", 1), ("1e", 1), ("\"a\nb\"", 1), ("\"a\tb\"", 1),
      ("\"\\x\"", 1), ("\"\\u12\"", 1), ("\"\\ud83d\"", 1), ("\"\\udd25\"", 1), ("\"\\ud83d\\u0041\"", 1),
      ("nul", 1), ("tru", 1), ("// comment\n1", 1), ("1 1", 1), ("{\"a\":1,\n\"a\":2}", 2), ("'a'", 1),
      ("[\n\n\u{0}]", 3), ("NaN", 1), ("+1", 1), ("\"open", 1),
    ])
  func mistakes(_ text: String, _ line: Int) {
    let error = #expect(throws: JSONError.self) { try JSONValue.parse(Array(text.utf8)) }
    #expect(error?.line == line)
    #expect(error?.message.isEmpty == false)
  }

  @Test("Encodings that are not UTF-8")
  func encodings() {
    let utf16 = "[1]".utf16.flatMap { [UInt8($0 & 0xFF), 0] }
    for bytes: [UInt8] in [
      [0xFF, 0xFE] + utf16, utf16, [0x5B, 0x0A, 0x22, 0xE9, 0x22, 0x5D], [0xC0, 0x80],
    ] {
      #expect(throws: JSONError.self) { try JSONValue.parse(bytes) }
    }
    let error = #expect(throws: JSONError.self) { try JSONValue.parse([0x5B, 0x0A, 0x22, 0xE9, 0x22, 0x5D]) }
    #expect(error?.line == 2)
  }

  @Test("Limits of depth, size and number")
  func limits() throws {
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(throws: JSONError.self) { try JSONValue.parse(deep) }
    let objects = Array(String(repeating: "{\"a\":", count: 100_000).utf8)
    #expect(throws: JSONError.self) { try JSONValue.parse(objects) }
    #expect(throws: JSONError.self) { try JSONValue.parse([UInt8](repeating: 0x20, count: 50_000_000)) }
    let allowed = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    _ = try JSONValue.parse(Array(allowed.utf8))
  }

  @Test("Damaged texts are read or refused", arguments: 0..<20)
  func damaged(seed: UInt64) {
    expectLinesOfErrors(
      in: #"[{"identifier": "com.example.a", "conformsTo": ["public.data"], "version": 12.5e1}]"#,
      seed: seed
    ) { bytes throws(JSONError) in _ = try JSONValue.parse(bytes) }
  }
}

@Suite("Reading property lists") struct PropertyListReaderTests {
  @Test("Values, with the lines on which they begin")
  func values() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <!-- a <comment> -->
      <dict>
        <key>text</key> <string>a &amp; b &#233; <![CDATA[<c>]]></string>
        <key>list</key>
        <array><integer>12</integer><real>-1.5</real><true/><false></false><string/><dict/></array>
      </dict>
      </plist>
      """
    let value = try PropertyListReader.parse(Array(text.utf8))
    #expect(value["text"]?.string == "a & b é <c>")
    #expect(value["text"]?.line == 6 && value["list"]?.line == 8)
    let list = try #require(value["list"]?.array)
    #expect(list.map(\.number) == [12, -1.5, nil, nil, nil, nil])
    #expect(
      list[2].bool == true && list[3].bool == false && list[4].string == ""
        && list[5].members?.isEmpty == true)
  }

  @Test(
    "Mistakes",
    arguments: [
      "", "<plist>", "<plist><dict>", "<plist><dict></array></plist>", "<dict><string>a</string></dict>",
      "<array><string>a</array>", "<string>&unknown;</string>", "<string>&#0;</string>",
      "<integer>x</integer>",
      "<set/>", "<array>text</array>", "<string>a</string", "<!-- open", "<string><b>a</b></string>",
      "bplist00",
      "</dict>", "<dict><key>a</key></dict>", "<>", "&",
    ])
  func mistakes(_ text: String) {
    #expect(throws: JSONError.self) { try PropertyListReader.parse(Array(text.utf8)) }
  }

  @Test("Limits of depth and size")
  func limits() {
    let deep = Array(String(repeating: "<array>", count: 200_000).utf8)
    #expect(throws: JSONError.self) { try PropertyListReader.parse(deep) }
    #expect(throws: JSONError.self) {
      try PropertyListReader.parse([UInt8](repeating: 0x20, count: 50_000_000))
    }
    let open = Array(("<string>" + String(repeating: "<!-- ", count: 200_000)).utf8)
    #expect(throws: JSONError.self) { try PropertyListReader.parse(open) }
  }

  @Test("Damaged lists are read or refused", arguments: 0..<20)
  func damaged(seed: UInt64) {
    expectLinesOfErrors(
      in:
        "<plist><dict><key>a</key><array><string>x &amp; y</string><true/><integer>1</integer></array></dict></plist>",
      seed: seed
    ) { bytes throws(JSONError) in _ = try PropertyListReader.parse(bytes) }
  }
}

/// Reads a text with damage of many kinds; what is refused is refused with one of its lines.
private func expectLinesOfErrors(in sample: String, seed: UInt64, _ read: ([UInt8]) throws(JSONError) -> Void)
{
  var damage = Damage(seed: seed)
  for _ in 0..<300 {
    let bytes = damage.applied(to: Array(sample.utf8))
    do throws(JSONError) {
      try read(bytes)
    } catch {
      #expect(error.line >= 1 && error.line <= 1 + bytes.count { $0 == 0x0A }, "seed \(seed)")
    }
  }
}
