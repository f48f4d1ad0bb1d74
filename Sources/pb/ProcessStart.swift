import Glibc

/// What this process was started with, taken before the Swift runtime itself begins.
///
/// The runtime takes the arguments and its own place from `/proc`: without it, it ends the process before `main`, and
/// where no descriptor is left there are no arguments. The C library passes them to what stands in this section of
/// an executable, which runs before all else.
enum ProcessStart {
  /// The name of the program and its arguments.
  static var arguments: [String] {
    guard let words = unsafe words else { return CommandLine.arguments }
    return (0..<Int(unsafe count)).compactMap { index in
      unsafe words[index].map { unsafe String(cString: $0) }
    }
  }

  /// A word of the command line as it came, which need not be UTF-8; nil if there is none of this number.
  static func bytes(ofArgument place: Int) -> [UInt8]? {
    guard let words = unsafe words, place >= 0, place < Int(unsafe count), let word = unsafe words[place]
    else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: word, count: strlen(word))).map(UInt8.init(bitPattern:))
  }

  /// Programs that this one runs get the environment as it was.
  static func restoreEnvironment() {
    if unsafe isRootSet { unsafe unsetenv("SWIFT_ROOT") }
  }

  // Written once, before there is a second thread.
  fileprivate nonisolated(unsafe) static var count: Int32 = 0
  fileprivate nonisolated(unsafe) static var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  fileprivate nonisolated(unsafe) static var isRootSet = false
}

@section(".preinit_array") @used
private let takeArguments:
  @convention(c) (
    Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  ) -> Void = { count, words, _ in
    unsafe ProcessStart.count = count
    unsafe ProcessStart.words = words
    // With this variable the runtime does not look for its place, which only its reports of crashes need.
    if unsafe access("/proc/self/exe", F_OK) != 0, unsafe getenv("SWIFT_ROOT") == nil {
      unsafe setenv("SWIFT_ROOT", "/", 1)
      unsafe ProcessStart.isRootSet = true
    }
  }
