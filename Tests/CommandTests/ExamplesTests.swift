import Foundation
import Pictures
import TestSupport
import Testing

@testable import pb

/// Every command line that the README, the recipes, the manual pages and the help show does what it should.
@Suite("Examples", .timeLimit(.minutes(3)))
struct ExamplesTests {
  /// One for all examples, of which there are many; it ends with this process.
  private static let server = Result { try PrivateXServer() }

  private let folder: TemporaryFolder
  private let environment: [String: String?]

  /// Programs that examples call and that do not matter to them; `man` and `less` would wait for a person.
  private static let standIns = [
    "curl": "echo '<h1>Example</h1><p>text</p>'", "pass": "echo hunter2", "cliphist": "cat >/dev/null",
    "less": "cat", "man": "cat >/dev/null", "xprop": "true", "systemctl": "true", "ssh": "true",
    "fzf": "head -1", "rofi": "head -1",
    "fuzzel": "head -1", "wofi": "head -1", "dmenu": "head -1",
    "kubectl": "printf 'NAME  READY\\nweb   1/1\\n'", "pygmentize": "for file; do :; done; cat \"$file\"",
  ]

  init() throws {
    let server = try Self.server.get()
    folder = try TemporaryFolder()
    let root = Self.root.path
    let programs = URL(filePath: BuiltCommand.path).deletingLastPathComponent().path
    for path in [
      "bin", ".ssh", ".zfunc", ".config/fish/completions", ".config/systemd/user", ".config/autostart",
      ".local/share/applications",
      "Downloads",
    ] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/" + path, withIntermediateDirectories: true)
    }
    for (name, script) in Self.standIns {
      let file = try folder.file("bin/\(name)", Array("#!/bin/sh\n\(script)\n".utf8))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    }
    for name in ["Documentation", ".git"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/" + name, withDestinationPath: root + "/" + name)
    }
    for name in ["notes.md", "report.md", "README.md"] {
      _ = try folder.file(name, Array("# Notes\n\n*a*\n".utf8))
    }
    let application = "Downloads/Example.app/Contents"
    try FileManager.default.createDirectory(
      atPath: folder.path + "/" + application, withIntermediateDirectories: true)
    _ = try folder.file(
      application + "/Info.plist",
      Array(
        """
        <plist><dict><key>UTExportedTypeDeclarations</key><dict>
        <key>UTTypeIdentifier</key><string>com.example.drawing</string>
        <key>UTTypeConformsTo</key><string>public.image</string></dict></dict></plist>
        """.utf8))
    // What opens content first; the programs of this machine are left alone.
    let types = ["text/markdown", "text/plain", "text/html", "text/rtf", "application/rtf", "image/png"]
    for (name, title, types) in [("viewer", "Viewer", ""), ("mousepad", "Mousepad", "text/plain;")] {
      _ = try folder.file(
        ".local/share/applications/\(name).desktop",
        Array("[Desktop Entry]\nType=Application\nName=\(title)\nExec=true %f\nMimeType=\(types)\n".utf8))
    }
    let defaults = types.map { "\($0)=viewer.desktop\n" }.joined()
    _ = try folder.file(".config/mimeapps.list", Array("[Default Applications]\n\(defaults)".utf8))
    _ = try folder.file("data.json", Array(#"[{"id": 1, "name": "a"}]"#.utf8))
    _ = try folder.file("log.jsonl", Array("{\"id\": 1}\n{\"id\": 2}\n".utf8))
    _ = try folder.file("data.txt", Array("id^name\n1^a\n".utf8))
    _ = try folder.file("screen.txt", Array("$ ls\na\n".utf8))
    _ = try folder.file("main.c", Array("int main(void);\n".utf8))
    _ = try folder.file("data.csv", Array("id,name\n1,a\n".utf8))
    _ = try folder.file("page.html", Array("<table><tr><th>a</th></tr><tr><td>1</td></tr></table>".utf8))
    _ = try folder.file("report.rtf", Array(#"{\rtf1\ansi Report\par}"#.utf8))
    let report = folder.path + "/report"
    let made = try ChildProcess.run([BuiltCommand.path, "convert", report + ".md", "-o", report + ".docx"])
    try #require(made.status == 0, "\(made.errors)")
    let sheet = try folder.file("s.html", Array("<table><caption>Sales</caption><tr><td>1<td>2</table>".utf8))
    let book = folder.path + "/book.xlsx"
    try #require(ChildProcess.run([BuiltCommand.path, "convert", sheet, "-o", book]).status == 0)
    let red = Picture(width: 1, height: 1, bytes: [255, 0, 0, 255])
    _ = try folder.file("picture.png", try PictureCodec.png.write(red))
    environment = server.environment.merging([
      "HOME": folder.path, "XDG_CONFIG_HOME": nil, "XDG_DATA_HOME": nil, "XDG_CACHE_HOME": nil,
      "XDG_RUNTIME_DIR": nil, "PATH": "\(folder.path)/bin:\(programs):/usr/bin:/bin",
      // The examples must not depend on who runs the tests.
      "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*",
    ]) { $1 }
  }

  private static let root = BuiltCommand.fixtures.deletingLastPathComponent().deletingLastPathComponent()

  // MARK: Where examples stand

  /// What people read who use the command.
  private static let documents = ["README.md", "Documentation/recipes.md"]

  /// The fenced blocks of these: what follows the fence, and the lines.
  static func documentBlocks() throws -> [(language: String, lines: [String])] {
    try documents.flatMap { document in
      let text = try String(contentsOf: root.appending(path: document), encoding: .utf8)
      return text.components(separatedBy: "\n```").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map {
        let lines = $0.element.components(separatedBy: "\n")
        return (lines[0], Array(lines.dropFirst()))
      }
    }
  }

  /// The blocks that a manual page sets as they are, as the person reads them.
  static func pageBlocks(_ page: String) -> [[String]] {
    page.components(separatedBy: ".EX\n").dropFirst().map { part in
      let block = part.components(separatedBy: ".EE\n")[0]
      return block.split(separator: "\n").map { line in
        var text = String(line)
        for (roff, plain) in [
          ("\\&", ""), ("\\-", "-"), ("\\(aq", "'"), ("\\(dq", "\""), ("\\(ga", "`"), ("\\(ha", "^"),
          ("\\(ti", "~"), ("\\(rs", "\\"),
        ] { text = text.replacingOccurrences(of: roff, with: plain) }
        return text
      }
    }
  }

  static let pages = [ManPage.text, ServiceManPage.text, TypesManPage.text]

  /// Every command, once.
  static let commands: [String] = {
    let documents = ((try? documentBlocks()) ?? []).filter { $0.language == "sh" }.flatMap(\.lines)
    let manual = pages.flatMap(pageBlocks).filter { !["[", "{"].contains($0.first) }.flatMap { $0 }
    let help = Subcommand.all.flatMap(\.exampleLines) + Example.tasks.map(\.command)
    let lines = (documents + manual + help).map { $0.trimmingCharacters(in: .whitespaces) }
    // What the README begins with are these tests themselves.
    return Set(lines).filter { !$0.isEmpty && !$0.hasPrefix("make ") }.sorted()
  }()

  // MARK: Tests

  private func run(_ script: String) throws -> ChildProcess.Result {
    try ChildProcess.run(
      ["bash", "-c", "cd '\(folder.path)' || exit 9; \(script)"], environment: environment,
      timeout: .seconds(30))
  }

  /// Puts there what the example is about.
  private func prepare(for line: String) throws {
    let command = line.components(separatedBy: "  #")[0]
    let preparation =
      if command.contains("image/png") || command.contains("-o picture") {
        "pb copy picture.png"
      } else if command.contains("files") && command.hasPrefix("pb paste") {
        "pb copy picture.png notes.md"
      } else if command.contains("recast"), command.contains(" url") {
        "echo 'https://a.example/?utm_source=b' | pb copy"
      } else if command.contains("_moz_htmlcontext") {
        "printf 'a\\0b\\0' | xclip -selection clipboard -t text/_moz_htmlcontext -i"
      } else if command.contains("--saved letter.zip") {
        "pb copy notes.md && pb save --replace letter.zip"
      } else if command.hasPrefix("pb type remove") {
        "pb type add com.example.note"
      } else {
        "pb copy Documentation/sample.md && pb copy -p primary Documentation/sample.md"
      }
    try #require(try run(preparation).status == 0)
  }

  @Test func `There are many, from every place`() {
    #expect(Self.commands.count > 60)
    #expect(Self.commands.contains("pb recast") && Self.commands.contains("pb serve &"))
  }

  @Test(arguments: commands)
  func `Each runs as it stands`(command: String) throws {
    try prepare(for: command)
    // These go on until they are told to end.
    let isEndless =
      command.hasPrefix("pb watch") || command.hasPrefix("pb serve")
      || ["pb drag", "pb drop"].contains(where: command.contains)
    _ = try folder.file("example", Array("\(command)\n".utf8))
    var shell = "bash -o pipefail example"
    if command.contains("history") || command.contains("--back") || command.contains("pb pick"), !isEndless {
      // What is remembered, by a service that ends with the example.
      shell =
        "timeout 20 pb serve --replace --history 5 >/dev/null 2>&1 & for i in 1 2 3 4; do "
        + "until pb history list --lines 2>/dev/null | grep -q \"^0  $i\"; do echo $i | pb copy; done; done; "
        + "\(shell); status=$?; kill %1; exit $status"
    }
    let result = try run(isEndless ? "timeout -s KILL 0.5 \(shell)" : shell)
    // A screen needs a terminal.
    let isScreen = command.components(separatedBy: "#")[0].trimmingCharacters(in: .whitespaces) == "pb pick"
    let statuses: [Int32] = isEndless ? [0, 137] : isScreen ? [2] : [0]
    #expect(statuses.contains(result.status), "\(command): \(result.status) \(result.errors)")
    #expect(!result.errors.contains("command not found") && !result.errors.contains("unknown option"))
  }

  @Test func `Settings of other programs call pb as it can be called`() throws {
    var found = 0
    for block in try Self.documentBlocks() where !["sh", "swift", "", "ini"].contains(block.language) {
      for line in block.lines {
        for part in line.components(separatedBy: "pb ").dropFirst() {
          let words = part.components(separatedBy: " 2>")[0].prefix { !"\"'|<&\n".contains($0) }
            .split(separator: " ").map(String.init)
          let subcommand = try #require(Subcommand.all.first { words.starts(with: $0.path) }, "\(line)")
          #expect(throws: Never.self) {
            try Arguments(words.dropFirst(subcommand.path.count), for: subcommand)
          }
          found += 1
        }
      }
    }
    #expect(found >= 7)
  }

  @Test func `The sample configuration is one`() throws {
    let block = try #require(try Self.documentBlocks().first { $0.language == "ini" })
    let file = ConfigurationFile(Array(block.lines.joined(separator: "\n").utf8))
    #expect(file.problems.isEmpty && file.settings.count == 6)
  }

  @Test func `The files that pasteboard-types(5) shows are read`() throws {
    let files = Self.pageBlocks(TypesManPage.text).filter { ["[", "{"].contains($0.first) }
    try #require(files.count == 3)
    for (path, lines) in zip(
      [
        ".local/share/pasteboard/types/own.json", ".config/pasteboard/applications.json",
        ".config/pasteboard/converters.json",
      ], files)
    {
      let place = URL(filePath: folder.path + "/" + path).deletingLastPathComponent().path
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      _ = try folder.file(path, Array(lines.joined(separator: "\n").utf8))
    }
    #expect(try run("pb type find --extension note").text == "com.example.note\n")
    let checked = try run("pb type check")
    #expect(checked.status == 0 && checked.errors.contains("1 converter"), "\(checked.errors)")
    let copied = try run("pb copy notes.md")
    #expect(copied.status == 0 && copied.errors.isEmpty, "\(copied.errors)")
    let shown = try run("pb show --as-seen-by 'Raw editor' --json")
    #expect(shown.status == 0)
    #expect(shown.text.contains("\"origin\": \"hidden\""))
  }

  @Test func `What the documents link to is there`() throws {
    let all = try FileManager.default.contentsOfDirectory(atPath: Self.root.path + "/Documentation")
      .filter { $0.hasSuffix(".md") }.map { "Documentation/" + $0 }
    #expect(all.count > 10)
    for document in ["README.md"] + all {
      let file = Self.root.appending(path: document)
      let folder = file.deletingLastPathComponent().path
      for part in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "](").dropFirst() {
        let target = part.prefix { $0 != ")" && $0 != "#" }
        guard !target.contains("://") else { continue }
        #expect(FileManager.default.fileExists(atPath: folder + "/" + target), "\(document): \(target)")
      }
    }
  }
}
