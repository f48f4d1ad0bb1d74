import Exchange
import Conversions
import Foundation
import RichText
import Testing
import TypeDeclarations
import UniformTypeIdentifiers

@testable import Pasteboard

/// The files of `TypeRegistry/` that this module reads say what their readers understand, and nothing else.
@Suite("Targets and application rules")
struct RegistryTests {
  private func bytes(_ name: String) throws -> Data {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "TypeRegistry")
    return try Data(contentsOf: folder.appending(path: name))
  }

  private func object(_ name: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: bytes(name)) as? [String: Any])
  }

  @Test func `Every listed target stands for a declared type`() throws {
    let file = try object("targets.json")
    #expect(Set(file.keys) == ["targets", "protocol", "markers"])
    let targets = try #require(file["targets"] as? [[String: String]])
    #expect(Set(targets.compactMap { $0["target"] }).count == targets.count)
    for entry in targets {
      #expect(Set(entry.keys) == ["target", "type"])
      let target = try #require(entry["target"])
      #expect(NameTable.shared.type(of: target)?.identifier == entry["type"])
    }
  }

  @Test func `Every format has a row that its reader and writer understand`() throws {
    let rows = try #require(try object("formats.json")["formats"] as? [[String: Any]])
    #expect(rows.compactMap { $0["format"] as? String } == FormatTable.shared.rows.map(\.format.name))
    #expect(Set(FormatTable.shared.rows.map(\.format)) == Set(Format.all))
    let names = Format.all.map(\.name)
    for row in rows {
      #expect(
        Set(row.keys).subtracting(["restrictedFormats", "kin", "readsToo", "seen"]) == [
          "format", "type", "names", "plainText", "makes",
        ])
      for key in ["makes", "restrictedFormats"] {
        #expect(Set(row[key] as? [String] ?? []).isSubset(of: names))
      }
      for key in ["kin", "readsToo"] {
        for type in row[key] as? [String] ?? [] {
          #expect(Format(try #require(UTType(type)))?.name == row["format"] as? String, "\(type)")
        }
      }
      for name in row["names"] as? [String] ?? [] {
        #expect(NameTable.shared.role(of: name) == .content)
        let type = try #require(NameTable.shared.type(of: name))
        #expect(Format(type)?.name == row["format"] as? String, "\(name)")
      }
    }
  }

  @Test func `The rules of the program are those of the file`() throws {
    let file = try JSONValue.parse(Array(try bytes("applications.json")))
    #expect(try ApplicationRules(file).rules == ApplicationRules.shared.rules)
  }

  @Test func `Every application rule says what it matches and who showed it`() throws {
    let rules = try #require(try object("applications.json")["applications"] as? [[String: Any]])
    for rule in rules {
      #expect(Set(rule.keys).isSubset(of: ["name", "seen", "match", "asOwner", "asRequestor"]))
      #expect((rule["seen"] as? String)?.isEmpty == false)
      let asOwner = rule["asOwner"] as? [String: Any] ?? [:]
      #expect(
        Set(asOwner.keys).isSubset(of: [
          "enrich", "markdownIsGenerated", "plainTextIsMarkdown", "prefer", "holds",
        ]))
      for identifier in asOwner["prefer"] as? [String] ?? [] { #expect(UTType(identifier) != nil) }
    }
  }

  @Test(arguments: [
    ("image/png", "public.png"), ("text/richtext", "public.rtf"), ("STRING", "public.plain-text"),
    ("public.html", "public.html"), ("text/css", "public.css"),
  ])
  func `A target stands for a type`(target: String, identifier: String) {
    #expect(NameTable.shared.type(of: target)?.identifier == identifier)
  }

  @Test(arguments: [
    "TARGETS", "MULTIPLE", "x-kde-passwordManagerHint", "x-nonsense", "text/_moz_htmlinfo", "",
  ])
  func `Protocol, marks and nonsense carry no type`(target: String) {
    #expect(NameTable.shared.type(of: target) == nil)
  }

  /// Targets of cells copied in LibreOffice Calc 7.4, and what a clipboard manager keeps of them.
  @Test(
    arguments: [
      [
        "application/x-openoffice-embed-source-xml;windows_formatname=\"Star Embed Source (XML)\"",
        "image/png",
        "text/html", "application/x-openoffice-sylk;windows_formatname=\"Sylk\"", "text/plain;charset=utf-16",
        "text/rtf", "text/richtext", "text/plain;charset=utf-8", "UTF8_STRING", "STRING",
      ],
      [
        "image/png", "text/html", "text/plain;charset=utf-16", "text/rtf", "text/richtext",
        "text/plain;charset=utf-8", "UTF8_STRING", "STRING",
      ],
    ])
  func `Of cells HTML is read, for RTF and plain text hold hidden ones`(targets: [String]) {
    let chooser = CandidateRanking(table: .shared, rules: .shared)
    let candidates = chooser.candidates(for: PasteRequest(), among: targets)
    #expect(candidates.first?.target == "text/html")
  }

  @Test(arguments: ["libreoffice", "chromium", "firefox", "qt", "abiword"], ["report", "minutes"])
  func `Rules recognise the programs that were captured`(program: String, document: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/clipboards/\(document)/\(program)/TARGETS.txt")
    let targets = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    let expected = ["libreoffice": "LibreOffice", "qt": "Qt rich text", "abiword": "AbiWord"][program]
    #expect(ApplicationRules.shared.owner(offering: targets)?.name == expected)
  }

  @Test func `The service reads documents first whose type only a rule knows`() {
    let document = "application/x-openoffice-embed-source-xml;windows_formatname=\"Star Embed Source (XML)\""
    let description = "application/x-openoffice-objectdescriptor-xml;typename=\"x\""
    let offered = [description, document, "text/rtf", "UTF8_STRING", "text/html"]
    let policy = ServiceManagerPolicy(rules: ReloadableRules()).snapshot(of: offered)
    #expect(policy.order(offered) == [document, "text/rtf", "text/html", "UTF8_STRING", description])
  }
}
