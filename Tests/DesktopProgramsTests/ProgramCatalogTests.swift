import DesktopPrograms
import Foundation
import Testing

/// What opens what, on a desktop made up in a folder.
@Suite("Programs of the desktop") final class ProgramCatalogTests {
  private let root: String

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "pb-programs-\(UUID().uuidString)").path
    try write("bin/run", "#!/bin/sh\n", mode: 0o755)
    try write("bin/data", "", mode: 0o644)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func write(_ path: String, _ text: String, mode: Int = 0o644) throws {
    let file = root + "/" + path
    try FileManager.default.createDirectory(
      atPath: URL(filePath: file).deletingLastPathComponent().path, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
  }

  private func program(
    _ path: String, opens types: String, exec: String = "run %f", _ more: String = ""
  ) throws {
    try write(
      path + ".desktop",
      "[Desktop Entry]\nType=Application\nName=\(path)\nExec=\(exec)\nMimeType=\(types)\n\(more)\n")
  }

  private func catalog(desktops: [String] = []) -> ProgramCatalog {
    ProgramCatalog(
      DesktopFolders(
        data: [root + "/home", root + "/share"], settings: [root + "/config", root + "/xdg"],
        desktops: desktops,
        programs: [root + "/bin"]))
  }

  private func ids(_ names: [String], _ ancestors: [String] = [], desktops: [String] = []) -> [String] {
    catalog(desktops: desktops).programs(opening: names, subclassesOf: ancestors).map {
      $0.id.replacing(".desktop", with: "")
    }
  }

  @Test func `Those that name a type open it, and then those that open what it is a kind of`() throws {
    try program("share/applications/plain", opens: "text/plain;")
    try program("share/applications/marks", opens: "text/markdown;")
    try program("share/applications/kde/deep", opens: "text/markdown;")
    try program("share/applications/menu", opens: "text/markdown;", "NoDisplay=true")
    let all = ids(["text/markdown"], ["text/plain"])
    #expect(Set(all.dropLast()) == ["marks", "menu", "kde-deep"] && all.last == "plain")
    #expect(ids(["text/plain"]) == ["plain"])
    #expect(ids(["text/html"]).isEmpty)
  }

  @Test func `What is not installed, or hidden nearer to the person, is none`() throws {
    try program("share/applications/gone", opens: "a/b;", exec: "not-there %f")
    try program("share/applications/needs", opens: "a/b;", "TryExec=not-there")
    try program("share/applications/data", opens: "a/b;", exec: "data %f")
    try program("share/applications/hidden", opens: "a/b;")
    try write("home/applications/hidden.desktop", "[Desktop Entry]\nHidden=true\n")
    try program("share/applications/other", opens: "a/b;")
    try program("home/applications/other", opens: "c/d;")
    #expect(ids(["a/b"]).isEmpty)
    #expect(ids(["c/d"]) == ["other"])
  }

  @Test func `A person's list says what opens a type first, what too, and what not`() throws {
    for name in ["a", "b", "c"] { try program("share/applications/\(name)", opens: "x/y;") }
    try program("share/applications/extra", opens: "")
    #expect(ids(["x/y"]) == ["a", "b", "c"])
    try write(
      "config/mimeapps.list",
      """
      [Default Applications]
      x/y=missing.desktop;c.desktop
      [Added Associations]
      x/y=extra.desktop;
      [Removed Associations]
      x/y=a.desktop;
      """)
    #expect(ids(["x/y"]) == ["c", "extra", "b"])
    #expect(catalog().defaultProgram(opening: ["x/y"])?.id == "c.desktop")
    // One that names the type nowhere may still be wanted for it.
    try program("share/applications/wanted", opens: "")
    try write("home/applications/mimeapps.list", "[Default Applications]\nv/w=wanted.desktop\n")
    #expect(ids(["v/w"]) == ["wanted"])
    #expect(catalog().opens(try #require(catalog().program("extra.desktop")), "x/y"))
    #expect(!catalog().opens(try #require(catalog().program("a.desktop")), "x/y"))
  }

  @Test func `What a system adds, a person can take away; the desktop that runs has its own first program`()
    throws
  {
    for name in ["a", "b"] { try program("share/applications/\(name)", opens: "x/y;") }
    try write("share/applications/mimeapps.list", "[Added Associations]\nz/z=a.desktop;b.desktop\n")
    #expect(ids(["z/z"]) == ["a", "b"])
    try write("config/mimeapps.list", "[Removed Associations]\nz/z=a.desktop;\n")
    #expect(ids(["z/z"]) == ["b"])
    try write("xdg/gnome-mimeapps.list", "[Default Applications]\nx/y=b.desktop\n")
    #expect(ids(["x/y"]) == ["a", "b"])
    #expect(ids(["x/y"], desktops: ["gnome"]) == ["b", "a"])
  }

  @Test func `A default of a kind of type is one where the type has none of its own`() throws {
    try program("share/applications/plain", opens: "text/plain;")
    try program("share/applications/better", opens: "text/plain;")
    try write("config/mimeapps.list", "[Default Applications]\ntext/plain=plain.desktop\n")
    #expect(ids(["text/x-c"], ["text/plain"]) == ["plain", "better"])
  }

  @Test func `Folders that go round in circles, and files that are none, end`() throws {
    try program("share/applications/sub/a", opens: "x/y;")
    try FileManager.default.createSymbolicLink(
      atPath: root + "/share/applications/sub/loop", withDestinationPath: root + "/share/applications")
    try FileManager.default.createDirectory(
      atPath: root + "/share/applications/folder.desktop", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: root + "/share/applications/endless.desktop", withDestinationPath: "/dev/zero")
    try write("share/applications/huge.desktop", String(repeating: "x", count: 2 << 20))
    #expect(ids(["x/y"]).contains("sub-a"))
  }
}
