import Foundation
import Glibc
import System
import Testing

/// A result takes the place of a file's content, and of nothing else.
@Suite("Output files")
struct OutputFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "output-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func content(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  private func write(_ text: String, to path: String) throws {
    try OutputFile(path).write(Array(text.utf8))
  }

  private func status(_ name: String) throws -> stat {
    var status = stat()
    try #require(lstat(path(name), &status) == 0)
    return status
  }

  /// Nothing but what a test has made lies in the folder.
  private func expectOnly(_ names: String...) throws {
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == names.sorted())
  }

  @Test func `A new file has the mode that the umask leaves`() throws {
    try write("new", to: path("a"))
    let mask = umask(0)
    umask(mask)
    #expect(try content("a") == "new")
    #expect(try status("a").st_mode & 0o7777 == 0o666 & ~mask)
    try expectOnly("a")
  }

  @Test(arguments: [0o600, 0o640, 0o755, 0o4711] as [mode_t])
  func `The mode stays`(mode: mode_t) throws {
    try write("old", to: path("a"))
    chmod(path("a"), mode)
    try write("new", to: path("a"))
    #expect(try content("a") == "new")
    #expect(try status("a").st_mode & 0o7777 == mode)
    try expectOnly("a")
  }

  @Test func `Files of others that are called like one in the making stay`() throws {
    let others = ["a.\(getpid()).part", "a.part", ".pb-0.part"]
    for name in ["a"] + others { try write(name, to: path(name)) }
    try write("new", to: path("a"))
    #expect(try content("a") == "new")
    for name in others { #expect(try content(name) == name) }
    try expectOnly("a", others[0], others[1], others[2])
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away")) func `The owner stays`() throws {
    try write("old", to: path("a"))
    chown(path("a"), 12345, 23456)
    chmod(path("a"), 0o4750)
    try write("new", to: path("a"))
    let status = try status("a")
    #expect(status.st_uid == 12345 && status.st_gid == 23456)
    #expect(status.st_mode & 0o7777 == 0o4750)
  }

  @Test(arguments: ["target", "gone"])
  func `A link stays one, and what it names is written`(target: String) throws {
    try write("old", to: path("target"))
    try FileManager.default.createSymbolicLink(atPath: path("second"), withDestinationPath: target)
    try FileManager.default.createSymbolicLink(atPath: path("first"), withDestinationPath: path("second"))
    try write("new", to: path("first"))
    #expect(try status("first").st_mode & S_IFMT == S_IFLNK)
    #expect(try status("second").st_mode & S_IFMT == S_IFLNK)
    #expect(try content(target) == "new")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "sub"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: path("sub/up"), withDestinationPath: "../target")
    try write("up", to: path("sub/up"))
    #expect(try content("target") == "up")
  }

  @Test func `Hard links stay together`() throws {
    try write("a longer old text", to: path("a"))
    try FileManager.default.linkItem(atPath: path("a"), toPath: path("b"))
    try write("new", to: path("a"))
    #expect(try content("b") == "new")
    #expect(try status("a").st_ino == status("b").st_ino)
    try expectOnly("a", "b")
  }

  @Test func `Links that go round are an error with the name that was given`() throws {
    try FileManager.default.createSymbolicLink(atPath: path("a"), withDestinationPath: "b")
    try FileManager.default.createSymbolicLink(atPath: path("b"), withDestinationPath: "a")
    let error = #expect(throws: SystemError.self) { try write("x", to: path("a")) }
    #expect(error?.description.hasPrefix(path("a") + ": ") == true)
  }

  @Test func `A pipe and a device are written to`() throws {
    let pipe = path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try write("through", to: pipe)
    var bytes = [UInt8](repeating: 0, count: 16)
    #expect(read(reader, &bytes, 16) == 7)
    #expect(try status("pipe").st_mode & S_IFMT == S_IFIFO)
    try write("x", to: "/dev/null")
    var device = stat()
    #expect(stat("/dev/null", &device) == 0 && device.st_mode & S_IFMT == S_IFCHR)
  }

  /// Whatever the folder of descriptors is called; behind what the file holds, if it was opened to append.
  @Test(arguments: ["/dev/fd/", "/proc/self/fd/"])
  func `A descriptor of the process is written to, not opened anew`(folder: String) throws {
    try write("old ", to: path("a"))
    let descriptor = open(path("a"), O_WRONLY | O_APPEND)
    defer { close(descriptor) }
    try FileManager.default.createSymbolicLink(
      atPath: path("stream"), withDestinationPath: "\(folder)\(descriptor)")
    try write("new", to: path("stream"))
    #expect(try content("a") == "old new")
    #expect(try status("stream").st_mode & S_IFMT == S_IFLNK)
  }

  @Test func `What cannot be written stays as it was, and is named`() throws {
    let missing = #expect(throws: SystemError.self) { try write("x", to: path("no/such/folder")) }
    #expect(missing?.description == "\(path("no/such/folder")): no such file or directory")
    #expect(missing?.isAbsence == true)
    let directory = #expect(throws: SystemError.self) { try write("x", to: folder.path) }
    #expect(directory?.description == "\(folder.path): is a directory")
    try expectOnly()
  }

  @Test func `A file that is being written has no name, which would outlive this process`() throws {
    let path = path("a")
    let bytes = [UInt8](repeating: 0x61, count: 32 << 20)
    Thread.detachNewThread { try? OutputFile(path).write(bytes) }
    let end = ContinuousClock.now + .seconds(20)
    var seen: Set<String> = []
    while seen.isEmpty, ContinuousClock.now < end {
      seen = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    }
    #expect(seen == ["a"])
    #expect(try status("a").st_size == bytes.count)
  }

  @Test func `A full disk leaves the old content and nothing beside it`() throws {
    try write("old", to: path("a"))
    var old = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &old)
    signal(SIGXFSZ, SIG_IGN)
    var small = rlimit(rlim_cur: 1 << 20, rlim_max: old.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &small)
    defer { setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &old) }
    let error = #expect(throws: SystemError.self) {
      try OutputFile(path("a")).write([UInt8](repeating: 0x61, count: 2 << 20))
    }
    #expect(error?.description == "\(path("a")): file too large")
    #expect(try content("a") == "old")
    try expectOnly("a")
  }
}
