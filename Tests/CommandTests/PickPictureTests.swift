import Conversions
import Exchange
import Foundation
import Pasteboard
import Terminal
import TestSupport
import Testing

@testable import pb

/// The text in pictures, as `pb pick` shows it.
@Suite("Picking text in pictures", .timeLimit(.minutes(2)))
struct PickPictureTests {
  private static func listing(_ name: String = "image/png") throws -> PasteboardListing {
    var copy = Snapshot()
    copy.names.append(name)
    copy.keep(Representation(bytes: samplePNG), as: name)
    var listing = PasteboardListing(.general, on: .memory())
    try listing.read(from: PasteboardReader(copy), .forms)
    return listing
  }

  private static func view(reads: Bool = true) throws -> PickView {
    var view = PickView(
      size: TerminalSize(columns: 80, rows: 24), readKinds: reads ? [.words, .codes] : [])
    view.show(try listing(), .data, isReading: false)
    view.show(.success([]))
    return view
  }

  private static func lines(_ view: inout PickView) -> [String] {
    view.frame(now: 0).lines.map(\.text)
  }

  @Test func `Below a picture there are rows for its text, which is read when one is selected`() throws {
    var view = try Self.view()
    _ = view.handle(.home)
    let lacking = try #require(view.lackingPictureText)
    #expect(lacking.row == .form("image/png") && lacking.picture == samplePNG)
    #expect(Self.lines(&view).contains { $0.contains("words in the picture") })
    _ = view.handle(.down)
    #expect(view.selectedRow?.identity == .text(.words))
    #expect(view.lackingPictureText?.row == .form("image/png"))
    #expect(view.handle(.enter) == nil && view.message == "Still reading the picture")
    view.show(PictureText([(.words, "Invoice 4711")], in: samplePNG), in: .form("image/png"))
    #expect(view.lackingPictureText == nil)
    #expect(Self.lines(&view).contains { $0.contains("Invoice 4711") })
    #expect(view.handle(.enter) == .copy(Array("Invoice 4711".utf8), type: "public.utf8-plain-text"))
    _ = view.handle(.down)
    #expect(view.handle(.enter) == nil && view.message == "No codes in the picture were found")
    _ = view.handle(.home)
    #expect(view.handle(.control("t")) == .copy(Array("Invoice 4711".utf8), type: "public.utf8-plain-text"))
    #expect(view.handle(.enter) == .copy(samplePNG, type: "public.png"))
  }

  @Test func `Text of another picture is not shown`() throws {
    var view = try Self.view()
    _ = view.handle(.home)
    view.show(PictureText([(.words, "old")], in: samplePNG + [0]), in: .form("image/png"))
    #expect(view.lackingPictureText != nil)
    view.show(PictureText([(.words, "new")], in: samplePNG), in: .form("image/png"))
    view.show(try Self.listing(), .data, isReading: false)
    #expect(view.lackingPictureText != nil)
  }

  @Test func `Without programs, and without a picture, there are no rows`() throws {
    var view = try Self.view(reads: false)
    _ = view.handle(.home)
    #expect(view.lackingPictureText == nil && !Self.lines(&view).contains { $0.contains("in the picture") })
    var text = PickView(size: TerminalSize(columns: 80, rows: 24), readKinds: [.words])
    var copy = Snapshot()
    copy.names.append("UTF8_STRING")
    copy.keep(Representation(bytes: [0x61]), as: "UTF8_STRING")
    var listing = PasteboardListing(.general, on: .memory())
    try listing.read(from: PasteboardReader(copy), .forms)
    text.show(listing, .data, isReading: false)
    #expect(!Self.lines(&text).contains { $0.contains("in the picture") })
  }

  /// Programs of the names that `pb` looks for.
  private static func programs(_ scripts: [String: String], in folder: TemporaryFolder) throws -> String {
    for (name, script) in scripts {
      let path = try folder.file(name, Array("#!/bin/sh\n\(script)\n".utf8))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    return folder.path + ":/usr/bin:/bin"
  }

  @Test func `A picture of the history is copied as the text in it`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.programs(
      ["tesseract": #"test -s "$1" && printf '\n  Words \033[31m\n\f'"#, "zbarimg": "exit 4"], in: folder)
    let service = try RunningService(arguments: ["--history", "5"], environment: ["PATH": path])
    let picture = try folder.file("a.png", samplePNG)
    #expect(try service.pb("copy", picture).status == 0)
    #expect(try eventually { try service.pb("pick", "--lines").status == 0 })
    let line = try service.pb("pick", "--lines").text
    #expect(try service.pb("pick", "--restore", line, "--type", "plain").status == 0)
    #expect(try service.pb("paste", "--plain").text == "Words [31m")
  }

  @Test(arguments: [
    ["tesseract": "exit 0", "zbarimg": "exit 4"], ["tesseract": "exit 1", "zbarimg": "exit 1"],
    ["tesseract": "kill -9 $$", "zbarimg": "printf '\\377'"], ["tesseract": "head -c 9 /dev/zero"], [:],
  ])
  func `Where no text is found, nothing is copied`(scripts: [String: String]) throws {
    let folder = try TemporaryFolder()
    let path = try Self.programs(scripts, in: folder)
    let empty = ["tesseract", "zbarimg"].filter { scripts[$0] == nil }
    for name in empty { _ = try Self.programs([name: "exit 127"], in: folder) }
    let service = try RunningService(arguments: ["--history", "5"], environment: ["PATH": path])
    #expect(try service.pb("copy", try folder.file("a.png", samplePNG)).status == 0)
    #expect(try eventually { try service.pb("pick", "--lines").status == 0 })
    let result = try service.pb("pick", "--restore", try service.pb("pick", "--lines").text, "-t", "plain")
    #expect(result.status == 1, "\(result.errors)")
    #expect(try service.contents()["image/png"] == samplePNG)
  }
}
