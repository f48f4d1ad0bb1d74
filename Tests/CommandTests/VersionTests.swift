import Foundation
import Testing

@testable import pb

/// `Command.version` is the version; what else names one agrees with it.
@Suite("Version")
struct VersionTests {
  private static func text(_ path: String) throws -> String {
    let root = BuiltCommand.fixtures.deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test(arguments: [
    ("Packaging/PKGBUILD", "\npkgver=", "\n"), ("Packaging/flake.nix", "      version = \"", "\";"),
    ("Packaging/pasteboard.rb", "\n  version \"", "\"\n"),
    ("Packaging/debian/changelog", "pasteboard (", "-1) "),
  ])
  func `Each package names it`(path: String, before: String, after: String) throws {
    let text = try Self.text(path)
    let rest = text[try #require(text.firstRange(of: before)?.upperBound)...]
    #expect(rest.hasPrefix(Command.version + after), "\(path): \(rest.prefix(20))")
  }

  @Test func `The newest release in the change log has its version and date`() throws {
    let headings = try Self.text("CHANGELOG.md").matches(of: /(?m)^## (.+)$/).map { String($0.output.1) }
    #expect(headings.first == "Unreleased")
    #expect(headings.dropFirst().first == "\(Command.version) — \(Command.releaseDate)")
  }

  @Test func `Debian's change log has each release with its date`() throws {
    let releases = try Self.text("CHANGELOG.md").matches(of: /(?m)^## ([0-9.]+) — ([0-9-]+)$/)
    let entries = try Self.text("Packaging/debian/changelog")
      .matches(of: /(?m)^pasteboard \(([0-9.]+)-1\)(?:.|\n)+?^ -- .+?>  (.+)$/)
    #expect(entries.map { String($0.output.1) } == releases.map { String($0.output.1) })
    let debian = DateFormatter()
    debian.locale = Locale(identifier: "en_US_POSIX")
    debian.timeZone = .gmt
    debian.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
    for (entry, release) in zip(entries, releases) {
      let date = try #require(debian.date(from: String(entry.output.2)), "\(entry.output.2)")
      #expect(date.ISO8601Format().hasPrefix(release.output.2))
      #expect(debian.string(from: date) == entry.output.2, "the day of the week")
    }
  }

  @Test func `A release has at most fifteen lines a section, one an entry`() throws {
    for release in try Self.text("CHANGELOG.md").components(separatedBy: "\n## ").dropFirst(2) {
      let name = release.prefix { $0 != "\n" }
      for section in release.components(separatedBy: "\n### ").dropFirst() {
        let lines = section.split(separator: "\n")
        #expect(["Added", "Changed", "Fixed", "Security"].contains(String(lines[0])), "\(name)")
        #expect(lines.count <= 16, "\(name), \(lines[0]): \(lines.count - 1) lines")
        for line in lines.dropFirst() { #expect(line.hasPrefix("- ") && line.count <= 170, "\(line)") }
      }
    }
  }
}
