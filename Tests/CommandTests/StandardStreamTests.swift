import Foundation
import TestSupport
import Testing

/// Whatever a shell does with the standard streams, content goes where it was meant to go.
@Suite("Standard streams", .timeLimit(.minutes(1)))
struct StandardStreamTests {
  private func shell(_ script: String, on pb: BuiltCommand) throws -> ChildProcess.Result {
    try pb.other("sh", "-c", "pb() { \(BuiltCommand.path) \"$@\"; }; \(script)")
  }

  @Test func `Closed streams hold no connection to the display`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.md", Array("# a\n".utf8))
    let pb = BuiltCommand(on: try PrivateXServer())
    #expect(try shell("pb copy \(file) <&- >&- 2>&-", on: pb).status == 0)
    #expect(try pb.run("paste").output == Array("# a\n".utf8))
    let closed = try shell("pb paste >&-", on: pb)
    #expect(closed.status == 2)
    #expect(closed.errors == "pb: standard output: bad file descriptor\n")
    #expect(try shell("pb paste >&- 2>&-", on: pb).status == 2)
    #expect(try shell("pb copy <&-", on: pb).errors == "pb: standard input: bad file descriptor\n")
    #expect(try pb.run("paste").output == Array("# a\n".utf8))
  }

  @Test func `Standard output by the name of its device`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.md", Array("# a\n".utf8))
    let out = folder.path + "/out"
    let pb = BuiltCommand()
    let convert = "pb convert --to plain \(file) -o /dev/stdout"
    #expect(try shell(convert, on: pb).output == Array("a\n".utf8))
    #expect(try shell("\(convert) > \(out)", on: pb).status == 0)
    #expect(try shell("\(convert) >> \(out)", on: pb).status == 0)
    #expect(try String(contentsOfFile: out, encoding: .utf8) == "a\na\n")
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: "/dev/stdout")
    #expect(link == "/proc/self/fd/1")
  }

  @Test func `A bare pb copies from a pipe, and pastes into one or into a file`() throws {
    let folder = try TemporaryFolder()
    let pb = BuiltCommand(on: try PrivateXServer())
    #expect(try shell("printf 'a  b' | pb", on: pb).status == 0)
    #expect(try pb.run("paste").output == Array("a  b".utf8))
    #expect(try shell("x=$(pb < /dev/null); printf '<%s>' \"$x\"", on: pb).text == "<a  b>")
    #expect(try shell(": | { x=$(pb); printf '<%s>' \"$x\"; }", on: pb).text == "<>")
    _ = try folder.file("empty", [])
    #expect(
      try shell("{ pb > \(folder.path)/out; cat \(folder.path)/out; } < \(folder.path)/empty", on: pb).text
        == "")
    #expect(try shell("pb < /dev/null > \(folder.path)/out; cat \(folder.path)/out", on: pb).text == "a  b")
    _ = try folder.file("in", Array("from a file".utf8))
    #expect(try shell("pb < \(folder.path)/in", on: pb).status == 0)
    #expect(try pb.run("paste").text == "from a file")
    #expect(try shell("pb < /dev/null > /dev/null", on: pb).status == 0)
  }

  @Test(
    arguments: [([0x61, 0x00, 0x62], "--type"), ([0x63, 0x61, 0x66, 0xE9, 0x0A], "--encoding")]
      as [([UInt8], String)])
  func `Input that is not text is offered as bytes, with a warning`(bytes: [UInt8], option: String) throws {
    let pb = BuiltCommand(on: try PrivateXServer())
    let copied = try pb.run("copy", input: bytes)
    #expect(copied.status == 0 && copied.errors.contains(option))
    #expect(try pb.run("paste", "-t", "application/octet-stream").output == bytes)
    #expect(try pb.run("paste").output == bytes)
    #expect(try pb.run("paste", "--plain").status == 1)
    #expect(try pb.run("copy", "-t", "text/plain", input: bytes).status == 0)
    #expect(try pb.run("paste", "--raw", "UTF8_STRING").status == 0)
  }
}
