import Exchange
import TestSupport
import Testing
import X11Selections

@testable import Pasteboard

@Suite("What the service leaves for the next one")
struct ServiceContentFileTests {
  private static func snapshot(seed: UInt64) -> Snapshot {
    var generator = SeededGenerator(seed: seed)
    var snapshot = Snapshot()
    snapshot.isTakenOver = Bool.random(using: &generator)
    for index in 0..<Int.random(in: 1...6, using: &generator) {
      let target = ["text/html", "UTF8_STRING", "x \"quoted\"; a=é", "image/png", "A 1", ""][index]
      let bytes = (0..<Int.random(in: 0...300, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let isDeclared = !target.isEmpty && Bool.random(using: &generator)
      let same = Bool.random(using: &generator) ? snapshot.representations.values.first : nil
      snapshot.names.append(target)
      snapshot.representations[target] = Representation(
        declared: isDeclared ? target : nil, format: [8, 16, 32][index % 3], bytes: same?.bytes ?? bytes)
    }
    if Bool.random(using: &generator) { snapshot.remade = ["image/bmp", "image/x-bmp"] }
    return snapshot
  }

  @Test(arguments: UInt64(0)..<50) func `It is read as it was written`(seed: UInt64) {
    let snapshot = Self.snapshot(seed: seed)
    #expect(ServiceContentFile.decode(ServiceContentFile.encode(snapshot)) == snapshot, "seed \(seed)")
  }

  @Test func `What stands under many names is written once`() {
    let text = [UInt8](repeating: 0x61, count: 100_000)
    var snapshot = Snapshot()
    for name in ["UTF8_STRING", "text/plain", "STRING"] {
      snapshot.names.append(name)
      snapshot.keep(Representation(declared: name, bytes: text), as: name)
    }
    #expect(snapshot.byteCount == text.count)
    let written = ServiceContentFile.encode(snapshot)
    #expect(written.count < 101_000)
    #expect(ServiceContentFile.decode(written) == snapshot)
  }

  @Test(arguments: UInt64(0)..<50) func `A damaged file is read as something, or not at all`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let whole = ServiceContentFile.encode(Self.snapshot(seed: seed))
    for _ in 0..<50 {
      var bytes = whole
      bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      bytes.removeLast(Int.random(in: 0...min(20, bytes.count), using: &generator))
      let read = ServiceContentFile.decode(bytes)
      #expect(read.map { $0.byteCount <= whole.count } ?? true, "seed \(seed)")
    }
    #expect(ServiceContentFile.decode([]) == nil)
    #expect(ServiceContentFile.decode(Array("pasteboard 1, kept\n99999999999 x".utf8)) == nil)
  }
}
