import Containers
import Exchange
import TestSupport
import Testing

@testable import SavedClipboards

/// Saved clipboards: what is written is read, and nothing else is.
@Suite("Saved clipboards", .timeLimit(.minutes(1)))
struct SavedClipboardTests {
  /// A copy with every property that a file keeps.
  private static let sample: SavedClipboard = {
    var copy = Snapshot()
    let forms: [(String, Representation)] = [
      ("text/html", Representation(declared: "text/html", bytes: Array("<b>Grüße</b>".utf8))),
      ("UTF8_STRING", Representation(declared: "UTF8_STRING", bytes: Array("Grüße".utf8))),
      ("text/plain", Representation(bytes: Array("Grüße".utf8))),
      ("STRING", Representation(declared: "STRING", bytes: [0x47, 0x72, 0xFC, 0xDF, 0x65])),
      (
        "odd \"name\"\u{1B}[2J\u{202E}日本",
        Representation(declared: "INTEGER", format: 32, bytes: [1, 2, 3, 4])
      ),
      ("../../etc/passwd", Representation(format: 16, bytes: [1, 2])),
      ("empty", Representation(bytes: [])),
      ("image/png", Representation(bytes: SampleBytes.make(7_000))),
    ]
    for (name, form) in forms {
      copy.names.append(name)
      copy.keep(form, as: name)
    }
    var saved = SavedClipboard(copy)
    saved.mark = .transient
    saved.program = "soffice.bin"
    saved.operation = .cut
    saved.isAnonymous = true
    saved.missing = [.init(name: "application/x-late", reason: "no answer")]
    return saved
  }()

  private enum SampleBytes {
    static func make(_ count: Int) -> [UInt8] {
      var generator = SeededGenerator(seed: 7)
      return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
  }

  @Test func `All of a copy is read as it was written, in the same bytes each time`() throws {
    let file = try Self.sample.encoded()
    #expect(try SavedClipboard(decoding: file) == Self.sample)
    #expect(try SavedClipboard(decoding: file).encoded() == file)
    let archive = try ZipArchive(file)
    // Equal forms share an entry, and no name of a form is a name in the archive.
    #expect(
      archive.entries.map(\.name)
        == ["manifest.json", "01.html", "02.txt", "03.txt", "04.bin", "05.bin", "06.bin", "07.png"])
    let manifest = try archive.wholeContents(of: archive.entries[0], limits: ZipLimits(size: 1 << 20))
    #expect(manifest.allSatisfy { 0x20..<0x7F ~= $0 || $0 == 0x0A })
  }

  // MARK: Hostile files

  private static let manifest = #"{"format": "pasteboard", "schemaVersion": 1, "targets": ["#

  private static func archive(_ manifest: String, _ entries: [(String, [UInt8])] = [("1", [1, 2, 3, 4])])
    -> [UInt8]
  {
    var zip = ZipWriter()
    zip.add("manifest.json", Array(manifest.utf8))
    for (name, bytes) in entries { zip.add(name, bytes) }
    return zip.finish()
  }

