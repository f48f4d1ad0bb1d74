import DesktopPrograms
import TestSupport
import Testing

/// Desktop entries as people and packagers write them.
@Suite("Desktop entries") struct DesktopEntryTests {
  private func read(_ text: String, locales: [String] = []) -> DesktopEntry? {
    DesktopEntry(Array(text.utf8), id: "a.desktop", path: "/a.desktop", locales: locales)
  }

  private static let whole = """
    # A comment
    Name=before any group
    [Desktop Entry]
    Type = Application
    Name=Editor
    Name[de]=Texteditor
    Name[de_AT]=Schreibzeug\r
    Icon=edit
    Exec=editor --new %U
    TryExec=editor
    MimeType=text/plain;Text/Markdown; text/x-c;;
    Path=/srv
    Terminal=true
    NoDisplay=true
    [Desktop Action new]
    Name=New
    Exec=other
    """

  @Test func `What counts of it is read`() throws {
    let entry = try #require(read(Self.whole))
    #expect(
      entry.name == "Editor" && entry.icon == "edit" && entry.needs == "editor" && entry.folder == "/srv")
    #expect(entry.mimeTypes == ["text/plain", "text/markdown", "text/x-c"])
    #expect(entry.runsInTerminal && !entry.isInMenus && !entry.isHidden && entry.command.program == "editor")
    #expect(read(Self.whole, locales: ["de_AT", "de"])?.name == "Schreibzeug")
    #expect(read(Self.whole, locales: ["de_CH", "de"])?.name == "Texteditor")
    #expect(read(Self.whole, locales: ["fr"])?.name == "Editor")
  }

  @Test(arguments: [
    "", "[Desktop Entry]\nType=Application\n", "[Desktop Entry]\nType=Link\nExec=a\n",
    "Type=Application\nExec=a\n",
    "[Desktop Entry]\nType=Application\nExec=\"a\n", "[Desktop Entry]\nType=Application\nExec=\n",
    "[Desktop Entry]\nType=Application\nExec=a\0b\n",
  ])
  func `What cannot be started is no program`(text: String) {
    #expect(read(text) == nil)
  }

  @Test func `An entry may say that there is no such program`() {
    #expect(read("[Desktop Entry]\nHidden=true\n")?.isHidden == true)
  }

  @Test(
    "Words are parted, and quotes and escapes resolved",
    arguments: [
      ("a b  c", ["a", "b", "c"]), (#"a "b c" d"#, ["a", "b c", "d"]),
      (#"a "b \"c\" \$d \`e\` \\""#, ["a", "b \"c\" $d `e` \\"]),
      (#"sh -c "echo %f; rm -rf %%""#, ["sh", "-c", "echo %f; rm -rf %%"]), (#"a "" b"#, ["a", "", "b"]),
      ("a $(id) `id` ; & |", ["a", "$(id)", "`id`", ";", "&", "|"]), ("\"my editor\" x", ["my editor", "x"]),
    ])
  func words(line: String, words: [String]) throws {
    let escaped = line.replacing("\\", with: "\\\\")
    let entry = try #require(read("[Desktop Entry]\nType=Application\nExec=\(escaped)\n"))
    #expect(entry.commands(for: []) == [words])
  }

  private static let file = ExecLine.Target(path: "/tmp/a b.txt", address: "file:///tmp/a%20b.txt")
  private static let other = ExecLine.Target(path: "/tmp/c", address: "file:///tmp/c")
  private static let page = ExecLine.Target(path: nil, address: "https://example.org/")

  @Test(
    "Codes stand for what is to be opened",
    arguments: [
      ("e %f", [["e", "/tmp/a b.txt"], ["e", "/tmp/c"]]), ("e %F x", [["e", "/tmp/a b.txt", "/tmp/c", "x"]]),
      ("e %u", [["e", "file:///tmp/a%20b.txt"], ["e", "file:///tmp/c"]]),
      ("e %U", [["e", "file:///tmp/a%20b.txt", "file:///tmp/c"]]), ("e", [["e", "/tmp/a b.txt", "/tmp/c"]]),
      ("e --file=%f", [["e", "--file=/tmp/a b.txt"], ["e", "--file=/tmp/c"]]),
      (
        "e %i %c %k %d %m 100%% %F",
        [["e", "--icon", "edit", "The $(id) Editor", "/a.desktop", "100%", "/tmp/a b.txt", "/tmp/c"]]
      ),
    ])
  func codes(line: String, commands: [[String]]) throws {
    let text = "[Desktop Entry]\nType=Application\nName=The $(id) Editor\nIcon=edit\nExec=\(line)\n"
    #expect(try #require(read(text)).commands(for: [Self.file, Self.other]) == commands)
  }

  @Test func `A program that takes paths alone is given no address`() throws {
    for (line, commands) in [
      ("e %f", []), ("e %F", []), ("e", []), ("e %u", [["e", "https://example.org/"]]),
      ("e %U", [["e", "https://example.org/"]]),
    ] {
      let entry = try #require(read("[Desktop Entry]\nType=Application\nExec=\(line)\n"))
      #expect(entry.commands(for: [Self.page]) == commands)
    }
  }

  @Test func `Entries that are huge, endless or noise are read or refused within bounds`() {
    let many =
      "[Desktop Entry]\nType=Application\nExec=a\nMimeType=" + String(repeating: "a/b;", count: 200_000)
    #expect(read(many).map { $0.mimeTypes.count <= 2_000 } == true)
    #expect(
      read("[Desktop Entry]\nType=Application\nExec=a " + String(repeating: "x ", count: 100_000)) == nil)
    #expect(read(String(repeating: "[Desktop Entry]\n", count: 50_000)) == nil)
    var generator = SeededGenerator(seed: 7)
    let bytes: [UInt8] = Array("[]=%\"\\ \n#;fFuUDesktop EntryExecTypeApplication".utf8) + [0x1B, 0xFF, 0xC3]
    for _ in 0..<2_000 {
      let noise = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
        bytes.randomElement(using: &generator) ?? 0
      }
      let text = Array("[Desktop Entry]\nType=Application\nExec=".utf8) + noise
      _ = DesktopEntry(text, id: "a", path: "/a")?.commands(for: [Self.file, Self.page])
    }
  }
}
