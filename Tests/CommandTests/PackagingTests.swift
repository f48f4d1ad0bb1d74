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
        "usr/share/doc/pasteboard/LICENSE", "usr/share/doc/pasteboard/NOTICE",
        "usr/share/doc/pasteboard/README.md", "usr/share/doc/pasteboard/TypeRegistry/types/README.md",
        "usr/share/doc/pasteboard/converters.json",
        "usr/share/fish/vendor_completions.d/pb.fish", "usr/share/fish/vendor_completions.d/pbcopy.fish",
        "usr/share/fish/vendor_completions.d/pbpaste.fish",
        "usr/share/man/man1/pb.1", "usr/share/man/man1/pbcopy.1", "usr/share/man/man1/pbpaste.1",
        "usr/share/man/man5/pasteboard-types.5", "usr/share/man/man7/pb-faces.7",
        "usr/share/man/man7/pb-service.7",
        "usr/share/pasteboard/pasteboard.desktop", "usr/share/zsh/site-functions/_pb",
      ])
    let version = try ChildProcess.run([folder.path + "/usr/bin/pb", "--version"])
    #expect(version.text.hasPrefix("pb "))
    let unit = try String(
      contentsOfFile: folder.path + "/usr/lib/systemd/user/pasteboard.service", encoding: .utf8)
    #expect(unit.contains("ExecStart=\"/usr/bin/pb\" serve\n") && unit.contains("#   history = 50\n"))
    let removed = try make("uninstall")
    #expect(removed.status == 0)
    #expect(files().isEmpty)
  }

  /// All documents, and those that the README and the manual send people to among them.
  private func namedDocuments() throws -> [String] {
    let readme = try String(contentsOfFile: root + "/README.md", encoding: .utf8)
    let manual = try ["man", "man-service", "man-types"].map {
      try BuiltCommand().run("generate", $0).text.replacing("\\-", with: "-")
    }
    let words = ([readme] + manual).joined(separator: "\n").matches(of: /Documentation\/[a-z\/-]+\.[a-z]+/)
    let names = Set(words.map { String($0.output) })
    #expect(names.isSuperset(of: ["Documentation/recipes.md", "Documentation/applications.md"]))
    let documents = (FileManager.default.subpaths(atPath: root + "/Documentation") ?? [])
      .filter { $0.contains(".") && !$0.hasSuffix(".sh") }.map { "Documentation/" + $0 }
    for name in names { #expect(documents.contains(name), "\(name)") }
    return documents.sorted()
  }

  @Test func `Every link of what is installed leads somewhere`() throws {
    try #require(try make("install").status == 0)
    let documents = folder.path + "/usr/share/doc/pasteboard"
    let pages = files().filter { $0.hasSuffix(".md") }.map { folder.path + "/" + $0 }
    #expect(pages.count > 10)
    var identifiers: [String: Set<String>] = [:]
    var links: [(page: String, address: String)] = []
    for page in pages {
      let html = try ChildProcess.run([BuiltCommand.path, "convert", "--to", "html", "--standalone", page])
        .text
      identifiers[page] = Set(html.matches(of: /id="([^"]+)"/).map { String($0.output.1) })
      for match in html.matches(of: /(?:href|src)="([^"]+)"/) { links.append((page, String(match.output.1))) }
    }
    #expect(links.count > 20)
    for (page, address) in links where address.firstMatch(of: /^[a-z]+:/) == nil {
      let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let path = try #require(parts[0].removingPercentEncoding)
      let target =
        path.isEmpty
        ? page : URL(filePath: page).deletingLastPathComponent().appending(path: path).standardized.path
      #expect(FileManager.default.fileExists(atPath: target), "\(page): \(address)")
      if parts.count > 1, let known = identifiers[target] {
        #expect(known.contains(String(parts[1])), "\(page): \(address)")
      }
    }
    for page in files() where page.contains("share/man") || page.hasSuffix(".service") {
      let text = try String(contentsOfFile: folder.path + "/" + page, encoding: .utf8).replacing(
        "\\-", with: "-")
      for match in text.matches(of: /Documentation\/[A-Za-z\/-]+\.[a-z]+/) {
        #expect(
          FileManager.default.fileExists(atPath: documents + "/" + match.output), "\(page): \(match.output)")
      }
      for match in text.matches(of: /man:([a-z-]+)\(([1-8])\)/) {
        let manual = "/usr/share/man/man\(match.output.2)/\(match.output.1).\(match.output.2)"
        #expect(FileManager.default.fileExists(atPath: folder.path + manual), "\(page): \(match.output.0)")
      }
    }
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
    #expect(refused.status == 2 && refused.output.isEmpty && refused.errors.contains("Name a link to it"))
  }

  @Test func `systemd finds nothing wrong with the unit`() throws {
    // The file that it names must be there.
    let unit = try BuiltCommand().run("generate", "service", "--program", BuiltCommand.path)
    try expectThatSystemdVerifies(unit.output)
  }
}
