import Foundation
import TestSupport
import Testing

/// `pb show --as-seen-by`: what a program under a rule is offered.
@Suite("Show as seen by", .timeLimit(.minutes(1)))
struct SeenByTests {
  private let server: PrivateXServer
  private let folder: TemporaryFolder
  private let environment: [String: String?]

  init() throws {
    server = try PrivateXServer()
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/pasteboard", withIntermediateDirectories: true)
    let rules = """
      {"applications": [
        {"name": "Raw editor", "match": {"class": ["raweditor*"]},
         "asRequestor": {"hide": ["net.daringfireball.markdown"], "plainText": "rendered"}},
        {"name": "By program", "match": {"executable": ["/opt/mail"]}, "asRequestor": {"hide": ["public.rtf"]}}
      ]}
      """
    _ = try folder.file("pasteboard/applications.json", Array(rules.utf8))
    environment = server.environment.merging(["XDG_CONFIG_HOME": folder.path]) { $1 }
  }

  private func pb(_ arguments: String..., input: String = "") throws -> ChildProcess.Result {
    try ChildProcess.run([BuiltCommand.path] + arguments, environment: environment, input: Array(input.utf8))
  }

  /// The previews by target.
  private func shown(_ arguments: String...) throws -> [String: String] {
    let result = try ChildProcess.run(
      [BuiltCommand.path, "show", "--json"] + arguments, environment: environment)
    let object = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
    let rows = object?["targets"] as? [[String: Any]] ?? []
    return Dictionary(
      rows.map { ($0["target"] as? String ?? "", $0["preview"] as? String ?? "") }, uniquingKeysWith: { $1 })
  }

  @Test(arguments: ["Raw editor", "raw EDITOR", "RawEditor-2"])
  func `A program is shown what its rule leaves, in the text that it says`(name: String) throws {
    #expect(try pb("copy", "-t", "markdown", input: "# *T*").status == 0)
    let everybody = try shown()
    let editor = try shown("--as-seen-by", name)
    #expect(everybody["text/markdown"] == "# *T*" && everybody["UTF8_STRING"] == "# *T*")
    #expect(
      Set(everybody.keys).subtracting(editor.keys)
        == ["text/markdown", "text/x-markdown", "net.daringfireball.markdown"])
    #expect(editor["UTF8_STRING"] == "T")
  }

  @Test func `A rule for an executable can be tried without the program`() throws {
    #expect(try pb("copy", "-t", "markdown", input: "# T").status == 0)
    let mail = try shown("--as-seen-by", "By program")
    #expect(mail["text/rtf"] == nil && mail["text/html"] != nil)
  }

  @Test func `A terminal is shown text only`() throws {
    #expect(try pb("copy", "-t", "markdown", input: "# T").status == 0)
    #expect(
      Set(try shown("--as-seen-by", "xterm").keys) == [
        "UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "public.utf8-plain-text", "STRING",
        "COMPOUND_TEXT", "TEXT", "application/x-pasteboard-source",
      ])
  }

  @Test func `An owner that knows no rules shows everything, and that is said`() throws {
    _ = try ChildProcess.run(
      ["xclip", "-selection", "clipboard", "-t", "text/markdown", "-i"], environment: environment,
      input: Array("# T".utf8))
    let result = try pb("show", "--as-seen-by", "Raw editor")
    #expect(result.status == 0 && result.text.contains("text/markdown"))
    #expect(result.errors.contains("Raw editor") && result.errors.split(separator: "\n").count == 1)
  }

  @Test func `An unknown program is told with the known ones`() throws {
    let result = try pb("show", "--as-seen-by", "nobody")
    #expect(result.status == 2 && result.errors.split(separator: "\n").count == 1)
    for known in ["Raw editor", "By program", "LibreOffice"] { #expect(result.errors.contains("'\(known)'")) }
  }

  @Test func `A program that says nothing of itself is known by its executable`() throws {
    let rules = """
      {"applications": [{"name": "Snake", "match": {"executable": ["python3*"]},
        "asRequestor": {"hide": ["public.html"]}}]}
      """
    _ = try folder.file("pasteboard/applications.json", Array(rules.utf8))
    #expect(try pb("copy", "-t", "markdown", input: "# T").status == 0)
    let seen = try ScriptedOwner.read(environment: environment).map(\.target)
    #expect(seen.contains("text/rtf") && seen.contains("text/markdown"))
    #expect(!seen.contains("text/html") && !seen.contains("public.html"))
  }

  @Test func `Two programs that ask at once are each shown their own, in MULTIPLE as when asked directly`()
    throws
  {
    #expect(try pb("copy", "-t", "markdown", input: "# *T*").status == 0)
    let script = """
      import json
      from Xlib import X, Xatom, display
      class Client:
          def __init__(self, name):
              self.d = display.Display(); self.a = self.d.intern_atom
              self.w = self.d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
              self.w.set_wm_class(name.lower(), name)
          def ask(self, target, property):
              self.w.convert_selection(self.a('CLIPBOARD'), self.a(target), self.a(property), X.CurrentTime); self.d.flush()
          def answer(self):
              while True:
                  e = self.d.next_event()
                  if e.type == X.SelectionNotify: return e.property != X.NONE
          def value(self, property):
              p = self.w.get_full_property(self.a(property), X.AnyPropertyType)
              return None if p is None else p.value if isinstance(p.value, bytes) else list(p.value)
      clients = [Client('RawEditor'), Client('Stranger')]
      # Both have asked before either looks at an answer, each time.
      for c in clients: c.ask('TARGETS', 'LIST')
      for c in clients:
          assert c.answer(); c.shown = [c.d.get_atom_name(t) for t in c.value('LIST')]
      asked = [t for t in clients[1].shown if t not in ('TARGETS', 'MULTIPLE', 'TIMESTAMP', 'SAVE_TARGETS')]
      for c in clients: c.direct = {}
      for t in asked:
          for c in clients: c.ask(t, 'DIRECT')
          for c in clients:
              c.direct[t] = c.value('DIRECT') if c.answer() else None
              c.w.delete_property(c.a('DIRECT'))
      for c in clients:
          pairs = [x for i, t in enumerate(asked) for x in (c.a(t), c.a('VALUE%d' % i))]
          c.w.change_property(c.a('PAIRS'), c.a('ATOM_PAIR'), 32, pairs); c.ask('MULTIPLE', 'PAIRS')
      for c in clients:
          assert c.answer(); pairs = c.value('PAIRS')
          c.multiple = {t: c.value('VALUE%d' % i) if pairs[2 * i + 1] else None for i, t in enumerate(asked)}
      for c in clients:
          assert c.multiple == c.direct, (c.multiple, c.direct)
          assert [t for t in asked if c.direct[t] is not None] == [t for t in asked if t in c.shown]
      print(json.dumps([[c.shown, c.direct['UTF8_STRING'].decode()] for c in clients]))
      """
    let result = try ChildProcess.run(["/usr/bin/python3", "-c", script], environment: environment)
    let rows = try JSONSerialization.jsonObject(with: Data(result.output)) as? [[Any]]
    try #require(rows?.count == 2, "\(result.errors)")
    let (editor, stranger) = (rows?[0][0] as? [String] ?? [], rows?[1][0] as? [String] ?? [])
    #expect(
      stranger.filter { !editor.contains($0) }
        == ["text/markdown", "text/x-markdown", "net.daringfireball.markdown"])
    #expect(rows?[0][1] as? String == "T\n" && rows?[1][1] as? String == "# *T*")
  }
}
