import Foundation
import TestSupport
import Testing

/// What `make install` brings, and that `make uninstall` takes it away.
@Suite("Installation", .timeLimit(.minutes(1)))
struct PackagingTests {
  private let root = BuiltCommand.fixtures.deletingLastPathComponent().deletingLastPathComponent().path
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func make(_ target: String) throws -> ChildProcess.Result {
    try ChildProcess.run([
      "make", "-C", root, "--no-print-directory", target, "PB=\(BuiltCommand.path)", "PREFIX=/usr",
      "DESTDIR=\(folder.path)",
    ])
  }

  private func files() -> [String] {
    let all = FileManager.default.subpaths(atPath: folder.path) ?? []
    return all.filter {
      let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path + "/" + $0)
      return attributes?[.type] as? FileAttributeType != .typeDirectory
    }.sorted()
  }

  @Test func `It installs the program with all that belongs to it, and removes it again`() throws {
    let installed = try make("install")
    try #require(installed.status == 0, "\(installed.errors)")
    #expect(
      files() == [
        "usr/bin/pb", "usr/bin/pbcopy", "usr/bin/pbpaste", "usr/lib/systemd/user/pasteboard.service",
        "usr/share/bash-completion/completions/pb", "usr/share/bash-completion/completions/pbcopy",
        "usr/share/bash-completion/completions/pbpaste", "usr/share/doc/pasteboard/CHANGELOG.md",
      ] + (try namedDocuments().map { "usr/share/doc/pasteboard/" + $0 }) + [
        "usr/share/doc/pasteboard/README.md", "usr/share/doc/pasteboard/converters.json",
        "usr/share/fish/vendor_completions.d/pb.fish", "usr/share/fish/vendor_completions.d/pbcopy.fish",
        "usr/share/fish/vendor_completions.d/pbpaste.fish",
        "usr/share/man/man1/pb.1", "usr/share/man/man1/pbcopy.1", "usr/share/man/man1/pbpaste.1",
        "usr/share/man/man5/pasteboard-types.5", "usr/share/man/man7/pb-service.7",
        "usr/share/pasteboard/pasteboard.desktop", "usr/share/zsh/site-functions/_pb",
      ])
    let version = try ChildProcess.run([folder.path + "/usr/bin/pb", "--version"])
    #expect(version.text.hasPrefix("pb "))
    let unit = try String(
      contentsOfFile: folder.path + "/usr/lib/systemd/user/pasteboard.service", encoding: .utf8)
    #expect(unit.contains("ExecStart=\"/usr/bin/pb\" serve\n"))
    let removed = try make("uninstall")
    #expect(removed.status == 0)
    #expect(files().isEmpty)
  }

  /// What the README and the manual send people to.
  private func namedDocuments() throws -> [String] {
    let readme = try String(contentsOfFile: root + "/README.md", encoding: .utf8)
    let manual = try ["man", "man-service", "man-types"].map {
      try BuiltCommand().run("generate", $0).text.replacing("\\-", with: "-")
    }
    let words = ([readme] + manual).joined(separator: "\n").matches(of: /Documentation\/[a-z\/-]+\.[a-z]+/)
    let names = Set(words.map { String($0.output) })
    #expect(names.isSuperset(of: ["Documentation/recipes.md", "Documentation/applications.md"]))
    for name in names { #expect(FileManager.default.fileExists(atPath: root + "/" + name), "\(name)") }
    return names.sorted()
  }

  @Test func `The unit names the program whatever its path is`() throws {
    let place = folder.path + "/100% (é) $HOME"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: place + "/pb", withDestinationPath: BuiltCommand.path)
    let unit = try ChildProcess.run([
      "sh", "-c", "cd \"$1\" && '\(BuiltCommand.path)' generate service --program ./pb", "sh", place,
    ])
    #expect(
      unit.text.contains("ExecStart=\"\(folder.path)/100%% (é) $HOME/pb\" serve\n"),
      "\(unit.text.prefix(600))")
    try expectThatSystemdVerifies(unit.output)
  }

  /// Where systemd is not, nothing is shown.
  private func expectThatSystemdVerifies(_ unit: [UInt8]) throws {
    let file = try folder.file("pasteboard.service", unit)
    guard
      let result = try? ChildProcess.run(
        ["systemd-analyze", "verify", "--user", "--man=no", file],
        environment: ["XDG_RUNTIME_DIR": folder.path])
    else { return }
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }

  @Test func `The autostart entry names the program whatever its path is`() throws {
    let entry = try BuiltCommand().run("generate", "autostart", "--program", "/opt/100% $x/pb").text
    #expect(entry.contains("\nExec=\"/opt/100%% \\\\$x/pb\" serve\n"), "\(entry)")
    #expect(entry.contains("[serve]") && entry.contains("\n[Desktop Entry]\nType=Application\nName="))
    guard
      let result = try? ChildProcess.run(
        ["desktop-file-validate", try folder.file("pasteboard.desktop", Array(entry.utf8))])
    else { return }
    #expect(result.status == 0, "\(result.text)")
  }

  @Test(arguments: ["a\"b", "a'b", "a\\b", "a\nb"])
  func `What systemd runs not is not named`(path: String) throws {
    let refused = try BuiltCommand().run("generate", "service", "--program", path)
    #expect(refused.status == 2 && refused.output.isEmpty && refused.errors.contains("name a link to it"))
  }

  @Test func `systemd finds nothing wrong with the unit`() throws {
    // The file that it names must be there.
    let unit = try BuiltCommand().run("generate", "service", "--program", BuiltCommand.path)
    try expectThatSystemdVerifies(unit.output)
  }
}
