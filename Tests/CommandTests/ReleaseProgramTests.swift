import Foundation
import TestSupport
import Testing

/// The program as `make build` links it: with everything inside, which must not change what it can do.
@Suite("The release program", .enabled(if: ReleaseProgram.path != nil, "run by 'make test', which builds it"))
struct ReleaseProgramTests {
  @Test("It needs no shared library to start")
  func isStatic() throws {
    let program = try #require(ReleaseProgram.path)
    let headers = try ChildProcess.run(["readelf", "--program-headers", "--wide", program])
    try #require(headers.status == 0, "\(headers.errors)")
    #expect(headers.text.contains("LOAD"))
    #expect(!headers.text.contains("INTERP"))
  }

  @Test("It knows its arguments where no file can be opened, and says why it cannot do more")
  func withoutDescriptors() throws {
    let program = try #require(ReleaseProgram.path)
    func run(_ words: String) throws -> ChildProcess.Result {
      try ChildProcess.run(["sh", "-c", "ulimit -n 3; exec '\(program)' \(words)"])
    }
    #expect(try run("--version").text.hasPrefix("pb "))
    let conversion = try run("convert --from markdown --to html /etc/hostname")
    #expect(conversion.status == 2)
    #expect(conversion.errors.contains("too many open files"))
  }

  @Test("What cannot be served for want of memory is not owned")
  func withoutMemory() throws {
    let program = try #require(ReleaseProgram.path)
    let server = try PrivateXServer()
    let file = BuiltCommand.fixtures.appending(path: "clipboards/report/source.md").path
    func given(_ target: String) throws -> [UInt8] {
      try ChildProcess.run(
        ["xclip", "-selection", "clipboard", "-o", "-t", target], environment: server.environment
      ).output
    }
    for kilobytes in stride(from: 12_000, through: 40_000, by: 2000) {
      _ = try ChildProcess.run(
        ["xclip", "-selection", "clipboard"], environment: server.environment, input: Array("before".utf8))
      let copy = try ChildProcess.run(
        ["sh", "-c", "ulimit -v \(kilobytes); exec '\(program)' copy '\(file)'"],
        environment: server.environment)
      guard copy.status == 0 else {
        #expect(try given("UTF8_STRING") == Array("before".utf8), "\(kilobytes) kB")
        continue
      }
      for target in ["text/markdown", "text/html", "text/rtf"] {
        #expect(try !given(target).isEmpty, "\(target), \(kilobytes) kB")
      }
    }
  }

  @Test(
    "It runs where there is no /proc",
    .enabled(
      if: Self.hidesProc("true"), "needs unshare, of the Debian package util-linux, and the right to hide it")
  )
  func withoutProc() throws {
    let program = try #require(ReleaseProgram.path)
    #expect(try Self.withoutProc("exec '\(program)' --version").text.hasPrefix("pb "))
    let converted = try Self.withoutProc("'\(program)' convert --to html", input: Array("*a*".utf8))
    #expect(converted.text == "<p><em>a</em></p>\n", "\(converted.errors)")
  }

  private static func hidesProc(_ command: String) -> Bool { (try? withoutProc(command).status) == 0 }

  private static func withoutProc(_ command: String, input: [UInt8] = []) throws -> ChildProcess.Result {
    try ChildProcess.run(
      ["unshare", "--map-root-user", "--mount", "sh", "-c", "mount -t tmpfs none /proc && { \(command); }"],
      input: input)
  }

  @Test(
    "It finds a display by the name of a host, as ssh forwards it", arguments: ["localhost", "127.0.0.1"])
  func display(host: String) throws {
    let program = try #require(ReleaseProgram.path)
    let server = try PrivateXServer(options: ["-listen", "tcp", "-ac"])
    let environment: [String: String?] = ["DISPLAY": host + server.display, "XAUTHORITY": nil]
    let copy = try ChildProcess.run(
      [program, "copy"], environment: environment, input: Array("# Far\n".utf8))
    try #require(copy.status == 0, "\(copy.errors)")
    let paste = try ChildProcess.run([program, "paste"], environment: environment)
    #expect(paste.text == "# Far\n")
    let other = try ChildProcess.run(
      ["xclip", "-selection", "clipboard", "-o"], environment: server.environment)
    #expect(other.text == "# Far\n")
  }

  @Test(
    "It reads the code pages of the C library",
    arguments: [
      (#"{\rtf1\ansi\ansicpg932{\fonttbl{\f0\fcharset128 Mincho;}}\f0 \'93\'fa\'96\'7b\par}"#, "日本"),
      (#"{\rtf1\ansi\ansicpg949{\fonttbl{\f0\fcharset129 Batang;}}\f0 \'c7\'d1\'b1\'db\par}"#, "한글"),
      (#"{\rtf1\ansi\ansicpg1251{\fonttbl{\f0\fcharset204 Arial;}}\f0 \'cc\'e8\'f0\par}"#, "Мир"),
    ])
  func codePages(rtf: String, text: String) throws {
    let program = try #require(ReleaseProgram.path)
    let result = try ChildProcess.run(
      [program, "convert", "--from", "public.rtf", "--to", "public.plain-text"], input: Array(rtf.utf8))
    #expect(result.text == text + "\n", "\(result.errors)")
  }

  /// Each caption copied all blocks before it.
  @Test("Figures with captions take a time that grows as their text")
  func captions() throws {
    let program = try #require(ReleaseProgram.path)
    let figure = #"\pard\s0 a\par\pard\s1{\*\pbinfo figure 1}b\par"# + "\n"
    let rtf =
      #"{\rtf1{\stylesheet{\s0 Normal;}{\s1 caption;}}"# + String(repeating: figure, count: 150_000) + "}"
    let result = try ChildProcess.run(
      ["sh", "-c", "ulimit -t 15; exec '\(program)' convert --from public.rtf --to public.html"],
      input: Array(rtf.utf8))
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.ranges(of: "<figcaption>").count == 150_000)
  }

  @Test("It gives compound text for text that is not Latin")
  func compoundText() throws {
    let program = try #require(ReleaseProgram.path)
    let server = try PrivateXServer()
    let copy = try ChildProcess.run(
      [program, "copy"], environment: server.environment, input: Array("日本 Мир".utf8))
    try #require(copy.status == 0, "\(copy.errors)")
    let paste = try ChildProcess.run(
      [BuiltCommand.path, "paste", "--raw", "COMPOUND_TEXT"], environment: server.environment)
    let built = try ChildProcess.run(
      ["xclip", "-selection", "clipboard", "-o", "-t", "COMPOUND_TEXT"], environment: server.environment)
    #expect(paste.output == built.output)
    #expect(paste.output.starts(with: [0x1B, 0x24]), "it begins with a designation of a character set")
  }
}

/// The program that `make build` built, if the environment names it.
enum ReleaseProgram {
  static let path = ProcessInfo.processInfo.environment["PB_RELEASE"]
}
