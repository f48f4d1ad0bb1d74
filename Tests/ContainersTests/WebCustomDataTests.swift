@testable import Containers
import TestSupport
import Testing

/// Types of pages' own as Chromium and Firefox keep them, and as others break them.
@Suite(.timeLimit(.minutes(1))) struct WebCustomDataTests {
  typealias Entry = WebCustomData.Entry

  private static let entries = [
    Entry(type: "text/x-gfm", text: Array("# ß 😀\n".utf8)), Entry(type: "a/b", text: []),
    Entry(type: "text/html", text: Array("<p>".utf8)),
  ]

  @Test func `Entries come as they were written`() {
    #expect(
      WebCustomData.chromium(SampleWebData.chromium(Self.entries.map { ($0.type, $0.text) })) == Self.entries)
    #expect(
      WebCustomData.firefox(SampleWebData.firefox(Self.entries.map { ($0.type, $0.text) })) == Self.entries)
  }

  @Test func `Of damaged data the entries before the damage are left, and nothing is read past its end`() {
    for whole in [true, false] {
      let bytes =
        whole
        ? SampleWebData.chromium(Self.entries.map { ($0.type, $0.text) })
        : SampleWebData.firefox(Self.entries.map { ($0.type, $0.text) })
      let read = whole ? WebCustomData.chromium : WebCustomData.firefox
      for count in bytes.indices {
        let found = read(Array(bytes[..<count]))
        #expect(found == Array(Self.entries.prefix(found.count)))
        var damaged = bytes
        damaged[count] ^= 0xFF
        #expect(read(damaged).count <= 256)
      }
    }
  }

  @Test func `A count that no data stands behind costs nothing`() {
    let size: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    #expect(WebCustomData.chromium(size + size + size).isEmpty)
    #expect(WebCustomData.chromium([8, 0, 0, 0] + size + size).isEmpty)
    #expect(WebCustomData.firefox([0, 0, 0, 1] + size).isEmpty)
    #expect(WebCustomData.firefox([]).isEmpty)
  }
}
