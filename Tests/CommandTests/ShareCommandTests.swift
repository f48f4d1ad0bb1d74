import Foundation
import TestSupport
import Testing

/// `pb share` and `pb open`, on a desktop made up in a folder.
@Suite("Sharing with programs", .timeLimit(.minutes(2)))
final class ShareCommandTests: SharingSuite {
  /// The programs of this test in a list, and what each gets.
  private func listed(_ json: String) throws -> [String: String] {
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let programs = object?["programs"] as? [[String: Any]] ?? []
    let ours = ["org.example.Writer", "browser", "editor", "marks", "viewer", "mail", "gone"].map {
      $0 + ".desktop"
    }
    var found: [String: String] = [:]
    for program in programs {
      guard let id = program["id"] as? String, ours.contains(id) else { continue }
      let source = program["convertedFrom"] as? String
      found[String(id.dropLast(8))] =
        (program["mimeType"] as? String ?? "") + (source.map { " of \($0)" } ?? "")
    }
    return found
  }

  @Test func `Each program is listed with the form that it gets`() throws {
    let file = try folder.file("notes.md", Array("# A\n".utf8))
    #expect(
      try listed(try run("share", "--list", "--json", file).text) == [
        "marks": "text/markdown", "editor": "text/plain",
        "org.example.Writer": "application/vnd.oasis.opendocument.text of net.daringfireball.markdown",
        "browser": "text/html of net.daringfireball.markdown", "mail": "x-scheme-handler/mailto",
      ])
    let text = try run("share", "--list", file).text
    #expect(
      text.contains("org.example.Writer") && text.contains("opendocument.text, converted")
        && !text.contains("gone"))
    let picture = try folder.file("a.jpg", [0xFF, 0xD8, 0xFF, 0xE0])
    #expect(
      try listed(try run("share", "--list", "--json", picture).text)["viewer"] == "image/png of public.jpeg")
    #expect(try listed(try run("share", "--json", "-t", "text/x-python").text)["editor"] == "text/plain")
  }

  @Test func `A program gets a file of its own, which goes away again`() throws {
    try copy("-t", "md", input: "# *A*\n")
    let shared = try run("share", "marks", "--keep", "0.1")
    #expect(shared.status == 0 && shared.errors.isEmpty, "\(shared.errors)")
    let told = try report()
    #expect(told.first == "--title=Marks" && told.dropFirst().first == "%f")
    #expect(told.contains("600") && told.contains("# *A*"))
    let path = try #require(told.dropFirst(2).first)
    #expect(path.hasPrefix(folder.path + "/run/pb-") && path.hasSuffix("/pasteboard.md"))
    #expect(
      eventually {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/run"))?.isEmpty == true
      })
    #expect(try run("share", "Plain Editor", "--keep", "0.1").status == 0)
    #expect(try report().last == "# *A*")
    #expect(try run("share", "writer", "--keep", "0.1").status == 0)
    #expect(try report().first?.hasSuffix("/pasteboard.odt") == true)
    #expect(try run("share", "browser", "--keep", "0.1").status == 0)
    #expect(try report().first?.hasPrefix("file:///") == true)
  }

  @Test func `A file that a program takes is opened itself, another as what it takes`() throws {
    let file = try folder.file("a b.md", Array("# A\n".utf8))
    #expect(try run("share", "marks", file).status == 0)
    #expect(try report().contains(file))
    #expect(try run("share", "browser", file, "--keep", "0.1").status == 0)
    let told = try report()
    #expect(told.first?.hasSuffix("/a%20b.html") == true)
    #expect(try run("open", file).status == 0)
    #expect(try report().contains(file))
    let piped = try run("share", "marks", "-", "-t", "md", "--keep", "0.1", input: "*piped*\n")
    #expect(piped.status == 0, "\(piped.errors)")
    #expect(try report().last == "*piped*")
  }

  @Test func `A default of the person's opens what is there`() throws {
    _ = try folder.file(
      "config/mimeapps.list", Array("[Default Applications]\ntext/markdown=editor.desktop\n".utf8))
    let file = try folder.file("a.md", Array("# A\n".utf8))
    #expect(try run("share", "--list", file).text.hasPrefix("* editor"))
  }

  @Test func `Addresses and files that were copied are opened themselves`() throws {
    try copy(input: "https://example.org/a?b=c%20d\n")
    #expect(try run("open").status == 0)
    #expect(try report().first == "https://example.org/a?b=c%20d")
    let files = try [folder.file("a.txt", [0x61, 0x0A]), folder.file("b.txt", [0x62, 0x0A])]
    try copy("--files", files[0], files[1])
    try entry("both", "Both", "text/plain;", exec: "run %F")
    #expect(try run("share", "both").status == 0)
    #expect(Array(try report().prefix(2)) == files)
    try copy(input: "not an address: https://example.org\n")
    #expect(try run("share", "mail").status == 0)
    #expect(try report().first == "mailto:?body=not%20an%20address%3A%20https%3A%2F%2Fexample.org%0D%0A")
  }

  @Test func `What cannot be is said in a line`() throws {
    let file = try folder.file("a.txt", Array("a\n".utf8))
    let unknown = try run("share", "editr", file)
    #expect(unknown.status == 2 && unknown.errors.contains("Did you mean 'editor'?"))
    #expect(try run("share", "viewer", file).status == 2)
    #expect(try run("share", "editor", folder.path + "/none").status == 2)
    #expect(try run("share").status == 1)
    #expect(try run("open").status == 1)
    #expect(try run("share", "--list", "--type", "x-none/x-none").status != 0)
  }

  @Test func `Control characters of a name reach no terminal`() throws {
    try entry("evil", "Evil \u{1B}[31m\u{7}name", "text/plain;")
    let text = try run("share", "--list", "--type", "text/plain").text
    #expect(text.contains("Evil") && !text.contains("\u{1B}") && !text.contains("\u{7}"))
  }
}
