import TestSupport
import Testing

/// Documents of word processors under other names than those of plain documents.
@Suite("Kinds of office documents", .timeLimit(.minutes(5)))
final class OfficeKindTests: CommandSuite {
  /// Types whose bytes are those of a document in all that is read here.
  private static let kinds = [
    ("docm", "docx"), ("dotx", "docx"), ("dotm", "docx"), ("ott", "odt"), ("oth", "odt"), ("odm", "odt"),
  ]

  @Test(arguments: kinds)
  func `Templates and documents with macros are read, and become plain documents`(kind: (String, String))
    throws
  {
    let (name, format) = kind
    let source = try folder.file("a.md", Array("# Head\n\nSome **text**.\n".utf8))
    let plain = folder.path + "/a." + format
    #expect(try pb.run("convert", source, plain).status == 0)
    let document = try folder.file("b." + name, pb.run("convert", plain, "--to", format).output)
    #expect(try pb.run("convert", document, "--to", "markdown").text == "# Head\n\nSome **text**.\n")
    let route = try pb.run("convert", "--explain", document, "--to", format)
    #expect(route.status == 0 && route.errors.contains("→ a document →"))
    let refused = try pb.run("convert", source, folder.path + "/c." + name)
    #expect(refused.status == 2 && refused.errors.contains("cannot write"))
  }

  @Test func `A document with macros is not offered as one without`() throws {
    let source = try folder.file("a.md", Array("Some text.\n".utf8))
    #expect(try pb.run("convert", source, folder.path + "/a.docx").status == 0)
    let document = try folder.file("a.docm", pb.run("convert", source, "--to", "docx").output)
    #expect(try pb.run("copy", document).status == 0)
    let names = try pb.run("show", "--targets").text
    #expect(names.contains("application/vnd.ms-word.document.macroEnabled.12"))
    #expect(!names.contains("wordprocessingml.document\n"))
    #expect(try pb.run("paste").text == "Some text.\n")
  }
}
