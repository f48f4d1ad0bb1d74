import Glibc

/// What this process was started with, taken before the Swift runtime itself begins.
///
/// The C library passes it to what stands in `.preinit_array` of an executable, which runs before all else.
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

@section(".preinit_array") @used
private let takeArguments:
  @convention(c) (
    Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  ) -> Void = { count, words, _ in
    unsafe ProcessStart.count = count
    unsafe ProcessStart.words = words
  }

// MARK: Before main

// The runtime asks for two things before `main` in every process: the arguments, for which it reads
// `/proc/self/maps`, and the place of a program that reports crashes, for which it reads a link and looks for eight
// files; without `/proc` it gives up there. Its functions stand in archives, of which the linker takes nothing that
// the program has itself: these. They take a fifth from the instructions of a short answer.

/// The arguments, for `CommandLine`.
@_cdecl("_swift_stdlib_getUnsafeArgvArgc")
public func runtimeArguments(
  _ count: UnsafeMutablePointer<Int32>
) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  unsafe count.pointee = unsafe ProcessStart.count
  return unsafe ProcessStart.words
}

/// Arguments that `CommandLine` is to have instead, which nobody sets here.
@_cdecl("_swift_stdlib_overrideUnsafeArgvArgc")
public func overrideRuntimeArguments(
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ count: Int32
) {}

/// The place of a program that belongs to the runtime: none is installed beside this one.
@_cdecl("swift_copyAuxiliaryExecutablePath")
public func auxiliaryProgram(_ name: UnsafePointer<CChar>) -> UnsafePointer<CChar>? { nil }
