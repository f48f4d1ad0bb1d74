import Foundation
import TestSupport
import TestTraits
import Testing

/// The converters that come with the program, each where its own program is installed.
@Suite("Examples of converters", .timeLimit(.minutes(2)))
struct ConverterExampleTests {
  private let folder: TemporaryFolder
  private let examples: String

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/pasteboard", withIntermediateDirectories: true)
    let root = BuiltCommand.fixtures.deletingLastPathComponent().deletingLastPathComponent()
    examples = try String(
      contentsOf: root.appending(path: "Documentation/converters.json"), encoding: .utf8)
  }

  private func run(_ converters: String, _ arguments: [String], input: [UInt8] = []) throws
    -> ChildProcess.Result
  {
    _ = try folder.file("pasteboard/converters.json", Array(converters.utf8))
    return try ChildProcess.run(
      [BuiltCommand.path] + arguments, environment: ["XDG_CONFIG_HOME": folder.path], input: input)
  }

  private func convert(_ arguments: String..., input: [UInt8] = []) throws -> String {
    let on = examples.replacing("\"off\": true", with: "\"off\": false")
    let result = try run(on, ["convert"] + arguments, input: input)
    #expect(result.status == 0, "\(result.errors)")
    return String(decoding: result.output, as: UTF8.self)
  }

  @Test func `As they come, they are off`() throws {
    let check = try run(examples, ["type", "check"])
    #expect(check.status == 0 && check.text.isEmpty && check.errors.contains("nothing to check:"))
    #expect(!(try run(examples, ["type", "info", "md"]).text.contains("orgmode")))
  }

  @Test(
    .needs("pandoc"),
    arguments: [
      ("# A\n", "md", "tex", "\\section"), ("# A\n", "md", "org", "* A"), ("# A\n", "md", "epub", "PK"),
      ("* A\n", "org", "md", "# A"),
    ])
  func `Pandoc writes LaTeX, Org and books`(input: String, from: String, to: String, beginning: String) throws
  {
    #expect(try convert("--from", from, "--to", to, input: Array(input.utf8)).contains(beginning))
  }

  @Test(.needs("rsvg-convert", package: "librsvg2-bin"))
  func `A drawing becomes a picture`() throws {
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
    #expect(try convert("--from", "svg", "--to", "png", input: Array(drawing.utf8)).contains("PNG"))
  }

  @Test(.needs("qrencode"))
  func `Text becomes a code to scan`() throws {
    #expect(try convert("--from", "txt", "--to", "png", input: [0x61]).contains("PNG"))
  }

  @Test(.needs("tesseract", package: "tesseract-ocr"))
  func `A picture of words becomes text`() throws {
    let picture = BuiltCommand.fixtures.appending(path: "pictures/words.png").path
    #expect(try convert(picture, "--to", "plain").hasPrefix("Words to read\n"))
    #expect(try convert(picture, "--to", "html", "--fragment") == "<p>Words to read</p>\n")
  }

  @Test(.needs("ffmpeg"))
  func `A film becomes a still`() throws {
    let film = folder.path + "/film.mp4"
    let source = ["-f", "lavfi", "-i", "color=red:size=16x16:duration=0.2"]
    let made = try ChildProcess.run(["ffmpeg", "-v", "error"] + source + [film])
    try #require(made.status == 0, "\(made.errors)")
    #expect(try convert(film, "--to", "png").contains("PNG"))
  }
}
