import Foundation
import Pictures
import TestSupport
import Testing

/// What becomes of the pictures of rich text that is converted, copied, pasted and recast.
@Suite("Pictures of documents on their way", .timeLimit(.minutes(5)))
final class KeptPictureCommandTests: CommandSuite {
  private static let types = ["html", "rtf", "docx", "odt", "fodt"]

  /// A picture of noise, which no format makes shorter.
  private func noise(_ side: Int) throws -> [UInt8] {
    var generator = SeededGenerator(seed: 7)
    let pixels = (0..<(side * side * 4)).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return try PictureCodec.png.write(Picture(width: side, height: side, bytes: pixels))
  }

  /// A document that shows a picture within a line.
  private func document(_ type: String, showing picture: [UInt8]) throws -> String {
    _ = try folder.file("pic.png", picture)
    let source = try folder.file("a.md", Array("# Head\n\nHello ![alt](pic.png) world.\n".utf8))
    let result = folder.path + "/a." + type
    let converted = try pb.run("convert", "--media", "embed", source, "-o", result)
    #expect(converted.status == 0 && converted.errors.isEmpty)
    return result
  }

  /// The pictures that a document holds.
  private func pictures(in file: String) throws -> [Data] {
    let media = folder.path + "/saved"
    defer { try? FileManager.default.removeItem(atPath: media) }
    let text = try pb.run("convert", "--media", media, file, "--to", "markdown")
    #expect(text.status == 0 && text.errors.isEmpty, "\(text.errors)")
    return (try? FileManager.default.contentsOfDirectory(atPath: media))?.compactMap {
      FileManager.default.contents(atPath: media + "/" + $0)
    } ?? []
  }

  @Test(arguments: types)
  func `Rich formats become each other with their pictures`(type: String) throws {
    let picture = try noise(224)
    #expect(picture.count > 200_000)
    let source = try document(type, showing: picture)
    for wanted in Self.types where wanted != type {
      let result = folder.path + "/b." + wanted
      let converted = try pb.run("convert", source, result)
      #expect(converted.status == 0 && converted.errors.isEmpty)
      #expect(try pictures(in: result) == [Data(picture)], "\(type) to \(wanted)")
      _ = try pb.run("copy", source)
      let pasted = try pb.run("paste", "-t", wanted, "-o", result)
      #expect(pasted.status == 0 && pasted.errors.isEmpty)
      #expect(try pictures(in: result) == [Data(picture)], "\(type) pasted as \(wanted)")
      #expect(try pb.run("recast", "-t", wanted).status == 0)
      #expect(try pb.run("paste", "-t", wanted, "-o", result).status == 0)
      #expect(try pictures(in: result) == [Data(picture)], "\(type) recast to \(wanted)")
    }
  }

  @Test(arguments: types)
  func `What a paste leaves of the pictures of a copy is told, and what is to be kept is saved`(type: String)
    throws
  {
    for side in [4, 224] {
      let picture = try noise(side)
      let source = try document(type, showing: picture)
      #expect(try pb.run("copy", source).status == 0)
      let left = try pb.run("paste")
      #expect(left.text == "# Head\n\nHello alt world.\n")
      #expect(
        left.errors.contains(
          "replaced 1 picture with alternative text. To save pictures and link them, use --media DIR"))
      #expect(try pb.run("paste", "--raw", "text/markdown").text == left.text)
      let media = folder.path + "/media-\(side)"
      let saved = try pb.run("paste", "--media", media)
      #expect(saved.errors.isEmpty && saved.text.hasPrefix("# Head\n\nHello ![alt](\(media)/alt-"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: media).count == 1)
      let goal = folder.path + "/into-\(side)"
      try FileManager.default.createDirectory(atPath: goal, withIntermediateDirectories: false)
      #expect(try pb.run("paste", "--into", goal).text == goal + "/Head.md\n")
      let names = try FileManager.default.contentsOfDirectory(atPath: goal + "/media")
      #expect(names.map { FileManager.default.contents(atPath: goal + "/media/" + $0) } == [Data(picture)])
      for arguments in [["recast", "--strict"], ["recast", "--strict", "-t", "plain"]] {
        let refused = try ChildProcess.run([BuiltCommand.path] + arguments, environment: server.environment)
        #expect(refused.status == 2 && refused.errors.contains("--media"))
      }
      #expect(try pb.run("paste", "-t", type).output == Array(Data(contentsOf: URL(filePath: source))))
    }
  }

  @Test(arguments: types)
  func `Markdown of a document has no picture without an address`(type: String) throws {
    let source = try document(type, showing: try noise(4))
    let converted = try pb.run("convert", source, "--to", "markdown")
    let marks = [
      "html": "", "rtf": "<!-- image -->", "docx": "<!-- image: media/image1.png -->",
      "odt": "<!-- image: Pictures/1.png -->", "fodt": "<!-- image -->",
    ]
    let mark = try #require(marks[type])
    #expect(converted.text == "# Head\n\nHello alt\(mark) world.\n")
    #expect(converted.errors.contains("replaced 1 picture"))
    #expect(try pb.run("convert", "--media", "drop", source, "--to", "markdown").text.contains("alt world"))
  }

  @Test(arguments: ["rtf", "docx", "odt", "fodt"])
  func `A comment tells where a picture without words stood, and is gone where nothing shows it`(type: String)
    throws
  {
    _ = try folder.file("pic.png", try noise(4))
    let source = try folder.file("a.md", Array("One.\n\n![](pic.png)\n\nTwo.\n".utf8))
    let document = folder.path + "/a." + type
    #expect(try pb.run("convert", source, document).status == 0)
    let converted = try pb.run("convert", document, "--to", "markdown")
    let blocks = converted.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(blocks.count == 6 && blocks[2].hasPrefix("<!-- image") && blocks[2].hasSuffix(" -->"))
    let markdown = try folder.file("b.md", converted.output)
    #expect(try pb.run("convert", markdown, "--to", "plain").text == "One.\n\nTwo.\n")
  }

  @Test func `Pictures beyond the bounds are told of`() throws {
    let large = try PictureCodec.png.write(Picture(width: 1, height: 1, bytes: [1, 2, 3, 255]))
    let padded = Data(large + [UInt8](repeating: 0, count: 9 << 20)).base64EncodedString()
    let page = try folder.file(
      "a.html", Array("<p>a <img alt=words src=\"data:image/png;base64,\(padded)\"></p>".utf8))
    let converted = try pb.run("convert", page, folder.path + "/a.rtf")
    #expect(converted.status == 0 && converted.errors.contains("left out 1 picture: "))
    #expect(converted.errors.contains("8 MiB"))
    #expect(try pb.run("convert", folder.path + "/a.rtf", "--to", "markdown").text == "a words\n")
  }
}
