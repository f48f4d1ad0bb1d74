import Glibc
import System
import TestSupport
import Testing

/// Files that somebody else may have put there are read if they are files, and at once.
@Suite(.timeLimit(.minutes(1))) struct RegularFileTests {
  private let path = "/tmp/regular-file-\(getpid())-\(UInt32.random(in: 0 ... .max))"

  private func bytes(isPrivate: Bool) -> [UInt8]? {
    try? RegularFile.bytes(of: path, limit: 10, isPrivate: isPrivate)
  }

  @Test("Pipes and devices are refused, and nobody waits for them", arguments: [false, true])
  func noFiles(isPrivate: Bool) {
    mkfifo(path, 0o600)
    defer { unlink(path) }
    #expect(bytes(isPrivate: isPrivate) == nil)
    for other in ["/dev/zero", "/dev/tty", "/", "/nonexistent"] {
      #expect((try? RegularFile.bytes(of: other, limit: 10, isPrivate: isPrivate)) == nil)
    }
  }

  @Test("A file that is larger than is accepted is refused before it is read")
  func tooLarge() throws {
    let file = try FileDescriptor(creating: path)
    defer { unlink(path) }
    #expect(ftruncate(file.number, 1 << 40) == 0)
    let start = processorTime()
    let error = #expect(throws: SystemError.self) {
      try FileDescriptor(reading: path).readToEnd(name: "huge", limit: 1 << 30)
    }
    #expect(error?.description == "huge is larger than 1024 MiB")
    #expect(processorTime() - start < .milliseconds(500))
  }

  @Test("A private file is nobody else's to read, and no link")
  func privacy() throws {
    try FileDescriptor(creating: path, permissions: 0o600).write([1, 2, 3], name: path)
    defer { unlink(path) }
    #expect(bytes(isPrivate: true) == [1, 2, 3])
    chmod(path, 0o644)
    #expect(bytes(isPrivate: true) == nil)
    #expect(bytes(isPrivate: false) == [1, 2, 3])
    chmod(path, 0o600)
    let link = path + ".link"
    symlink(path, link)
    defer { unlink(link) }
    #expect((try? RegularFile.bytes(of: link, limit: 10, isPrivate: true)) == nil)
    #expect(try RegularFile.bytes(of: link, limit: 10) == [1, 2, 3])
    #expect(throws: SystemError.self) { try RegularFile.bytes(of: link, limit: 2) }
  }
}
