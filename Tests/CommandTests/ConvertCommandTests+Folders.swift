import Foundation
import TestSupport
import Testing

/// Many files, and whole folders.
extension ConvertCommandTests {
  @Test func `Files and folders are converted into a folder, and what cannot be is named`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/docs/deep", withIntermediateDirectories: true)
    let one = try folder.file("one.md", Array("# One\n".utf8))
    _ = try folder.file("docs/two.rtf", Array(#"{\rtf1 two}"#.utf8))
    _ = try folder.file("docs/deep/three four.md", Array("three\n".utf8))
    _ = try folder.file("docs/picture.png", [0x89])
    let zero = try folder.file("zero.md", [0x23, 0])
    let out = folder.path + "/new/out"
    let result = try pb.run("convert", one, zero, folder.path + "/docs", "--to", "html", "--into", out)
    #expect(result.status == 2 && result.errors.contains("zero.md is not text"))
    #expect(
      result.text.split(separator: "\n").map(String.init)
        == ["/one.html", "/deep/three four.html", "/two.html"].map { out + $0 })
    #expect(try String(contentsOfFile: out + "/two.html", encoding: .utf8).contains("<p>two</p>"))
    #expect(try pb.run("convert", one, "--to", "html", "--into", out).status == 0)
    let twice = try folder.file("docs/one.md", [0x61])
    let both = try pb.run("convert", one, twice, "--to", "html", "--into", out)
    #expect(both.status == 0 && both.errors.contains("\(one) already has the name without a number"))
  }

  @Test(arguments: ["html", "docx"])
  func `Links between documents that are converted together lead to what became of them`(type: String) throws
  {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/wiki/sub", withIntermediateDirectories: true)
    for (name, text) in [
      (
        "wiki/a.md",
        "[b](sub/b%20c.md#h) [web](https://x.org/b.md) [data](sub/x.bin) [none](none.md) [h](#h)\n"
      ),
      ("wiki/sub/b c.md", "# H\n\n[up](../a.md)\n"), ("wiki/sub/x.bin", "x"),
    ] { _ = try folder.file(name, Array(text.utf8)) }
    let out = folder.path + "/out"
    #expect(try pb.run("convert", folder.path + "/wiki", "--to", type, "--into", out).status == 0)
    let first = try pb.run("convert", out + "/a." + type, "--to", "md").text
    #expect(
      first.trimmingCharacters(in: .newlines)
        == "[b](sub/b%20c.\(type)#h) [web](https://x.org/b.md) [data](../wiki/sub/x.bin) [none](none.md) [h](#h)"
    )
    let second = try pb.run("convert", out + "/sub/b c." + type, "--to", "md").text
    #expect(second.contains("[up](../a.\(type))"), "\(second)")
  }

  @Test
  func `Links to files in a folder are converted, links to folders are named, and so is what is broken`()
    throws
  {
    let folder = try TemporaryFolder()
    for name in ["docs", "other"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
    }
    _ = try folder.file("other/real.md", Array("# Real\n".utf8))
    for (name, goal) in [
      ("latest.md", "../other/real.md"), ("gone.md", "../nowhere.md"), ("round", "../docs"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder.path)/docs/\(name)", withDestinationPath: goal)
    }
    let out = folder.path + "/out"
    let result = try pb.run("convert", folder.path + "/docs", "--to", "html", "--into", out)
    #expect(result.status == 0 && result.text == out + "/latest.html\n")
    #expect(result.errors.contains("docs/round, a link to a folder") && !result.errors.contains("gone"))

    let broken = try folder.file("broken.docx", Array("PK\u{3}\u{4} no more".utf8))
    let failure = try pb.run("convert", broken, "--to", "markdown")
    #expect(failure.status == 2 && failure.errors.contains("broken.docx"), "\(failure.errors)")
  }

  @Test func `Sources of one name are numbered, and none takes what is another's by itself`() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b", "c"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
    }
    let sources = try ["a/n.md", "b/n.md", "c/n.md", "c/n (2).md"].map {
      try folder.file($0, Array("\($0)\n".utf8))
    }
    let out = folder.path + "/out"
    for _ in 1...2 {
      let result = try pb.run(
        "convert", sources[0], sources[1], sources[2], sources[3], sources[0], "-t", "html", "--into", out)
      #expect(result.status == 0)
      #expect(
        result.text.split(separator: "\n").map(String.init)
          == ["n.html", "n (3).html", "n (4).html", "n (2).html"].map { out + "/" + $0 })
    }
    for (name, text) in [("n", "a/n.md"), ("n (2)", "c/n (2).md"), ("n (3)", "b/n.md"), ("n (4)", "c/n.md")] {
      let page = try String(contentsOfFile: "\(out)/\(name).html", encoding: .utf8)
      #expect(page.contains("<p>\(text)</p>"))
    }
  }
}
