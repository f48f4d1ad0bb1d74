import Exchange
import Foundation
import PasteboardFoundation
import Testing
import UniformTypeIdentifiers

// Only the public API, as programs have it.
import Pasteboard

/// Pasteboards in terms of `Data` and URLs.
@Suite("Pasteboards with Foundation") struct FoundationTests {
  private let pasteboard = Pasteboard(name: .general, backend: .memory())

  @Test func `Data goes out and comes back`() throws {
    let data = Data([0x89, 0x50, 0, 0xFF])
    try pasteboard.setData(data, forType: .png)
    let read: Data? = try pasteboard.data(forType: .png)
    #expect(read == data)
    let none: Data? = try pasteboard.data(forType: .pdf)
    #expect(none == nil)
    // Bytes are what comes where no type is said.
    let bytes = try pasteboard.data(forType: .png)
    #expect(bytes == [UInt8](data))
    var item = PasteboardItem(data, type: .png)
    item.setData(Data("a".utf8), forType: .utf8PlainText)
    let text: Data? = item.data(forType: .utf8PlainText)
    #expect(text == Data("a".utf8) && item.types == [.png, .utf8PlainText])
  }

  @Test func `Files and addresses go out and come back`() throws {
    let files = [URL(filePath: "/tmp/a b ü.txt"), URL(filePath: "/tmp/c%20d")]
    try pasteboard.write(files)
    #expect(try pasteboard.urls.map(\.path) == files.map(\.path))
    let address = try #require(URL(string: "https://example.org/a?b=c#d"))
    try pasteboard.write([address])
    #expect(try pasteboard.urls == [address])
    #expect(try pasteboard.string(forType: .utf8PlainText) == address.absoluteString)
    try pasteboard.setString("words", forType: .utf8PlainText)
    try pasteboard.clearContents()
    #expect(try pasteboard.urls.isEmpty)
  }
}
