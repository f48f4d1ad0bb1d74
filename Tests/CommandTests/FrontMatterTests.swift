import Foundation
import TestSupport
import TestTraits
import Testing

/// Front matter of Markdown as properties of documents, and back.
@Suite("Front matter", .timeLimit(.minutes(2)))
struct FrontMatterTests {
  private let pb = BuiltCommand()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let matter = """
    ---
    title: "Annual report: 2026"
    author: Ada Lovelace
    date: 2026-11-26
    lang: en-GB
    keywords: [engine, "numbers, notes"]
    layout: post
    draft: true
    ---

    # Report

    Text.

    """

  private func part(_ name: String, of document: String) throws -> String {
    try ChildProcess.run(["unzip", "-p", document, name]).text
  }

  @Test(arguments: ["docx", "odt", "fodt"])
  func `Front matter becomes properties and comes back`(type: String) throws {
    let notes = try folder.file("notes.md", Array(Self.matter.utf8))
    let document = folder.path + "/notes." + type
    let made = try pb.run("convert", notes, "-o", document)
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    #expect(try pb.run("convert", "--to", "markdown", document).text == Self.matter)
    // Over both formats too.
    let other = folder.path + "/other." + (type == "docx" ? "odt" : "docx")
    #expect(try pb.run("convert", document, "-o", other).status == 0)
    #expect(try pb.run("convert", "--to", "markdown", other).text == Self.matter)
    let page = try pb.run("convert", "--to", "html", "--standalone", document).text
    #expect(page.contains("<title>Annual report: 2026</title>") && page.contains("<html lang=\"en-GB\">"))
  }

  @Test(.needs("unzip")) func `Programs find the properties where they look for them`() throws {
    let notes = try folder.file("notes.md", Array(Self.matter.utf8))
    for type in ["docx", "odt"] {
      #expect(try pb.run("convert", notes, "-o", "\(folder.path)/a.\(type)").status == 0)
    }
    let core = try part("docProps/core.xml", of: folder.path + "/a.docx")
    for element in [
      "<dc:title>Annual report: 2026<", "<dc:creator>Ada Lovelace<", ">2026-11-26T00:00:00Z<",
      "<dc:language>en-GB<",
      "<cp:keywords>engine; numbers, notes<",
    ] { #expect(core.contains(element), "\(element)") }
    #expect(try part("docProps/custom.xml", of: folder.path + "/a.docx").contains("name=\"layout\""))
    #expect(try part("\\[Content_Types\\].xml", of: folder.path + "/a.docx").contains("/docProps/custom.xml"))
    let meta = try part("meta.xml", of: folder.path + "/a.odt")
    for element in [
      "<dc:title>Annual report: 2026<", "<meta:initial-creator>Ada Lovelace<",
      "<meta:creation-date>2026-11-26T00:00:00<",
      "<dc:language>en-GB<", "<meta:keyword>engine<", "<meta:keyword>numbers, notes<",
    ] { #expect(meta.contains(element), "\(element)") }
  }

  @Test(arguments: [
    // Lists below their names, comments, words that YAML takes for others, dates in words.
    (
      "---\ntitle: Notes # mine\ntags:\n  - a\n  - \"b: c\"\ndate: Summer 2026\n---\n",
      "---\ntitle: Notes\ntags: [a, \"b: c\"]\ndate: Summer 2026\n---\n"
    ),
    ("---\ntitle: '2026'\nauthors: [A B, C D]\n---\n", "---\ntitle: \"2026\"\nauthors: [A B, C D]\n---\n"),
    (
      "---\nkeywords: one, two\ndate: 2026-11-26T10:00:00+01:00\n---\n",
      "---\nkeywords: one, two\ndate: 2026-11-26T10:00:00+01:00\n---\n"
    ),
    ("+++\ntitle = \"T\"\ntags = [\"x\"]\n+++\n", "---\ntitle: T\ntags: [x]\n---\n"),
    ("---\ntitle: It's <b> & \"c\"\n---\n", "---\ntitle: It's <b> & \"c\"\n---\n"),
  ])
  func `Fields come back as they mean`(matter: String, wanted: String) throws {
    for type in ["docx", "odt"] {
      let document = "\(folder.path)/a.\(type)"
      let made = try pb.run(
        "convert", "--from", "md", "-o", document, input: Array((matter + "\nText.\n").utf8))
      #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
      #expect(try pb.run("convert", "--to", "markdown", document).text == wanted + "\nText.\n")
    }
  }

  @Test func `What properties do not hold is named, and other documents get no front matter`() throws {
    let nested = "---\ntitle: T\nparams:\n  a: 1\n---\n\nText.\n"
    let document = folder.path + "/a.docx"
    let made = try pb.run("convert", "--from", "md", "-o", document, input: Array(nested.utf8))
    #expect(
      made.status == 0
        && made.errors.contains("left out nested fields in the front matter of standard input: params"),
      "\(made.errors)")
    let plain = try pb.run("convert", "--from", "md", "-o", document, input: Array("# Title\n\nText.\n".utf8))
    #expect(plain.errors.isEmpty)
    #expect(try pb.run("convert", "--to", "markdown", document).text == "# Title\n\nText.\n")
    let rtf = try pb.run("convert", "--from", "md", "--to", "rtf", input: Array(nested.utf8))
    #expect(rtf.errors.contains("left out the front matter of standard input"))
  }
}
