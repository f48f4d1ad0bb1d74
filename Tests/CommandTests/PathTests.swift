import Foundation
import Pictures
import TestSupport
import Testing

/// `--type path`: content in a private file, and the paths of files, for programs that take files by their names.
@Suite("Content as a path", .timeLimit(.minutes(1)))
final class PathTests: CommandSuite {
  private var runtime: String { folder.path + "/run" }
  private var files: String { runtime + "/pasteboard/files" }

  private var environment: [String: String?] {
    let own =
      ["XDG_RUNTIME_DIR": runtime, "TMPDIR": folder.path, "PB": BuiltCommand.path] as [String: String?]
    return server.environment.merging(own) { $1 }
  }

  private func run(_ words: [String], input: [UInt8] = [], _ more: [String: String?] = [:]) throws
    -> ChildProcess.Result
  {
    try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: true)
    let environment = environment.merging(more) { $1 }
    return try ChildProcess.run([BuiltCommand.path] + words, environment: environment, input: input)
  }

  private func shell(_ script: String) throws -> ChildProcess.Result {
    try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: true)
    return try ChildProcess.run(["sh", "-c", script], environment: environment)
  }

  private func path(_ more: [String: String?] = [:]) throws -> String {
    let result = try run(["paste", "-t", "path"], more)
    #expect(result.status == 0 && result.text.hasSuffix("\n"), "\(result.errors)")
    return String(result.text.dropLast())
  }

  private func copy(_ text: String) throws { _ = try run(["copy", "-t", "plain"], input: Array(text.utf8)) }

  private func mode(_ path: String) -> Int? {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_mode & 0o7777) : nil
  }

  private func bytes(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map(Array.init)
  }
  private func names() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: files)) ?? []).sorted()
  }

  private static func picture(_ codec: PictureCodec) throws -> [UInt8] {
    try codec.write(Picture(width: 2, height: 1, bytes: [255, 0, 0, 255, 0, 0, 255, 255]))
  }

  // MARK: What people do

  @Test func `A picture is written once, for its owner alone, and its path is text`() throws {
    let picture = try Self.picture(.png)
    #expect(try run(["copy", "-t", "png"], input: picture).status == 0)
    let path = try path()
    #expect(path.wholeMatch(of: /\/.*\/run\/pasteboard\/files\/picture-[0-9a-f]{8}\.png/) != nil, "\(path)")
    #expect(bytes(path) == picture && mode(path) == 0o600 && mode(files) == 0o700)
    #expect(try self.path() == path && names().count == 1)
    // Recast, the path is what programs paste, also when it is done again.
    for _ in 0..<2 {
      #expect(try run(["recast", "-t", "path"]).status == 0)
      #expect(try pb.other("xclip", "-selection", "clipboard", "-o").text == path)
    }
    #expect(try self.path() == path && names().count == 1)
  }

  @Test(arguments: [
    ("bmp", ".png"), ("jpeg", ".jpeg"), ("html", ".md"), ("markdown", ".md"), ("plain", ".txt"),
    ("csv", ".csv"),
    ("application/x-unknown", ".bin"),
  ])
  func `Each kind of content has a name that says what it is`(type: String, suffix: String) throws {
    let contents: [String: [UInt8]] = [
      "bmp": try Self.picture(.bmp), "jpeg": try Self.picture(.jpeg), "html": Array("<h1>a</h1>".utf8),
      "csv": Array("a,b\n1,2\n".utf8),
    ]
    #expect(try run(["copy", "-t", type], input: contents[type] ?? Array("some words".utf8)).status == 0)
    let path = try path()
    #expect(path.hasSuffix(suffix) && path.hasPrefix(files), "\(path)")
    if type == "bmp" { #expect(bytes(path)?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true) }
    if type == "html" { #expect(bytes(path) == Array("# a\n".utf8)) }
  }

  @Test func `Files have their own paths, and nothing is written`() throws {
    let (one, two) = (try folder.file("a b.txt", [0x61]), try folder.file("line\nfeed", [0x62]))
    #expect(try run(["copy", "--files", one]).status == 0)
    #expect(try path() == one)
    #expect(try run(["recast", "-t", "path"]).status == 0)
    #expect(try pb.other("xclip", "-selection", "clipboard", "-o").text == one)
    #expect(try run(["copy", one, two]).status == 0)
    #expect(try run(["paste", "-t", "path", "-0"]).text == "\(one)\0\(two)\0")
    // Its second line would be a command in a terminal.
    let refused = try run(["recast", "-t", "path"])
    #expect(refused.status == 2 && refused.errors.contains("control characters"), "\(refused.errors)")
    #expect(try run(["paste", "-t", "files", "-0"]).text == "\(one)\0\(two)\0")
    #expect(names().isEmpty)
  }

  @Test func `A secret is written only if the person says so`() throws {
    #expect(try run(["copy", "-t", "plain", "--sensitive"], input: Array("hunter2".utf8)).status == 0)
    for command in ["paste", "recast"] {
      let refused = try run([command, "-t", "path"])
      #expect(refused.status == 1 && refused.errors.contains("--sensitive"), "\(refused.errors)")
    }
    #expect(names().isEmpty)
    let told = try run(["paste", "-t", "path", "--sensitive"])
    #expect(told.status == 0 && bytes(String(told.text.dropLast())) == Array("hunter2".utf8))
    #expect(try run(["paste", "--sensitive"]).status == 2)
  }

  @Test func `Nothing has no path, and options that contradict it are told`() throws {
    #expect(try run(["clear"]).status == 0)
    for command in ["paste", "recast"] { #expect(try run([command, "-t", "path"]).status == 1) }
    try copy("a")
    #expect(try run(["paste", "-t", "path", "--into", folder.path + "/x"]).status == 2)
    #expect(try run(["paste", "-t", "path", "--plain"]).status == 2)
  }

  // MARK: Attacks

  @Test(arguments: ["pasteboard", "pasteboard/files"])
  func `A link in the place of a folder is not followed`(link: String) throws {
    try copy("text")
    let elsewhere = folder.path + "/elsewhere"
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    if link.contains("/") { #expect(mkdir(runtime + "/pasteboard", 0o700) == 0) }
    #expect(symlink(elsewhere, runtime + "/" + link) == 0)
    let refused = try run(["paste", "-t", "path"])
    #expect(refused.status == 2 && refused.errors.contains("could not open the folder"), "\(refused.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty)
  }

  @Test func `Folders that others can write to are refused, and a folder that others can read is closed`()
    throws
  {
    try copy("text")
    _ = try path()
    #expect(chmod(files, 0o755) == 0)
    _ = try path()
    #expect(mode(files) == 0o700)
    for (open, mode) in [(files, 0o777), (runtime + "/pasteboard", 0o770), (runtime, 0o777)] {
      #expect(chmod(open, mode_t(mode)) == 0)
      let refused = try run(["paste", "-t", "path"])
      #expect(refused.status == 2 && refused.errors.contains("other users can write"), "\(refused.errors)")
      #expect(chmod(open, 0o700) == 0)
    }
    if geteuid() == 0 {
      #expect(chown(files, 12_345, 12_345) == 0)
      let refused = try run(["paste", "-t", "path"])
      #expect(refused.status == 2 && refused.errors.contains("another user"), "\(refused.errors)")
    }
  }

  @Test(arguments: ["link", "dangling", "fifo", "hard", "folder", "other", "short"])
  func `What has the name already is neither followed nor changed`(kind: String) throws {
    try copy("text")
    let name = try path()
    #expect(unlink(name) == 0)
    let victim = try folder.file("victim", Array(kind == "hard" ? "text".utf8 : "mine".utf8))
    switch kind {
    case "link": #expect(symlink(victim, name) == 0)
    case "dangling": #expect(symlink(folder.path + "/new", name) == 0)
    case "fifo": #expect(mkfifo(name, 0o600) == 0)
    case "hard": #expect(link(victim, name) == 0)
    case "folder": #expect(mkdir(name, 0o700) == 0)
    default: try Data((kind == "other" ? "tex!" : "tex").utf8).write(to: URL(filePath: name))
    }
    let path = try path()
    #expect(path.hasSuffix("-2.txt") && bytes(path) == Array("text".utf8) && mode(path) == 0o600, "\(path)")
    #expect(bytes(victim) == Array(kind == "hard" ? "text".utf8 : "mine".utf8))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/new"))
    #expect(names().count == 2)
  }

  @Test func `A full disk leaves nothing behind`() throws {
    try copy(String(repeating: "0123456789", count: 20_000))
    let result = try shell("trap '' XFSZ; ulimit -f 8; \"$PB\" paste -t path")
    #expect(result.status == 2 && result.errors.contains("too large"), "\(result.errors)")
    #expect(names().isEmpty)
  }

  @Test(arguments: ["000", "777"]) func `The mask of the process changes no mode`(mask: String) throws {
    try copy("text")
    let result = try shell("umask \(mask); \"$PB\" paste -t path")
    #expect(result.status == 0, "\(result.errors)")
    #expect(mode(String(result.text.dropLast())) == 0o600 && mode(files) == 0o700)
  }

  @Test func `Several at once write one whole file`() throws {
    let text = String(repeating: "0123456789", count: 20_000)
    try copy(text)
    let processes = try (0..<5).map { _ in
      try ChildProcess([BuiltCommand.path, "paste", "-t", "path"], environment: environment)
    }
    let results = try processes.map { try $0.wait() }
    let paths = Set(results.map { $0.text.dropLast() })
    #expect(paths.count == 1 && names().count == 1, "\(results)")
    #expect(bytes(String(paths.first ?? ""))?.count == text.utf8.count)
  }

  @Test(arguments: ["image/../../../x", "application/x-a/b;c=\"$(touch x)\"", "a.b/c\u{1B}[31m", "../x"])
  func `The name of a hostile type stays out of the name of the file`(target: String) throws {
    _ = try ScriptedOwner(of: [(target, Array("text".utf8))], environment: server.environment)
    let result = try run(["paste", "-t", "path"])
    guard result.status == 0 else {
      #expect(names().isEmpty)
      return
    }
    let path = String(result.text.dropLast())
    #expect(
      path.wholeMatch(of: /.*\/run\/pasteboard\/files\/[a-z]+-[0-9a-f]{8}\.[a-z0-9]+/) != nil, "\(path)")
    #expect(path.hasPrefix(files) && names().count == 1)
  }

  @Test func `Old files go, the newest of too many stay, and what is not ours is left alone`() throws {
    try copy("text")
    let kept = try path()
    func put(_ name: String, days: Double) throws {
      try Data("x".utf8).write(to: URL(filePath: files + "/" + name))
      let date = Date(timeIntervalSinceNow: -days * 86_400)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: files + "/" + name)
    }
    try put("picture-01234567.png", days: 1.1)
    try put(".part-abc", days: 2)
    try put("picture-89abcdef.png", days: 0.5)
    try put("letter.txt", days: 9)
    let victim = try folder.file("victim", [1])
    #expect(symlink(victim, files + "/picture-fedcba98.png") == 0)
    _ = try path()
    let last = String(kept.split(separator: "/").last ?? "")
    #expect(
      Set(names()) == [last, "picture-89abcdef.png", "letter.txt", "picture-fedcba98.png"], "\(names())")
    for number in 0..<210 {
      try put("data-\(String(10_000_000 + number)).bin", days: 0.1 + Double(number) / 1000)
    }
    _ = try path()
    #expect(names().count <= 202 && names().contains("data-10000000.bin") && names().contains("letter.txt"))
    #expect(!names().contains("data-10000209.bin") && bytes(victim) == [1])
  }

  @Test func `Without a session's folder the files for temporary use serve, unless somebody was there first`()
    throws
  {
    try #require(!FileManager.default.fileExists(atPath: "/run/user/\(geteuid())"))
    try copy("text")
    let temporary = folder.path + "/tmp"
    #expect(mkdir(temporary, 0o700) == 0 && chmod(temporary, 0o1777) == 0)
    let environment: [String: String?] = ["XDG_RUNTIME_DIR": nil, "TMPDIR": temporary]
    let path = try path(environment)
    let own = "\(temporary)/pasteboard-\(geteuid())"
    #expect(path.hasPrefix(own + "/files/text-") && mode(own) == 0o700)
    try FileManager.default.removeItem(atPath: own)
    #expect(symlink(folder.path, own) == 0)
    #expect(try run(["paste", "-t", "path"], environment).status == 2)
    #expect(chmod(temporary, 0o777) == 0)
    let refused = try run(["paste", "-t", "path"], environment)
    #expect(refused.status == 2 && refused.errors.contains("other users can write"), "\(refused.errors)")
  }

  @Test func `More than is fit for a path is refused`() throws {
    let result = try shell(
      "head -c 70000000 /dev/zero | \"$PB\" copy -t application/x-a; \"$PB\" paste -t path")
    #expect(result.status == 2 && result.errors.contains("64 MiB"), "\(result.errors)")
    #expect(names().isEmpty)
  }
}
