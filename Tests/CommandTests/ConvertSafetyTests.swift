import Foundation
import TestSupport
import Testing

/// `pb convert` writes over no source, and over nothing that was not named as a result.
@Suite("Conversions lose no file")
struct ConvertSafetyTests {
  let pb = BuiltCommand()
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ name: String, _ text: String) throws -> String {
    try folder.file(name, Array(text.utf8))
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
  }

  @Test(arguments: [("md", []), ("html", []), ("txt", ["--to", "plain"]), ("csv", ["--to", "csv"])])
  func `Of two files of a pattern neither is written`(kind: String, options: [String]) throws {
    let (one, two) = (try file("one.\(kind)", "one"), try file("two.\(kind)", "two"))
    let refused = try pb.run(["convert", one, two] + options)
    #expect(refused.status == 2 && refused.errors.contains("--into"))
    #expect(try text("one.\(kind)") == "one" && text("two.\(kind)") == "two")
    let wanted = try pb.run(["convert", "--replace", one, two] + options)
    #expect(wanted.status == 0 && wanted.errors.isEmpty, "\(wanted.errors)")
    #expect(try text("one.\(kind)") == "one" && text("two.\(kind)").hasPrefix("one"))
  }

  @Test func `A result that exists is replaced after -o, and a new one is made without it`() throws {
    let (source, page) = (try file("n.md", "new"), try file("n.html", "old"))
    let refused = try pb.run("convert", source, page)
    #expect(refused.status == 2)
    #expect(try text("n.html") == "old")
    #expect(try pb.run("convert", source, "-o", page, "--fragment").status == 0)
    #expect(try text("n.html") == "<p>new</p>\n")
    #expect(try pb.run("convert", source, folder.path + "/m.html", "--fragment").status == 0)
    #expect(try text("m.html") == "<p>new</p>\n")
    // A link that leads nowhere has the name all the same.
    symlink("nowhere", folder.path + "/l.html")
    #expect(try pb.run("convert", source, folder.path + "/l.html").status == 2)
    let inFolder = try pb.run("convert", source, folder.path, "--to", "html", "--replace")
    #expect(inFolder.status == 2 && inFolder.errors.contains("--into"))
    #expect(try pb.run("convert", source, page, "-o", page).errors.contains("--into"))
  }

  @Test(arguments: ["symbolic", "hard", "dotted", "descriptor"], ["-o", "--into", "second"])
  func `No path leads a result onto its source`(way: String, place: String) throws {
    // Standard input has no name that a result in a folder would have.
    if way == "descriptor", place == "--into" { return }
    let source = try file("one.md", "# source\n")
    mkdir(folder.path + "/out", 0o700)
    let goal = folder.path + "/out/one.html"
    switch way {
    case "symbolic": symlink("../one.md", goal)
    case "hard": link(source, goal)
    case "descriptor": symlink("/dev/fd/0", goal)
    default:
      symlink("..", folder.path + "/up")
      rename(source, goal)
    }
    let input = way == "dotted" ? goal : source
    let output =
      switch (place, way) {
      case ("--into", _): ["--into", folder.path + "/out"]
      case ("-o", "dotted"):
        ["-o", folder.path + "/up/\((folder.path as NSString).lastPathComponent)/out/./one.html"]
      case ("-o", _): ["-o", goal]
      default: [goal]
      }
    let command =
      [BuiltCommand.path, "convert", way == "descriptor" ? "-" : input]
      + ["--from", "md", "--to", "html"] + output
    let shell = ["sh", "-c", "exec \"$@\" < '\(input)'", "sh"] + command
    for replacing in place == "second" ? [false] : [false, true] {
      let refused = try ChildProcess.run(
        shell + (replacing ? ["--replace"] : []), environment: pb.environment)
      #expect(refused.status == 2, "\(refused.errors)")
    }
    #expect(try String(contentsOfFile: input, encoding: .utf8) == "# source\n")
  }

  @Test func `A source is rewritten in its own type only with --replace`() throws {
    let source = try file("n.md", "* a\n")
    let refused = try pb.run("convert", source, "-o", source, "--bullet", "dash")
    #expect(refused.status == 2 && refused.errors.contains("--replace"))
    #expect(try text("n.md") == "* a\n")
    #expect(try pb.run("convert", source, "-o", source, "--bullet", "dash", "--replace").status == 0)
    #expect(try text("n.md") == "- a\n")
    let page = try pb.run("convert", source, "-o", source, "--to", "html", "--replace")
    #expect(page.status == 2 && page.errors.contains("Name another file"))
    #expect(try text("n.md") == "- a\n")
  }

  @Test func `No result replaces another source, the reference, standard input or another result`() throws {
    let (one, page) = (try file("one.md", "one"), try file("page.html", "<p>page"))
    let out = folder.path + "/out"
    mkdir(out, 0o700)
    let other = try file("out/one.html", "<p>other source")
    let refused = try pb.run("convert", one, other, "--to", "html", "--into", out, "--replace")
    #expect(refused.status == 2 && refused.errors.contains("out/one.html is the source"))
    #expect(try text("out/one.html") == "<p>other source")
    let reference = folder.path + "/letter.docx"
    #expect(try pb.run("convert", one, reference).status == 0)
    let styles = try Data(contentsOf: URL(filePath: reference))
    let styled = try pb.run("convert", one, "--reference", reference, "-o", reference, "--replace")
    #expect(styled.status == 2 && styled.errors.contains("reference"))
    #expect(try Data(contentsOf: URL(filePath: reference)) == styles)
    let shell = try ChildProcess.run(
      ["sh", "-c", "'\(BuiltCommand.path)' convert -f html -o '\(page)' --to md < '\(page)'"],
      environment: pb.environment)
    #expect(shell.status == 2)
    #expect(try text("page.html") == "<p>page")
    let appended = try ChildProcess.run(
      ["sh", "-c", "'\(BuiltCommand.path)' convert '\(page)' --to md >> '\(page)'"],
      environment: pb.environment)
    #expect(appended.status == 2)
    #expect(try text("page.html") == "<p>page")
    // Two names of one file, as those that differ in case are on some file systems.
    let two = try file("two.md", "two")
    try FileManager.default.removeItem(atPath: other)
    link(try file("out/two.html", "old"), other)
    let both = try pb.run("convert", one, two, "--to", "html", "--fragment", "--into", out)
    #expect(both.status == 2 && both.text == out + "/one.html\n")
    #expect(try text("out/one.html") == "<p>one</p>\n")
  }

  @Test("Whatever is named, nothing but the results changes", arguments: Seeds.few(40))
  func anyOperands(seed: UInt64) throws {
    var world = try ConversionWorld(seed: seed)
    for _ in 0..<5 { try world.runCommand(pb) }
  }
}
