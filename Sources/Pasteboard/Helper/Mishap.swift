#if DEBUG
import Glibc
import RichText
import System

/// What a test has a helper do in place of its work.
enum Mishap: String {
  case crash, loop, grow, flood

  /// Names one of them and, behind a colon, the format that is wanted when it happens; of another name for all.
  static let variable = "PASTEBOARD_TEST_MISHAP"

  static func happen(in task: HelperTask) {
    guard let words = Environment.value(variable)?.split(separator: ":").map(String.init),
      let mishap = words.first.flatMap(Mishap.init)
    else { return }
    if case .convert(_, let wanted, _, _) = task, words.count > 1, words[1] != wanted.name { return }
    switch mishap {
    case .crash: abort()
    case .loop: while true { _ = getpid() }
    case .grow:
      var memory: [[UInt8]] = []
      while true { memory.append([UInt8](repeating: 1, count: 1 << 20)) }
    case .flood:
      let bytes = [UInt8](repeating: 0x78, count: 1 << 20)
      while (try? FileDescriptor.standardOutput.write(bytes, name: "output")) == true {}
    }
  }
}
#endif
