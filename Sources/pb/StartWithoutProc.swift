import Glibc

// The Swift runtime counts on /proc. Where it is not mounted (a chroot, a container without it), a program would
// end before `main`, and `CommandLine` would be empty. This file is the only one that works around that; both
// parts can go as soon as the runtime does without.

/// The words that this process was started with.
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

  // Written once, before there is a second thread.
  fileprivate nonisolated(unsafe) static var count: Int32 = 0
  fileprivate nonisolated(unsafe) static var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
}

// `CommandLine` finds the words by `/proc/self/maps`. The C library passes them to the functions in this section,
// which it calls before all others.
@section(".preinit_array") @used
private let takeArguments:
  @convention(c) (
    Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  ) -> Void = { count, words, _ in
    unsafe ProcessStart.count = count
    unsafe ProcessStart.words = words
  }

/// Answers the runtime's question where the program that reports crashes is: none is installed beside this one.
///
/// The runtime's own function looks for it beside `/proc/self/exe`, and aborts if that cannot be read.
@_cdecl("swift_copyAuxiliaryExecutablePath")
public func auxiliaryProgram(_ name: UnsafePointer<CChar>) -> UnsafePointer<CChar>? { nil }
