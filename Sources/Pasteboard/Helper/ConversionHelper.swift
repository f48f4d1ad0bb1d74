import Conversions
import Glibc
package import RichText
import System
import UniformTypeIdentifiers

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

  /// The limits for content that the person who runs this program copied.
  package static let forOwnCopies = ConversionHelper(insideLimit: ownContentInside)

  /// The limits for content that is shown while a person looks on.
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

  /// The helper's conversion of the bytes; nil if it fails, or needs more than it may take.
  func perform(_ task: HelperTask, on input: [[UInt8]]) -> [UInt8]? {
    let bounds = Bounds(byteCount: input.reduce(0) { $0 + $1.count })
    // If the program's own file is unknown, no helper can be started to guard this process.
    guard let file = ThisProcess.programFile else { return task.perform(on: Array(input.joined())) }
    let process = FilterProcess(
      file: file, command: [Self.name, String(bounds.byteCount)] + task.arguments,
      environment: Self.environment,
      patience: patience ?? bounds.patience, outputLimit: bounds.output)
    guard case .output(let output) = process.run(on: input) else { return nil }
    return output
  }

  /// Content of a format as Markdown; nil if it cannot be had.
  package func markdown(of bytes: [UInt8], _ format: Format) -> [UInt8]? {
    perform(.convert(from: format, to: .markdown, Format.Options()), on: [bytes])
  }

  /// The limits of a process that converts so many bytes.
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
    names.append(InjectedFault.variable)
    #endif
    return names.compactMap { name in Environment.value(name).map { "\(name)=\($0)" } }
      + ["SWIFT_BACKTRACE=enable=no"]
  }
}

// MARK: The process itself

extension ConversionHelper {
  /// Whether this process was started to convert.
  package static func isCalled(by arguments: [String]) -> Bool {
    arguments.first == name
  }

  /// Makes of standard input what the arguments say, and writes it to standard output.
  ///
  /// Returns the exit status.
  package static func main(_ arguments: [String]) -> Int32 {
    guard arguments.count > 2, let byteCount = Int(arguments[1]), byteCount >= 0,
      let task = HelperTask(arguments: Array(arguments.dropFirst(2)))
    else { return 2 }
    let bounds = Bounds(byteCount: byteCount)
    guard let input = try? FileDescriptor.standardInput.read(atMost: byteCount, name: "input") else {
      return 1
    }
    ThisProcess.confine(seconds: bounds.seconds, memory: bounds.memory)
    #if DEBUG
    InjectedFault.happen(in: task)
    #endif
    guard let output = task.perform(on: input),
      (try? FileDescriptor.standardOutput.write(output, name: "output")) == true
    else { return 1 }
    return 0
  }
}

/// The task of a helper process for its standard input, written as its arguments.
enum HelperTask {
  /// Content of one format in another; text without markup as lines that keep every space, if it says so.
  case convert(from: Format, to: Format, Format.Options, keepsLines: Bool = false)
  /// Whether plain text, which the first so many bytes are, is the source of the rich text behind it.
  case compare(plainText: Int, with: Format)
  /// The rows of the tables in content of a format, as JSON.
  case rows(of: Format)

  /// The task as arguments of a command.
  var arguments: [String] {
    switch self {
    case .convert(let source, let wanted, let terms, let keepsLines):
      [
        "convert", source.name, wanted.name, keepsLines || source.isSpaced ? "lines" : "text",
        terms.audience == .pasteboard ? "pasteboard" : "file",
      ] + terms.style.arguments
    case .compare(let count, let format): ["compare", String(count), format.name]
    case .rows(let format): ["rows", format.name]
    }
  }

  /// Nil if these are not the arguments of a task.
  init?(arguments: [String]) {
    func format(_ name: String) -> Format? { Format.all.first { $0.name == name } }
    switch (arguments.first, arguments.count) {
    case ("convert", 5...):
      guard let source = format(arguments[1]), let wanted = format(arguments[2]),
        let style = MarkdownStyle(arguments: arguments.dropFirst(5))
      else { return nil }
      let terms = Format.Options(for: arguments[4] == "pasteboard" ? .pasteboard : .file, style: style)
      self = .convert(from: source, to: wanted, terms, keepsLines: arguments[3] == "lines")
    case ("compare", 3):
      guard let count = Int(arguments[1]), count >= 0, let format = format(arguments[2]) else { return nil }
      self = .compare(plainText: count, with: format)
    case ("rows", 2):
      guard let format = format(arguments[1]) else { return nil }
      self = .rows(of: format)
    default: return nil
    }
  }

  /// The result for the input; nil if there is none.
  func perform(on input: [UInt8]) -> [UInt8]? {
    switch self {
    case .convert(let source, let wanted, let terms, let keepsLines):
      if keepsLines { return wanted.write(Document(linesOf: input), terms) }
      return try? ConverterGraph.shared.convert(input, from: source.type, to: wanted.type, terms)
    case .compare(let count, let format):
      guard count <= input.count else { return nil }
      let (plain, bytes) = (Array(input[..<count]), Array(input[count...]))
      if SourceDetection.isAllOf(bytes, plain, in: format) { return Self.yes }
      guard let rich = try? format.readWithPictures(bytes) else { return nil }
      return SourceDetection.isSource(plain, of: rich) ? Self.yes : []
    case .rows(let format): return (try? JSONRows.write(tablesOf: input, in: format)) ?? nil
    }
  }

  /// The answer to a comparison that finds the source.
  static let yes = Array("yes".utf8)
}

extension MarkdownStyle {
  /// Its choices as arguments.
  fileprivate var arguments: [String] {
    [
      dialect.rawValue, headings.rawValue, bullet.rawValue, emphasis.rawValue, fence.rawValue, links.rawValue,
      tables.rawValue, tableHeader.rawValue, lineWidth.map(String.init) ?? "none",
      marksHighlightWithEqualSigns ? "signs" : "elements",
    ]
  }

  fileprivate init?(arguments: ArraySlice<String>) {
    var rest = arguments
    func choose<Choice: RawRepresentable<String>>(_ choice: inout Choice) -> Bool {
      guard let chosen = rest.popFirst().flatMap(Choice.init) else { return false }
      choice = chosen
      return true
    }
    self.init()
    let isChosen =
      choose(&dialect) && choose(&headings) && choose(&bullet) && choose(&emphasis) && choose(&fence)
      && choose(&links) && choose(&tables) && choose(&tableHeader)
    guard isChosen, rest.count == 2 else { return nil }
    lineWidth = rest.popFirst().flatMap { Int($0) }
    marksHighlightWithEqualSigns = rest.popFirst() == "signs"
  }
}

#if DEBUG

/// A fault that a test injects into a helper.
enum InjectedFault: String {
  case crash, loop, grow, flood

  /// Names one of them and, behind a colon, the format that is wanted when it happens; of another name for all.
  static let variable = "PASTEBOARD_TEST_MISHAP"

  static func happen(in task: HelperTask) {
    guard let arguments = Environment.value(variable)?.split(separator: ":").map(String.init),
      let fault = arguments.first.flatMap(InjectedFault.init)
    else { return }
    if case .convert(_, let wanted, _, _) = task, arguments.count > 1, arguments[1] != wanted.name { return }
    switch fault {
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
