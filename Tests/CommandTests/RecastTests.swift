import Foundation
import TestSupport
import Testing

/// `pb recast` gives text another form: rich text of Markdown, an address without tracking parameters.
@Suite("Recast: rich text and addresses", .timeLimit(.minutes(1)))
final class RecastTests: CommandSuite {
  private static let answer = """
    ## Answer

    Use **two** steps:

    1. Install `pb`
    2. Copy

    | a | b |
    |---|---|
    | 1 | 2 |

    """

  private func xclip(_ text: String, as target: String = "UTF8_STRING") throws {
    _ = try pb.other("xclip", "-selection", "clipboard", "-t", target, "-i", input: Array(text.utf8))
  }

  private func pasted(_ target: String) throws -> String {
    try pb.other("xclip", "-selection", "clipboard", "-o", "-t", target).text
  }

  @Test(arguments: ["UTF8_STRING", "text/plain", "STRING"])
  func `Text that is Markdown gets HTML and RTF beside it, and comes back byte for byte`(target: String)
    throws
  {
    try xclip(Self.answer, as: target)
    let result = try pb.run("recast", "-t", "rich")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let names = try pb.run("show", "--targets").text.split(separator: "\n").map(String.init)
    #expect(names.first == target)
    let markdown = try #require(names.firstIndex(of: "text/markdown"))
    let page = try #require(names.firstIndex(of: "text/html"))
    #expect(0 < markdown && markdown < page && names.contains("text/rtf"), "\(names)")
    #expect(try pasted(target) == Self.answer && pasted("UTF8_STRING") == Self.answer)
    #expect(try pasted("text/html").contains("<strong>two</strong>"))
    #expect(try pasted("text/rtf").hasPrefix("{\\rtf1"))
    #expect(try pb.run("paste").text == Self.answer)
    // Done twice, it is the same.
    #expect(try pb.run("recast", "-t", "rich").status == 0)
    #expect(try pb.run("paste").text == Self.answer && pasted("text/html").contains("<h2"))
  }

  @Test(arguments: [
    "Plain words, nothing else.\n", "for i in 1 2 3; do echo $i; done\n", "name,size\na,1\nb,2\n",
    "2026-11-26 20:31:00 INFO started\n2026-11-26 20:31:01 INFO ready\n",
  ])
  func `Text that is not Markdown stays, with a message and status 1`(text: String) throws {
    try xclip(text)
    let before = try pb.run("show", "--json").text
    let result = try pb.run("recast", "-t", "rich")
    #expect(result.status == 1 && result.errors.contains("not Markdown"), "\(result.errors)")
    #expect(try pb.run("show", "--json").text == before)
  }

  @Test func `A page of an editor gives way to what its text means, and a page alone stays`() throws {
    let owner = try ScriptedOwner(
      of: [("UTF8_STRING", Array(Self.answer.utf8)), ("text/html", Array("<pre>coloured</pre>".utf8))],
      environment: server.environment)
    #expect(try pb.run("recast", "-t", "rich").status == 0)
    #expect(try pasted("text/html").contains("<table"))
    #expect(owner.process.isRunning)
    try xclip("<p>a <b>b</b></p>", as: "text/html")
    let refused = try pb.run("recast", "-t", "rich")
    #expect(refused.status == 1 && refused.errors.contains("not Markdown"), "\(refused.errors)")
    #expect(try pasted("text/html") == "<p>a <b>b</b></p>")
  }

  @Test func `A secret stays a secret, a picture and nothing stay what they are`() throws {
    #expect(
      try pb.run("copy", "-t", "plain", "--sensitive", input: Array(Self.answer.utf8)).status == 0)
    #expect(try pb.run("recast", "-t", "rich").status == 0)
    let names = try pb.run("show", "--targets").text
    #expect(names.contains("x-kde-passwordManagerHint") && names.contains("text/html"))
    #expect(try pb.run("copy", "-t", "png", input: [0x89, 0x50, 0x4E, 0x47]).status == 0)
    for form in ["rich", "url"] { #expect(try pb.run("recast", "-t", form).status == 1) }
    #expect(try pb.run("paste", "-t", "png").output == [0x89, 0x50, 0x4E, 0x47])
    #expect(try pb.run("clear").status == 0)
    for form in ["rich", "url"] { #expect(try pb.run("recast", "-t", form).status == 1) }
  }

  @Test func `An address loses tracking parameters, and other text stays`() throws {
    try xclip("https://youtu.be/a?si=b&t=1&utm_source=c#d\n")
    #expect(try pb.run("recast", "-t", "url").status == 0)
    #expect(try pasted("UTF8_STRING") == "https://youtu.be/a?t=1#d\n")
    let again = try pb.run("recast", "-t", "url")
    #expect(again.status == 0 && again.errors.contains("no tracking parameters"))
    try xclip("see https://a.example/?utm_source=c")
    let refused = try pb.run("recast", "--type", "url")
    #expect(refused.status == 1 && refused.errors.contains("nothing was changed"), "\(refused.errors)")
    #expect(try pasted("UTF8_STRING") == "see https://a.example/?utm_source=c")
  }
}
