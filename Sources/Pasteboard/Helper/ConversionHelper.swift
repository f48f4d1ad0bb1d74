import Conversions
package import RichText
import System

/// Converts in a process of its own: what comes from other programs may crash a reader, keep it busy or take its
/// memory, and that must cost no more than this one answer.
///
/// The process is this program once more, which sees `isCalled` and runs `main`. It has no display, no files and none
/// of what its parent has open; time on the processor, memory and what it writes are bounded by what it reads.
package struct ConversionHelper: Sendable {
  /// Markdown and text of so many bytes, copied by the person who runs this program, is converted without a helper.
  ///
  /// Their reader is bounded in time and depth, and a helper takes two milliseconds to start.
  private static let ownContentInside = 64 << 10

  /// For what the person who runs this program copied.
  package static let forOwnCopies = ConversionHelper(insideLimit: ownContentInside)

  /// For what is shown while a person looks on.
  package static let forLiveView = ConversionHelper(patience: .seconds(2))

  /// The name that a helper is called by.
  private static let name = "pb-convert"

  /// Markdown and text of at most so many bytes is converted in this process.
  let insideLimit: Int
  /// The longest wait for a helper; nil for what its bounds make of it.
  let patience: Duration?

  package init(insideLimit: Int = 0, patience: Duration? = nil) {
    self.insideLimit = insideLimit
    self.patience = patience
  }

  /// Whether content is converted in this process.
  func isInside(_ format: Format, byteCount: Int) -> Bool {
    [.markdown, .plainText].contains(format) && byteCount <= insideLimit
  }

  /// What a helper makes of the bytes; nil if it fails, or needs more than it may take.
  func perform(_ task: HelperTask, on input: [[UInt8]]) -> [UInt8]? {
    let bounds = Bounds(byteCount: input.reduce(0) { $0 + $1.count })
    // Where nobody knows which file to run, there is nothing to guard this process with.
    guard let file = ThisProcess.programFile else { return task.perform(on: Array(input.joined())) }
    let process = FilterProcess(
      file: file, command: [Self.name, String(bounds.byteCount)] + task.words, environment: Self.environment,
      patience: patience ?? bounds.patience, outputLimit: bounds.output)
    guard case .output(let output) = process.run(on: input) else { return nil }
    return output
  }

  /// Content of a format as Markdown; nil if it cannot be had.
  package func markdown(of bytes: [UInt8], _ format: Format) -> [UInt8]? {
    perform(.convert(from: format, to: .markdown, Format.Terms()), on: [bytes])
  }

  /// What a process may take that converts so many bytes.
  struct Bounds {
    let byteCount: Int

    /// Conversions of a megabyte take 50 ms; a machine that is busy and slow may take twenty times that.
    var seconds: Int { 5 + byteCount >> 20 }
    /// Thirty times the input, of which twenty are needed, and what a program has by itself.
    var memory: Int { 384 << 20 + 30 * min(byteCount, 1 << 32) }
    var output: Int { 64 << 20 + 30 * min(byteCount, 1 << 32) }
    /// Others want the processor too.
    var patience: Duration { .seconds(2 * seconds) }
  }

  /// Nothing of the session, and what the program itself needs to start.
  private static var environment: [String] {
    var names = ["LD_LIBRARY_PATH", "SWIFT_ROOT"]
    #if DEBUG
    names.append(Mishap.variable)
    #endif
    return names.compactMap { name in Environment.value(name).map { "\(name)=\($0)" } }
      + ["SWIFT_BACKTRACE=enable=no"]
  }
}

// MARK: The process itself

extension ConversionHelper {
  /// Whether this process was started to convert.
  package static func isCalled(by words: [String]) -> Bool {
    words.first == name
  }

  /// Makes of standard input what the words say, and writes it to standard output.
  ///
  /// Returns the exit status.
  package static func main(_ words: [String]) -> Int32 {
    guard words.count > 2, let byteCount = Int(words[1]), byteCount >= 0,
      let task = HelperTask(words: Array(words.dropFirst(2)))
    else { return 2 }
    let bounds = Bounds(byteCount: byteCount)
    guard let input = try? FileDescriptor.standardInput.read(atMost: byteCount, name: "input") else {
      return 1
    }
    ThisProcess.confine(seconds: bounds.seconds, memory: bounds.memory)
    #if DEBUG
    Mishap.happen(in: task)
    #endif
    guard let output = task.perform(on: input),
      (try? FileDescriptor.standardOutput.write(output, name: "output")) == true
    else { return 1 }
    return 0
  }
}
