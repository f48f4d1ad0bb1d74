import Containers
import TestSupport
import Testing

/// XML as programs write it, and as others break it.
@Suite(.timeLimit(.minutes(1))) struct XMLTests {
  private static let names = ["w:p", "w:t", "w:val", "id", "w:tab"]
  private static let vocabulary = XMLVocabulary(
    namespaces: [.init("w", "urn:words"), .init("w", "urn:words:strict")], names: names)

  /// What is read, one word an event.
  private func events(_ xml: String) -> [String] { events(Array(xml.utf8)) }

  private func events(_ bytes: [UInt8]) -> [String] {
    var reader = XMLReader(bytes, Self.vocabulary)
    var events: [String] = []
    func name(_ number: Int) -> String { number < 0 ? "?" : Self.names[number] }
    while let event = reader.next() {
      switch event {
      case .start:
        var word = "<" + name(reader.name)
        for attribute in [2, 3] {
          if let value = reader.attribute(attribute) { word += " \(name(attribute))=\(value)" }
        }
        events.append(word)
      case .end: events.append("/" + name(reader.name))
      case .text:
        var text: [UInt8] = []
        reader.appendText(to: &text)
        events.append("“" + String(decoding: text, as: UTF8.self) + "”")
      }
    }
    return events
  }

  @Test func `Names are told by their namespaces, whatever their prefixes`() {
    let expected = ["<w:p", "<w:t w:val=1 id=7", "“a”", "/w:t", "/w:p"]
    for xml in [
      #"<w:p xmlns:w="urn:words"><w:t w:val="1" id="7">a</w:t></w:p>"#,
      #"<ns0:p xmlns:ns0='urn:words:strict'><ns0:t id='7' ns0:val='1'>a</ns0:t></ns0:p>"#,
      #"<p xmlns="urn:words" xmlns:x="urn:words"><t id="7" x:val="1">a</t></p>"#,
      // Nobody says what the prefix means.
      #"<w:p><w:t w:val="1" id="7">a</w:t></w:p>"#,
    ] {
      #expect(events(xml) == expected)
    }
    #expect(events(#"<w:p xmlns:w="urn:other"/>"#) == ["<?", "/?"])
  }

  @Test func `A namespace ends with the element that binds it`() {
    let xml = #"<a><w:p xmlns:w="urn:other"/><w:p xmlns:w="urn:words"/><w:p/></a>"#
    #expect(events(xml) == ["<?", "<?", "/?", "<w:p", "/w:p", "<w:p", "/w:p", "/?"])
  }

  @Test func `References, CDATA and line endings become the text they stand for`() {
    #expect(
      events("<w:t>a&amp;&lt;&#x41;&#66;&quot;\r\nb\r</w:t>") == ["<w:t", "“a&<AB\"\nb\n”", "/w:t"])
    #expect(
      events("<w:t>&nbsp; &; & &#0; &#xD800;</w:t>") == ["<w:t", "“&nbsp; &; & \u{FFFD} \u{FFFD}”", "/w:t"])
    #expect(events("<w:t><![CDATA[<a>&amp;]]></w:t>") == ["<w:t", "“<a>&amp;”", "/w:t"])
    #expect(events("<w:t id='a&#10;&lt;b'/>") == ["<w:t id=a\n<b", "/w:t"])
  }

  @Test func `Declarations, comments and instructions say nothing`() {
    let xml = """
      <?xml version="1.0"?><!DOCTYPE p [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><!-- <w:t> -->
      <w:p><?mso a?>&c;<!--x-->y</w:p>
      """
    #expect(events(xml).filter { $0 != "“\n”" } == ["<w:p", "“&c;”", "“y”", "/w:p"])
  }

  @Test func `Encodings are told by their marks and by what they declare`() {
    let expected = ["<w:t", "“é”", "/w:t"]
    #expect(events([0xEF, 0xBB, 0xBF] + Array("<w:t>é</w:t>".utf8)) == expected)
    let units = Array("<w:t>é</w:t>".utf16)
    #expect(events([0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == expected)
    #expect(events([0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) == expected)
    let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><w:t>".utf8) + [0xE9]
    #expect(events(latin + Array("</w:t>".utf8)) == expected)
    #expect(events(Array("<w:t>".utf8) + [0xFF] + Array("</w:t>".utf8)) == ["<w:t", "“\u{FFFD}”", "/w:t"])
  }

  @Test func `What is not well-formed is passed over, and the text survives`() {
    #expect(events("<w:p><w:t>a</w:p>b") == ["<w:p", "<w:t", "“a”", "/w:t", "/w:p", "“b”"])
    #expect(events("<w:p></w:t>a</w:p>") == ["<w:p", "“a”", "/w:p"])
    #expect(events("<w:p><w:t>a") == ["<w:p", "<w:t", "“a”", "/w:t", "/w:p"])
    #expect(events("<w:p>1 < 2</w:p>") == ["<w:p", "“1 ”", "“<”", "“ 2”", "/w:p"])
    #expect(events("<w:t id=5 w:val='6/>") == ["<w:t w:val=6/> id=5", "/w:t"])
    #expect(events("") == [])
  }

  @Test func `An element is passed over with all in it`() {
    let xml = "<w:p><w:t>a<w:p>b</w:p></w:t><w:tab/>c</w:p>"
    var reader = XMLReader(Array(xml.utf8), Self.vocabulary)
    #expect(reader.next() == .start)
    #expect(reader.next() == .start)
    let content = reader.skip()
    #expect(String(decoding: reader.bytes[content], as: UTF8.self) == "a<w:p>b</w:p>")
    #expect(reader.next() == .start)
    #expect(reader.name == 4)
    #expect(reader.skip().isEmpty)
    #expect(reader.next() == .text)
    #expect(reader.depth == 1)
  }

  // MARK: Hostile documents

  @Test func `Elements without end are read within bounds`() {
    let million = 1_000_000
    var reader = XMLReader(Array(String(repeating: "<w:p>", count: million).utf8), Self.vocabulary)
    var deepest = 0
    while reader.next() != nil { deepest = max(deepest, reader.depth) }
    #expect(deepest == 512)
    let closed = String(repeating: "<a>", count: 2_000) + "x" + String(repeating: "</a>", count: 2_000) + "y"
    #expect(events(closed).last == "“y”")
    #expect(events(String(repeating: "</w:p>", count: million)).isEmpty)
  }

  @Test func `Many names, namespaces and attributes cost no more than their length`() {
    let many = 50_000
    _ = events((0..<many).map { "<n\($0)/>" }.joined())
    _ = events((0..<many).map { "<a xmlns:p\($0)='urn:words'><p\($0):p/>" }.joined())
    _ = events("<a " + (0..<many).map { "a\($0)='b' " }.joined() + "/>")
    _ = events(
      "<a " + (0..<many).map { "xmlns:a\($0)='b' " }.joined() + ">" + String(repeating: "<b/>", count: many))
  }

  @Test func `Whatever bytes change, reading ends`() {
    var generator = SeededGenerator(seed: 4)
    let whole = Array(
      """
      <?xml version='1.0'?><w:p xmlns:w='urn:words'><w:t w:val='&amp;x'>a&#65;<![CDATA[b]]></w:t><!--c--></w:p>
      """
      .utf8)
    for _ in 0..<5_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] = Array("<>/&;'\"=![]?-x \u{0}".utf8).randomElement(using: &generator) ?? 0
      }
      let read = events(bytes)
      #expect(read.count { $0.hasPrefix("<") } == read.count { $0.hasPrefix("/") })
    }
  }

  // MARK: Writing

  @Test func `What is written is read again`() {
    var writer = XMLWriter()
    writer.element("w:p", ["xmlns:w": "urn:words"]) { writer in
      writer.element("w:t", ["w:val": "a\"<&>\n\u{1}ß", "id": nil]) {
        $0.text("1 < 2 & \u{B}\u{FFFE}\u{FEFF}€")
      }
      writer.empty("w:tab")
    }
    #expect(
      events(writer.bytes).filter { $0 != "“\n”" } == [
        "<w:p", "<w:t w:val=a\"<&>\nß", "“1 < 2 & \u{FEFF}€”", "/w:t", "<w:tab", "/w:tab", "/w:p",
      ])
  }

  @Test func `No text ends a section that it is not in`() {
    var writer = XMLWriter(fragment: ())
    writer.element("a") {
      $0.text("1 > 0]")
      $0.text("]>")
    }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "<a>1 > 0]]&gt;</a>")
    #expect(events(writer.bytes).contains("“1 > 0]]>”"))
  }
}
