import Conversions
import Exchange
import RichText
import Testing
import TypeDeclarations
import UniformTypeIdentifiers

@testable import Pasteboard

/// Names of its own under which a program takes content: `takes` in a rule.
@Suite("What a program takes under names of its own")
struct TakenFormsTests {
  private static let office = Peer(instanceName: "office", className: "Office")
  private static let rules = #"""
    {"applications": [
      {"name": "Office", "match": {"class": ["office"]},
       "asRequestor": {
         "takes": {"x-office": "org.oasis-open.opendocument.text", "x-office-mark": null},
         "hide": ["public.rtf"]}},
      {"name": "Tables", "match": {"class": ["tables"]}, "asRequestor": {"hideConverted": ["public.rtf"]}},
      {"name": "Words", "match": {"class": ["words"]},
       "asRequestor": {"takes": {"x-odt": "org.oasis-open.opendocument.text"}, "takesAll": true}}
    ]}
    """#

  private func content(
    _ items: [PasteboardItem], only: [UTType]? = nil, isDragged: Bool = false
  ) throws -> Content {
    let rules = try ApplicationRules(try JSONValue.parse(Array(Self.rules.utf8)))
    var terms = OfferingOptions()
    terms.only = only
    return Offering(items, terms).content(rules: { rules }, isDragged: isDragged)
  }

  private func names(of content: Content, for peer: Peer = office) throws -> [String] {
    let view = try #require(content.view)
    return view(peer).map(\.name)
  }

  @Test func `Markdown is given as an ODT, and nothing is hidden then`() throws {
    let content = try content([PasteboardItem("# Title\n\n*a*\n\nb\n", type: .markdown)])
    let view = try #require(content.view)
    let shown = view(Self.office)
    #expect(shown.prefix(2).map(\.name) == ["x-office", "x-office-mark"])
    #expect(shown.contains { $0.name == "text/rtf" })
    let odt = try #require(content.render(shown[0].rendering)?.bytes)
    let read = try Format.openDocument.read(odt)
    #expect(
      read.blocks == [
        .heading(level: 1, [.text("Title")]), .paragraph([.emphasis([.text("a")])]), .paragraph([.text("b")]),
      ])
    #expect(content.render(shown[1].rendering)?.bytes == [])
    #expect(content.restrictedNames == ["x-office", "x-office-mark", "x-odt"])
  }

  /// Writer drops the RTF beside an ODT, of which headings have no level.
  @Test func `In a drag it stays hidden what is hidden, and who hides nothing takes the same`() throws {
    let content = try content([PasteboardItem("# T\n\n- a\n", type: .markdown)], isDragged: true)
    let shown = try names(of: content)
    #expect(shown.contains("text/html") && !shown.contains("x-office") && !shown.contains("text/rtf"))
    #expect(try names(of: content, for: Peer(instanceName: "words", className: "Words")).first == "x-odt")
  }

  @Test func `Others are not shown it`() throws {
    let content = try content([PasteboardItem("# Title\n", type: .markdown)])
    #expect(!content.names.contains("x-office"))
    #expect(
      try !names(of: content, for: Peer(instanceName: "other", className: "Other")).contains("x-office"))
  }

  @Test(arguments: ["# T\n\n| a |\n| - |\n| 1/2 |\n", "a[^1]\n\n[^1]: b\n\n    | 1/2 |\n    | - |\n"])
  func `Tables are given as an ODT, too, and as RTF in which text stays text`(markdown: String) throws {
    let content = try content([PasteboardItem(markdown, type: .markdown)])
    let peer = Peer(instanceName: "words", className: "Words")
    #expect(try names(of: content, for: peer).first == "x-odt")
    #expect(try names(of: content).contains("x-office"))
    let rtf = try #require(content.render("text/rtf")?.bytes)
    #expect(String(decoding: rtf, as: UTF8.self).contains(#"{\lang1033 1}{\lang1024 /2}"#))
  }

  @Test func `Compositors are shown no RTF that is made of a copy, as all programs of Wayland`() throws {
    for peer in [
      Peer(executable: "/usr/bin/gnome-shell"), Peer(executable: "/usr/bin/kwin_wayland"), .programsOfWayland,
    ] {
      #expect(ApplicationRules.shared.requestor(peer)?.name == "Wayland")
    }
  }

  @Test func `An ODT that was copied is given as it is`() throws {
    var item = PasteboardItem()
    let bytes = Format.openDocument.write(Document([.paragraph([.text("a")])]), Format.Options())
    item.setData(bytes, forType: Format.openDocument.type)
    let content = try content([item])
    let view = try #require(content.view)
    let shown = view(Self.office)
    #expect(shown.first?.name == "x-office")
    #expect(content.render(try #require(shown.first).rendering)?.bytes == bytes)
  }

  @Test func `What is made of the copy may be hidden, and never what was copied`() throws {
    let tables = Peer(instanceName: "tables", className: "Tables")
    let markdown = [PasteboardItem("*a*\n", type: .markdown)]
    #expect(try !names(of: content(markdown), for: tables).contains("text/rtf"))
    #expect(try names(of: content(markdown), for: tables).contains("text/html"))
    // Where nothing else is rich it is shown.
    #expect(try names(of: content(markdown, only: [.rtf, .plainText]), for: tables).contains("text/rtf"))
    let table = [PasteboardItem("a,b\n1,2\n", type: .commaSeparatedText)]
    #expect(
      try names(of: content(table, only: [.rtf, .commaSeparatedText]), for: tables).contains("text/rtf"))
    var item = PasteboardItem()
    item.setData(Array("{\\rtf1 a}".utf8), forType: .rtf)
    #expect(try names(of: content([item]), for: tables).contains("text/rtf"))
    #expect(try !names(of: content([item])).contains("text/rtf"))
  }

  struct Copy: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let items: [PasteboardItem]
    var only: [UTType]?
  }

  static let withoutODT = [
    Copy(
      testDescription: "of a hundred kilobytes",
      items: [PasteboardItem(String(repeating: "words ", count: 20_000), type: .markdown)]),
    Copy(
      testDescription: "that has looks", items: [PasteboardItem("<p style='color: red'>a</p>", type: .html)]),
    Copy(
      testDescription: "of several",
      items: [PasteboardItem("a", type: .markdown), PasteboardItem("b", type: .markdown)]),
    Copy(
      testDescription: "of which only HTML is wanted", items: [PasteboardItem("# T\n", type: .markdown)],
      only: [.html]),
  ]

  @Test(arguments: withoutODT)
  func `Where there is no ODT the rest of the rule holds`(copy: Copy) throws {
    let names = try names(of: try content(copy.items, only: copy.only))
    #expect(!names.contains { $0.hasPrefix("x-office") })
    #expect(!names.contains("text/rtf"))
  }

  @Test func `What is promised is not made before somebody asks`() throws {
    var item = PasteboardItem()
    item.setDataProvider(forTypes: [.markdown]) { _ in
      Issue.record("asked")
      return nil
    }
    #expect(try !names(of: try content([item])).contains("x-office"))
  }
}
