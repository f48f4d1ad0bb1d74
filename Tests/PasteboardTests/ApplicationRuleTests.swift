import Testing
import TypeDeclarations
import UniformTypeIdentifiers
import X11Selections

@testable import Pasteboard

@Suite("Application rules")
struct ApplicationRuleTests {
  private let rules: ApplicationRules

  init() throws {
    let file = """
      {"applications": [
        {"name": "Raw editor", "match": {"class": ["raweditor*"]},
         "asRequestor": {"hide": ["net.daringfireball.markdown"]}},
        {"name": "Terminal", "match": {"executable": ["xterm"], "window": ["*"]},
         "asRequestor": {"hide": ["public.html", "public.rtf"], "plainText": "rendered"}}
      ]}
      """
    rules = ApplicationRules(try JSONValue.parse(Array(file.utf8)))
  }

  @Test(
    arguments: [
      (PeerDescription(instanceName: "x", className: "RawEditor-2"), "Raw editor"),
      (PeerDescription(windowName: "shell", executable: "/usr/bin/xterm"), "Terminal"),
      (PeerDescription(windowName: "shell", executable: "/usr/bin/xterm-2"), nil),
      (PeerDescription(executable: "/usr/bin/xterm"), nil), (PeerDescription(), nil),
    ] as [(PeerDescription, String?)])
  func `A program is recognised by its windows and its executable`(peer: PeerDescription, name: String?) {
    #expect(rules.requestor(peer)?.name == name)
  }

  @Test func `Each program is shown its own targets`() throws {
    let source = SourceRepresentation(Array("# T".utf8), type: .markdown)
    let content = Offer(source).content(rules: rules)
    let offers = try #require(content.offers)
    let editor = offers(PeerDescription(className: "raweditor")).map(\.target)
    #expect(!editor.contains("text/markdown") && editor.contains("text/html"))
    let stranger = offers(PeerDescription(className: "other")).map(\.target)
    #expect(stranger == content.targets)
  }

  @Test func `A program may be given the rendered text where others get the source`() throws {
    let source = SourceRepresentation(Array("# *T*".utf8), type: .markdown)
    let content = Offer(source).content(rules: rules)
    let offers = try #require(content.offers)
    let terminal = offers(PeerDescription(windowName: "w", executable: "/usr/bin/xterm"))
    #expect(!terminal.contains { $0.target == "text/html" })
    let text = try #require(terminal.first { $0.target == "UTF8_STRING" })
    #expect(content.render(text.rendering)?.bytes == Array("T\n".utf8))
    #expect(content.render(text.rendering)?.type == "UTF8_STRING")
    #expect(content.render("UTF8_STRING")?.bytes == Array("# *T*".utf8))
    let markdown = try #require(terminal.first { $0.target == "text/markdown" })
    #expect(content.render(markdown.rendering)?.bytes == Array("# *T*".utf8))
  }

  @Test func `Without rules for those who paste nobody is looked up`() {
    let source = SourceRepresentation(Array("# T".utf8), type: .markdown)
    #expect(Offer(source).content(rules: ApplicationRules(rules: [])).offers == nil)
  }
}
