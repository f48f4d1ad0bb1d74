import Glibc
import System
import Testing

/// Copying and moving into folders loses nothing and overwrites nothing.
@Suite(.timeLimit(.minutes(1))) struct FileTransferTests {
  /// A folder that goes away with its test.
  private final class Folder {
    let path: FilePath
    init() {
      path = FilePath("/tmp/file-transfer-\(getpid())-\(UInt32.random(in: 0 ... .max))")
      mkdir(path.description, 0o700)
    }
    deinit { remove(path) }

    private func remove(_ path: FilePath) {
      for name in (try? path.kind == .directory ? Directory.names(in: path) : []) ?? [] {
        remove(path.appending(name))
      }
      Glibc.remove(path.bytes.map(CChar.init(bitPattern:)) + [0])
    }

    func file(_ name: String, _ text: String = "text") throws -> FilePath {
      try UniqueFilename.write(Array(text.utf8), named: Array(name.utf8), in: path)
    }

    func folder(_ name: String) -> FilePath {
      let folder = path.appending(Array(name.utf8))
      mkdir(folder.description, 0o700)
      return folder
    }
  }

  private func text(_ path: FilePath) throws -> String {
    String(decoding: try RegularFile.bytes(of: path.description, limit: 1 << 20), as: UTF8.self)
  }

  private func status(_ path: FilePath) -> stat {
    var status = stat()
    lstat(path.description, &status)
    return status
  }

  @Test(
    "A further name is no longer than names may be, and cuts through no character",
    arguments: [
      ("a.txt", "a (2).txt"), ("a", "a (2)"), (".a", ".a (2)"),
      (String(repeating: "a", count: 251) + ".txt", String(repeating: "a", count: 247) + " (2).txt"),
      (String(repeating: "a", count: 255), String(repeating: "a", count: 251) + " (2)"),
      ("a" + String(repeating: "é", count: 127), "a" + String(repeating: "é", count: 125) + " (2)"),
      (String(repeating: "é", count: 127), String(repeating: "é", count: 125) + " (2)"),
    ])
  func furtherNames(name: String, further: String) {
    #expect(String(decoding: UniqueFilename.name(Array(name.utf8), number: 2), as: UTF8.self) == further)
  }

  @Test("A folder is copied with modes, times, links and names of any bytes")
  func folders() throws {
    let folder = Folder()
    let source = folder.folder("source")
    let odd: [UInt8] = Array("ä\n".utf8) + [0xFF]
    let file = try UniqueFilename.write([1, 2, 3], named: odd, in: source)
    chmod("\(source)/none", 0)
    symlink("nowhere", source.description + "/link")
    mkfifo(source.description + "/pipe", 0o600)
    let plain = try UniqueFilename.write(Array("x".utf8), named: Array("plain".utf8), in: source)
    chmod(plain.description, 0o640)
    utimensat(
      AT_FDCWD, plain.description, [timespec(tv_sec: 1000, tv_nsec: 5), timespec(tv_sec: 2000, tv_nsec: 7)], 0
    )
    chmod(source.description, 0o750)
    var copied = 0
    var transfer = FileTransfer { copied = $0 }
    let goal = try transfer.copy(source, into: folder.folder("goal"))
    #expect(goal.lastComponent == Array("source".utf8) && copied == 4)
    #expect(status(goal).st_mode & 0o777 == 0o750)
    let copy = status(FilePath(goal.description + "/plain"))
    #expect(copy.st_mode & 0o777 == 0o640 && copy.st_mtim.tv_sec == 2000 && copy.st_mtim.tv_nsec == 7)
    #expect(try FilePath(goal.description + "/link").kind == .symbolicLink)
    #expect(goal.appending(odd).exists && file.exists)
    #expect(transfer.leftOut == [FilePath(source.description + "/pipe")])
  }

  @Test("What is neither a file nor a folder is refused, and leaves no name")
  func pipes() throws {
    let folder = Folder()
    let goal = folder.folder("goal")
    mkfifo(goal.description + "/../pipe", 0o600)
    var transfer = FileTransfer()
    #expect(throws: SystemError.self) {
      _ = try transfer.copy(FilePath(goal.description + "/../pipe"), into: goal)
    }
    #expect(try Directory.names(in: goal).isEmpty && transfer.leftOut.isEmpty)
  }

  @Test(
    "One file that may not be read keeps no other back",
    .enabled(if: getuid() != 0, "root may read every file"))
  func unreadable() throws {
    let folder = Folder()
    let source = folder.folder("source")
    for name in ["a", "b", "c"] { _ = try UniqueFilename.write([1], named: Array(name.utf8), in: source) }
    chmod(source.description + "/b", 0)
    var transfer = FileTransfer()
    let goal = try transfer.copy(source, into: folder.folder("goal"))
    #expect(try Set(Directory.names(in: goal)) == [Array("a".utf8), Array("c".utf8)])
    #expect(transfer.failures.map(\.kind) == [.call(EACCES)])
  }

  @Test("What exists stays, and the new file gets a number")
  func names() throws {
    let folder = Folder()
    let goal = folder.folder("goal")
    let source = try folder.file("a.tar.gz")
    var transfer = FileTransfer()
    let names = try (0..<3).map { _ in
      String(decoding: try transfer.copy(source, into: goal).lastComponent, as: UTF8.self)
    }
    #expect(names == ["a.tar.gz", "a.tar (2).gz", "a.tar (3).gz"])
    let hidden = try folder.file(".hidden")
    _ = try transfer.copy(hidden, into: goal)
    #expect(try transfer.copy(hidden, into: goal).lastComponent == Array(".hidden (2)".utf8))
    // A link that leads nowhere is a name as well.
    symlink("/nowhere", goal.description + "/b")
    #expect(try transfer.copy(try folder.file("b"), into: goal).lastComponent == Array("b (2)".utf8))
  }

  @Test("A file that is moved is there under its new path alone")
  func moving() throws {
    let folder = Folder()
    let goal = folder.folder("goal")
    let source = try folder.file("a", "one")
    _ = try UniqueFilename.write(Array("two".utf8), named: [0x61], in: goal)
    var transfer = FileTransfer()
    let moved = try transfer.move(source, into: goal)
    #expect(try text(moved) == "one" && moved.lastComponent == Array("a (2)".utf8) && !source.exists)
  }

  @Test("What is moved into the folder that it lies in stays as it is", arguments: ["", "/", "/../goal"])
  func movingInPlace(end: String) throws {
    let folder = Folder()
    let goal = folder.folder("goal")
    let source = try UniqueFilename.write([0x62], named: [0x61], in: goal)
    mkdir(goal.description + "/inner", 0o755)
    var transfer = FileTransfer()
    #expect(try transfer.move(source, into: FilePath(goal.description + end)).lastComponent == [0x61])
    let inner = FilePath(goal.description + "/inner/")
    #expect(try transfer.move(inner, into: goal).lastComponent == Array("inner".utf8))
    #expect(Set(try Directory.names(in: goal)) == [[0x61], Array("inner".utf8)])
  }

  @Test(
    "Another file system is moved to by a copy",
    .enabled(if: FilePath("/dev/shm").isFolder, "needs a second file system at /dev/shm"))
  func movingElsewhere() throws {
    let folder = Folder()
    let source = folder.folder("between-\(getpid())")
    _ = try UniqueFilename.write([1], named: [0x61], in: source)
    var transfer = FileTransfer()
    let moved = try transfer.move(source, into: FilePath("/dev/shm"))
    defer {
      unlink(moved.description + "/a")
      rmdir(moved.description)
    }
    #expect(moved.appending([0x61]).exists && !source.exists)
  }

  @Test("A folder is not put into itself, nor what is not there anywhere")
  func refusals() throws {
    let folder = Folder()
    let outer = folder.folder("outer")
    mkdir(outer.description + "/inner", 0o700)
    symlink("inner", outer.description + "/link")
    var transfer = FileTransfer()
    for name in ["", "/inner", "/link"] {
      #expect(throws: SystemError.self) { try transfer.copy(outer, into: FilePath(outer.description + name)) }
      #expect(throws: SystemError.self) { try transfer.move(outer, into: FilePath(outer.description + name)) }
    }
    #expect(throws: SystemError.self) { try transfer.copy(FilePath("/nonexistent"), into: outer) }
    let root = #expect(throws: SystemError.self) { try transfer.copy(FilePath("/"), into: outer) }
    #expect(root?.description.contains("cannot be put into itself") == true)
  }

  @Test(
    "Paths become absolute, and links stay",
    arguments: [("/a/./b//c/", "/a/b/c"), ("/", "/"), ("/tmp/../etc", "/etc"), ("/proc/self/..", "/proc")])
  func absolutePaths(path: String, expected: String) throws {
    #expect(try FilePath(path).absolute() == FilePath(expected))
    let relative = try FilePath("x").absolute()
    #expect(relative.isAbsolute && relative.lastComponent == [0x78])
  }
}
