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
        "usr/share/bash-completion/completions/pb", "usr/share/doc/pasteboard/CHANGELOG.md",
        "usr/share/doc/pasteboard/README.md", "usr/share/doc/pasteboard/converters.json",
        "usr/share/fish/vendor_completions.d/pb.fish",
        "usr/share/man/man1/pb.1", "usr/share/man/man1/pbcopy.1", "usr/share/man/man1/pbpaste.1",
        "usr/share/man/man5/pasteboard-types.5", "usr/share/man/man7/pb-service.7",
        "usr/share/zsh/site-functions/_pb",
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

  @Test func `systemd finds nothing wrong with the unit`() throws {
    // The file that it names must be there.
    let unit = try BuiltCommand().run("generate", "service", "--program", BuiltCommand.path)
    let file = try folder.file("pasteboard.service", unit.output)
    guard
      let result = try? ChildProcess.run(
        ["systemd-analyze", "verify", "--user", "--man=no", file],
        environment: ["XDG_RUNTIME_DIR": folder.path])
    else { return }
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }
}
