import Exchange
import Foundation
import RichText
import TestSupport
import TestTraits
import Testing
import TypeDeclarations
import UniformTypeIdentifiers
import X11Selections

@testable import Conversions
@testable import Pasteboard

/// What is read that somebody else may have written is read as something, or refused: nothing of it ends the process.
///
/// A short run of a search that may go on for hours.
@Suite(.timeLimit(.minutes(5)), .stress)
struct DamagedInputTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func sample(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: sources.appending(path: path)))
  }

  /// Calls `read` with a sample that was damaged in one way after the other.
  private func damage(_ sample: [UInt8], _ read: ([UInt8]) -> Void) {
    for seed in Seeds.few(60) {
      var damage = Damage(seed: seed)
      read(damage.applied(to: sample))
    }
  }

  @Test(arguments: ["archives.json", "audiovisual.json"]) func declarations(name: String) throws {
    damage(try Self.sample("TypeRegistry/types/\(name)")) { bytes in
      let file = DeclarationFile(path: name, bytes: bytes, owner: .machine)
      _ = (file.declarations.count, file.diagnostics.map(\.description))
    }
  }

  @Test func propertyLists() {
    let list = """
      <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>UTExportedTypeDeclarations</key><array><dict>
      <key>UTTypeIdentifier</key><string>org.example.&amp;&#x41;</string><key>UTTypeConformsTo</key><array>
      <string>public.data</string></array><key>n</key><integer>5</integer><true/></dict></array></dict></plist>
      """
    damage(Array(list.utf8)) { bytes in _ = try? PropertyListReader.parse(bytes) }
  }

  @Test func bundlesOfItems() {
    var item = PasteboardItem("text", type: .plainText)
    item.setData(Array("<b>text</b>".utf8), forType: .html)
    damage(ItemBundle.encode([item, PasteboardItem("second", type: .markdown)]).array) { bytes in
      _ = ItemBundle.decode(bytes)?.map(\.types)
    }
  }

  @Test func compoundText() {
    let text: [UInt8] = [
      0x41, 0x1B, 0x24, 0x28, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x2D, 0x41, 0xE9, 0x1B, 0x25, 0x47,
    ]
    damage(text + Array("é".utf8) + [0x1B, 0x25, 0x40, 0x42]) { bytes in _ = CompoundText.decode(bytes) }
  }

  @Test func contentOfNoDeclaredType() throws {
    let samples = [
      try Self.sample("Tests/Fixtures/clipboards/report/source.md"),
      try Self.sample("Tests/Fixtures/html/word.html"),
      Array("PK\u{3}\u{4}\u{14}\0\0\0\0\0mimetypeapplication/x".utf8),
    ]
    for sample in samples { damage(sample) { _ = ContentDetection.type(ofInput: $0) } }
  }

  @Test func rulesForApplications() throws {
    damage(try Self.sample("TypeRegistry/applications.json")) { bytes in
      do throws(JSONError) {
        _ = try ApplicationRules(JSONValue.parse(bytes))
      } catch {
        #expect(error.line >= 1)
      }
    }
  }

  @Test func convertersOfAPerson() throws {
    damage(try Self.sample("Documentation/converters.json")) { bytes in
      do throws(JSONError) {
        _ = try CommandConverterRow.rows(of: JSONValue.parse(bytes))
      } catch {
        #expect(error.line >= 1)
      }
    }
  }

  @Test func keptCopiesAndTheirHistory() {
    var copy = Snapshot()
    copy.names = ["UTF8_STRING", "text/html"]
    copy.representations["UTF8_STRING"] = Representation(declared: nil, format: 8, bytes: Array("a".utf8))
    copy.representations["text/html"] = Representation(declared: "x", format: 32, bytes: [1, 2, 3, 4])
    damage(ServiceContentFile.encode(copy)) { bytes in
      _ = ServiceContentFile.decode(bytes)?.names.map { $0.utf8.count }
    }
    var history = HistoryList(HistoryLimits(count: 5, bytes: 1 << 20))
    for time in 0..<4 { _ = history.add(copy, at: time) }
    damage(history.encoded()) { bytes in
      var read = HistoryList(HistoryLimits(count: 3, bytes: 1 << 10))
      _ = read.add(encoded: bytes)
      #expect(read.entries.count <= 3)
    }
  }

  @Test(arguments: FileListForm.all) func listsOfFiles(form: FileListForm) {
    let files = FileList(["/a b/ü.txt", "/x%41", "/\u{1}"].map { .path(Array($0.utf8)) }, verb: .cut)
    damage(form.write(files)) { bytes in _ = form.read(bytes, host: "here")?.entries.count }
  }

  @Test func tasksOfHelpers() {
    let task = HelperTask.convert(from: .html, to: .markdown, Format.Options())
    damage(Array(task.arguments.joined(separator: " ").utf8)) { bytes in
      let words = String(decoding: bytes, as: UTF8.self).split(
        separator: " ", omittingEmptySubsequences: false)
      _ = HelperTask(arguments: words.map(String.init))?.perform(on: Array("<b>a</b>".utf8))
    }
  }
}