  private func problem(_ file: [UInt8]) -> String? {
    do throws(SavedClipboardError) {
      _ = try SavedClipboard(decoding: file)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `A minimal file that somebody else wrote is read`() throws {
    let file = Self.archive(
      Self.manifest + #"{"target": "a", "file": "1"}], "comment": "new keys do not matter"}"#)
    let saved = try SavedClipboard(decoding: file)
    #expect(saved.snapshot.names == ["a"] && saved.snapshot.representations["a"]?.bytes == [1, 2, 3, 4])
  }

  @Test(arguments: [
    (#"{"target": "a", "file": "2"}"#, "file"), (#"{"target": "a", "file": "../1"}"#, "file"),
    (#"{"target": "a", "file": "/1"}"#, "file"), (#"{"target": "a", "file": "\\1"}"#, "file"),
    (#"{"target": "a", "file": "manifest.json"}"#, "file"), (#"{"target": "a", "file": ".."}"#, "file"),
    (#"{"target": "a"}"#, "file"), (#"{"target": "", "file": "1"}"#, "target"), (#"{"file": "1"}"#, "target"),
    (#"{"target": "a\u0000b", "file": "1"}"#, "target"), (#"{"target": 7, "file": "1"}"#, "target"),
    (#"{"target": "a", "file": "1"}, {"target": "a", "file": "1"}"#, "same name"),
    (#"{"target": "a", "file": "1", "propertyType": "INCR"}"#, "propertyType"),
    (#"{"target": "a", "file": "1", "propertyType": null}"#, "propertyType"),
    (#"{"target": "a", "file": "1", "bits": 7}"#, "bits"),
    (#"{"target": "a", "file": "1", "bits": 0}"#, "bits"),
    (#"{"target": "a", "file": "1", "size": 5}"#, "size"),
    (#"{"target": "a", "file": "1", "size": -1}"#, "size"),
    (#"{"target": "a", "file": "3", "bits": 16}"#, "size"), ("7", "target"), ("", "no format"),
  ])
  func `A manifest that is wrong in one place is refused, and the place is named`(row: String, word: String) {
    let file = Self.archive(Self.manifest + row + "]}", [("1", [1, 2, 3, 4]), ("3", [1, 2, 3])])
    #expect(problem(file)?.contains(word) == true, "\(problem(file) ?? "it was read")")
  }

  @Test(arguments: [
    ("{", "manifest is damaged"), ("[]", "not a saved clipboard"), (#"{"format": "other"}"#, "not a saved"),
    (#"{"format": "pasteboard", "schemaVersion": 2, "targets": []}"#, "version 2"),
    (#"{"format": "pasteboard", "schemaVersion": 0, "targets": []}"#, "schemaVersion"),
    (#"{"format": "pasteboard", "schemaVersion": "1", "targets": []}"#, "schemaVersion"),
    (String(repeating: "[", count: 100_000), "manifest is damaged"),
  ])
  func `What is no manifest of this version is refused`(manifest: String, words: String) {
    #expect(problem(Self.archive(manifest))?.contains(words) == true)
  }

  @Test(arguments: ["mark", "operation", "program"])
  func `Values outside of the manifest's words are refused`(key: String) {
    let row = #"{"target": "a", "file": "1"}"#
    #expect(problem(Self.archive(Self.manifest + row + "], \"\(key)\": 7}"))?.contains(key) == true)
    let long = String(repeating: "x", count: 2000)
    #expect(problem(Self.archive(Self.manifest + row + "], \"\(key)\": \"\(long)\"}"))?.contains(key) == true)
  }

  @Test func `A file that ends early is refused at each byte`() throws {
    let copy = Self.archive(
      Self.manifest + #"{"target": "a", "file": "1"}]}"#, [("1", Array(repeating: 9, count: 500))])
    for count in 0..<copy.count {
      #expect(problem(Array(copy[..<count])) != nil, "\(count) of \(copy.count) bytes")
    }
    #expect(problem(copy) == nil)
  }

  @Test func `Damage changes nothing unnoticed`() throws {
    let file = try Self.sample.encoded()
    let forms = Self.sample.snapshot
    for seed in UInt64(1)...400 {
      var damage = Damage(seed: seed)
      guard let saved = try? SavedClipboard(decoding: damage.applied(to: file)) else { continue }
      for (name, form) in saved.snapshot.representations {
        #expect(forms.representations.values.contains { $0.bytes == form.bytes }, "seed \(seed), \(name)")
      }
    }
  }

  @Test func `A bomb, too many formats and long names are refused within the bounds`() {
    let bomb = [UInt8](repeating: 0, count: 100 << 20)
    let file = Self.archive(Self.manifest + #"{"target": "a", "file": "1"}]}"#, [("1", bomb)])
    #expect(file.count < 2 << 20)
    #expect(problem(file)?.contains("compressed beyond measure") == true, "\(problem(file) ?? "")")
    let many = (0...1024).map { #"{"target": "\#($0)", "file": "1"}"# }.joined(separator: ",")
    #expect(problem(Self.archive(Self.manifest + many + "]}"))?.contains("1024") == true)
    let name = String(repeating: "x", count: 1025)
    #expect(problem(Self.archive(Self.manifest + "{\"target\": \"\(name)\", \"file\": \"1\"}]}")) != nil)
    let large = "[" + String(repeating: " ", count: 5 << 20) + "]"
    #expect(problem(Self.archive(large))?.contains("manifest") == true)
  }

  @Test func `A thousand formats that share one entry take its memory once`() throws {
    let rows = (0..<1000).map { #"{"target": "\#($0)", "file": "1"}"# }.joined(separator: ",")
    let content = [UInt8]((0..<(4 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) })
    let saved = try SavedClipboard(decoding: Self.archive(Self.manifest + rows + "]}", [("1", content)]))
    #expect(saved.snapshot.names.count == 1000 && saved.snapshot.byteCount == content.count)
  }

  @Test func `A clipboard beyond the bounds is not written`() {
    var copy = Snapshot()
    for number in 0...1024 {
      copy.names.append("\(number)")
      copy.representations["\(number)"] = Representation(bytes: [])
    }
    #expect(throws: SavedClipboardError.self) { try SavedClipboard(copy).encoded() }
    var long = Snapshot()
    let name = String(repeating: "x", count: 1025)
    long.names = [name]
    long.representations[name] = Representation(bytes: [1])
    #expect(throws: SavedClipboardError.self) { try SavedClipboard(long).encoded() }
  }
}
