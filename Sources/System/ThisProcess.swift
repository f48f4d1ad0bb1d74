import CLinux
import Glibc
import Synchronization

/// Facts about this process, and its settings.
package enum ThisProcess {
  /// The file that this process runs; nil where `/proc` is not mounted.
  package static var executablePath: String? { executable(of: "self") }

  /// The path that runs this program again, even if its file was replaced; nil if unknown.
  package static var programFile: String? {
    let link = "/proc/self/exe"
    if unsafe access(link, X_OK) == 0 { return link }
    // If /proc is not mounted, the kernel still tells by which path the program was started.
    guard let name = unsafe UnsafePointer<CChar>(bitPattern: getauxval(UInt(AT_EXECFN))) else { return nil }
    let path = unsafe String(cString: name)
    return path.hasPrefix("/") && (unsafe access(path, X_OK)) == 0 ? path : nil
  }

  /// The path of the program that a process runs, nil if there is no such process or we may not look.
  package static func executable(of process: Int32) -> String? { executable(of: String(process)) }

  /// The path of the file that a descriptor of this process is open for; nil for what has none, and where `/proc` is not
  /// mounted.
  package static func path(ofDescriptor number: Int32) -> String? {
    target(ofLink: "/proc/self/fd/\(number)").flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// This machine's name.
  package static var hostName: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Has pieces of more than a megabyte given back to the system when they are freed, each time.
  ///
  /// The C library comes to keep pieces of the size of those that have been freed before.
  package static func returnLargeMemoryAtOnce() {
    mallopt(Int32(CLinuxSmallestMapping), 1 << 20)
  }

  /// The processes that this one has to wait for; none where `/proc` is not mounted.
  static var children: [pid_t] {
    let own = getpid()
    return Directory.names(in: "/proc") { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }.compactMap { name in
      guard let bytes = try? FileDescriptor(reading: "/proc/\(name)/stat").readToEnd(name: name) else {
        return nil
      }
      // The name of its program stands in parentheses, and may hold anything (proc(5)).
      let words =
        String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
      return words.count > 1 && pid_t(words[1]) == own ? pid_t(name) : nil
    }
  }

  /// Makes a write to a pipe that nobody reads, and to a file beyond the largest that may be, fail instead of ending
  /// this process.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Whether Ctrl+C on the terminal of standard error ends this process.
  package static var isInForeground: Bool { tcgetpgrp(STDERR_FILENO) == getpgrp() }

  /// The number of files that this process may have open at once.
  package static var openFileLimit: Int {
    var limit = rlimit()
    guard (unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)) == 0 else { return .max }
    return Int(clamping: limit.rlim_cur)
  }

  /// Keeps what this process holds out of core dumps, should it crash.
  ///
  /// A limit of one byte also keeps them from a program that collects them, which none does (core(5)).
  package static func withholdCoreDumps() {
    restrict(RLIMIT_CORE, to: 1)
  }

  /// Gives up all that work with memory alone needs not: the time after that of `seconds` on a processor, more than
  /// `memory` bytes, files, further processes, core dumps, and life without the process that started it.
  package static func confine(seconds: Int, memory: Int) {
    withholdCoreDumps()
    end_with_parent(SIGKILL)
    restrict(RLIMIT_CPU, to: seconds)
    restrict(RLIMIT_AS, to: memory)
    restrict(RLIMIT_FSIZE, to: 0)
    restrict(RLIMIT_NOFILE, to: 3)
    restrict(__RLIMIT_NPROC, to: 0)
  }

  /// Becomes another program, found in `PATH`, that may take so much time on a processor, so much memory of its own and
  /// files of so many bytes; throws `SystemError` if there is none.
  package static func become(
    _ command: [String], seconds: Int, memory: Int
  ) throws(SystemError) -> Never {
    withholdCoreDumps()
    end_with_parent(SIGKILL)
    restrict(RLIMIT_CPU, to: seconds)
    // Count memory in use, not address space: some programs reserve a terabyte.
    restrict(RLIMIT_DATA, to: memory)
    restrict(RLIMIT_FSIZE, to: memory)
    _ = unsafe chdir("/")
    var words = unsafe SpawnedProcess.strings(command)
    if let file = unsafe words[0] { unsafe execvp(file, &words) }
    throw SystemError(command.first ?? "", errno)
  }

  /// Becomes another program, found in `PATH`, as a shell would start it; throws `SystemError` if there is none.
  package static func become(_ command: [String]) throws(SystemError) -> Never {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_DFL) }
    var words = unsafe SpawnedProcess.strings(command)
    if let file = unsafe words[0] { unsafe execvp(file, &words) }
    let failure = errno
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    throw SystemError(command.first ?? "", failure)
  }

  /// Whether there is what answering takes: a further thread, and memory for what it makes.
  ///
  /// Limits of the shell that a process was started from may leave it neither.
  package static var canServe: Bool {
    hasMemory(for: 0) && ProcessLimit.retrying { startThread {} ? 0 : EAGAIN } == 0
  }

  /// Whether a child that this process forks will find a process and threads of its own, without asking for them: a
  /// person has more than anybody has at one time.
  package static var hasManyProcesses: Bool {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit) == 0 else { return false }
    return limit.rlim_cur >= manyProcesses
  }

  /// The number of open files of a process that serves a copy on a display.
  package static let servingFiles = 9

  /// More than a person has at one time, threads among them.
  private static let manyProcesses = 4096

  /// Whether so many bytes can be had, and what answering takes besides: arrays that find none end the process.
  package static func hasMemory(for byteCount: Int) -> Bool {
    let size = byteCount + servingMemory
    let memory = unsafe mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard unsafe memory != MAP_FAILED else { return false }
    unsafe munmap(memory, size)
    return true
  }

  /// The memory for the stacks of the threads that serve and convert, 8 MiB each, and for a page of Markdown as RTF.
  private static let servingMemory = 17 << 20

  private static func restrict(_ resource: __rlimit_resource, to value: Int) {
    var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
    unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  }

  /// Opens `/dev/null` in place of standard streams that are closed, so that no file and no connection takes
  /// their numbers, and with them what is written to standard output.
  ///
  /// In the direction in which nobody uses them: reading a standard input that is closed is an error, and so is
  /// writing, as if they were closed still.
  package static func occupyClosedStandardStreams() {
    for stream in Int32(0)...2 where fcntl(stream, F_GETFD) < 0 {
      let opened = unsafe open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY)
      // The lowest number that is free is this one, but where there is no such device.
      if opened >= 0, opened != stream { close(opened) }
    }
  }

  private static func executable(of process: String) -> String? { target(ofLink: "/proc/\(process)/exe") }

  private static func target(ofLink link: String) -> String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink(link, &path, path.count)
    guard length > 0 else { return nil }
    return String(decoding: path.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// The variables that this process was started with.
package enum Environment {
  /// The value of a variable; nil if it is unset or empty.
  package static func value(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }

  /// Removes a variable that the programs which this one starts are not to see.
  package static func remove(_ name: String) {
    unsafe unsetenv(name)
  }

  /// Sets a variable, for this program and those that it starts. Call it before there are other threads.
  package static func set(_ name: String, _ value: String) {
    unsafe setenv(name, value, 1)
  }

  /// The parts of a variable that are separated by colons; nil if it is unset or empty.
  package static func list(_ name: String) -> [String]? {
    value(name)?.utf8.split(separator: 0x3A, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// A base directory of the XDG Base Directory Specification: the variable, if it holds an absolute path, else a
  /// folder in the home directory; nil without either.
  package static func directory(_ variable: String, inHome folder: String) -> String? {
    if let path = value(variable), path.hasPrefix("/") { return path }
    return value("HOME").map { $0 + "/" + folder }
  }

  /// The folder of a person's own settings, `pasteboard` in `XDG_CONFIG_HOME`; nil if there is no home.
  package static var configurationFolder: String? {
    directory("XDG_CONFIG_HOME", inHome: ".config").map { $0 + "/pasteboard" }
  }
}

/// Clean-up before this process ends in the middle of its work, when a thread that watches its time ends it.
package enum ExitHandlers {
  /// The identity of an entry.
  package struct Entry: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct State: Sendable {
    var last = 0
    var entries: [Int: @Sendable () -> Void] = [:]
  }

  private static let state = Mutex(State())

  /// Has something done at such an end, until it is removed.
  package static func add(_ body: @escaping @Sendable () -> Void) -> Entry {
    state.withLock { state in
      state.last += 1
      state.entries[state.last] = body
      return Entry(number: state.last)
    }
  }

  package static func remove(_ entry: Entry) {
    state.withLock { state in state.entries[entry.number] = nil }
  }

  /// Does it all: the process is about to end.
  package static func perform() {
    let entries = state.withLock { state in
      defer { state.entries = [:] }
      return state.entries.values.map(\.self)
    }
    for entry in entries { entry() }
  }
}
