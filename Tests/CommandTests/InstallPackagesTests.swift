import Foundation
import TestSupport
import Testing

/// What the Makefile says on distributions whose packages it does not install.
@Suite("Packages of other distributions", .timeLimit(.minutes(1)))
struct InstallPackagesTests {
  private let folder: TemporaryFolder
  private let script: String

  /// A folder of the programs that the script needs, and no others.
  init() throws {
    folder = try TemporaryFolder()
    script =
      BuiltCommand.fixtures.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Packaging/install-packages").path
    let tools = folder.path + "/tools"
    try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
    for name in ["bash", "sort", "paste", "id"] {
      let path = try ChildProcess.run(["sh", "-c", "command -v \(name)"]).text
      try FileManager.default.createSymbolicLink(
        atPath: "\(tools)/\(name)", withDestinationPath: String(path.dropLast()))
    }
    _ = try folder.file("tools/swift", Array("#!/bin/sh\n".utf8))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tools + "/swift")
  }

  private func run(_ release: String, _ packages: String...) throws -> ChildProcess.Result {
    let file = try folder.file("os-release", Array(release.utf8))
    return try ChildProcess.run(
      [folder.path + "/tools/bash", script] + packages,
      environment: ["PATH": folder.path + "/tools", "OS_RELEASE": file])
  }

  @Test(arguments: [
    (
      "ID=fedora",
      "sudo dnf install 'pkgconfig(xcb)' 'python3dist(python-xlib)' /usr/bin/Xvfb pkgconf-pkg-config"
    ),
    ("ID=rocky\nID_LIKE=\"rhel centos fedora\"", "sudo dnf install 'pkgconfig(xcb)'"),
    ("ID=arch", "sudo pacman -S --needed libxcb pkgconf python-xlib xorg-server-xvfb"),
    ("ID=manjaro\nID_LIKE=arch", "sudo pacman -S --needed libxcb"),
    ("ID=alpine", "sudo apk add cmd:Xvfb pc:xcb pkgconf py3-xlib"),
    (
      "ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"",
      "sudo zypper install 'pkgconfig(xcb)' 'python3dist(python-xlib)' /usr/bin/Xvfb pkg-config"
    ),
    ("ID=void", "with the package manager of your distribution"),
    ("", "with the package manager of your distribution"),
  ])
  func `Each distribution is told its own command`(release: String, command: String) throws {
    let result = try run(release, "libxcb1-dev", "xvfb", "python3-xlib")
    #expect(result.status == 1 && result.errors.contains("make: install them"), "\(result.errors)")
    #expect(result.errors.contains(command), "\(result.errors)")
    #expect(result.errors.contains("these libraries are missing: xcb\n"))
    #expect(result.errors.contains("these programs are missing: Xvfb\n"))
    #expect(result.errors.contains("these modules of Python are missing: Xlib\n"))
  }

  @Test(arguments: [
    (
      "ID=fedora",
      "sudo dnf install 'libncurses.so.6()(64bit)' 'libxml2.so.2()(64bit)' /usr/bin/g++"
    ),
    (
      "ID=opensuse-leap",
      "sudo zypper install 'libncurses.so.6()(64bit)' 'libxml2.so.2()(64bit)' /usr/bin/g++"
    ),
    ("ID=arch", "sudo pacman -S --needed gcc libxml2-legacy ncurses"),
    ("ID=alpine", "sudo apk add cmd:g++ so:libncurses.so.6 so:libxml2.so.2"),
  ])
  func `Shared libraries of the toolchain are named`(release: String, command: String) throws {
    // The loader of programs, as it speaks of a toolchain that was made for another distribution.
    let lines = [
      "libncurses.so.6 => not found", "libxml2.so.2 => not found", "libm.so.6 => /lib/libm.so.6 (0x1)",
    ]
    for (name, text) in [
      ("ldd", lines.map { "echo '\t\($0)'" }.joined(separator: "\n")),
      ("realpath", "echo \"$1\""), ("swift-package", ""),
    ] {
      _ = try folder.file("tools/\(name)", Array("#!/bin/sh\n\(text)\n".utf8))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: "\(folder.path)/tools/\(name)")
    }
    let result = try run(release, "g++")
    #expect(result.status == 1 && result.errors.contains(command), "\(result.errors)")
    #expect(
      result.errors.contains(
        "which the Swift toolchain needs, are missing: libncurses.so.6 libxml2.so.2\n"))
  }

  @Test func `Nothing is said where nothing is missing`() throws {
    let result = try run("ID=fedora", "sort|coreutils", "bash")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }
}
