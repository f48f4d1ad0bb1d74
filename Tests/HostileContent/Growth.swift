import Glibc
public import RichText

/// What reading content costs as there is more of it, and writing it in each format.
public struct Growth {
  /// What may not be exceeded; a debug build takes twenty times the time of what people run.
  public struct Bounds: Sendable {
    /// The sizes that are tried, each four times the one before.
    public var sizes = [12_500, 50_000, 200_000, 800_000]
    /// For the largest.
    public var seconds = 1.0
    public var memory = 256 << 20
    /// How much more fourfold content may cost; constant parts and luck make it differ from four.
    public var ratio = 6.0
    /// Less is not compared.
    public var noise = 0.25

    public init() {}
  }

  /// A cost that is out of bounds.
  public struct Finding: Sendable, CustomStringConvertible {
    public let step: String
    public let byteCount: Int
    public let problem: String

    public var description: String { "\(step) of \(byteCount) bytes: \(problem)" }
  }

  private let bounds: Bounds
  private let format: Format
  private var before: [String: Double] = [:]

  private init(_ format: Format, _ bounds: Bounds) {
    self.format = format
    self.bounds = bounds
  }

  /// What is out of bounds for content that `text` makes in any size; larger sizes are not tried then.
  public static func findings(_ format: Format, _ bounds: Bounds = Bounds(), text: (Int) -> String)
    -> [Finding]
  {
    var growth = Growth(format, bounds)
    for size in bounds.sizes {
      let findings = growth.measure(Array(text(size).utf8), isLast: size == bounds.sizes.last)
      if !findings.isEmpty { return findings }
    }
    return []
  }

  private mutating func measure(_ bytes: [UInt8], isLast: Bool) -> [Finding] {
    var findings: [Finding] = []
    var read: Document?
    let format = self.format
    check("reading \(format.name)", bytes.count, isLast, &findings) { read = try? format.read(bytes) }
    guard let document = read else { return findings }
    for written in Format.all {
      check("writing \(written.name) of \(format.name)", bytes.count, isLast, &findings) {
        _ = written.write(document, Format.Terms(for: .pasteboard))
      }
    }
    return findings
  }

  private mutating func check(
    _ step: String, _ count: Int, _ isLast: Bool, _ findings: inout [Finding], _ work: () -> Void
  ) {
    let memory = ResidentMemory()
    var seconds = Self.seconds(work)
    let taken = memory.growth
    defer { before[step] = seconds }
    func report(_ problem: String) {
      findings.append(Finding(step: step, byteCount: count, problem: problem))
    }
    if isLast || seconds > bounds.seconds, seconds > bounds.seconds { report("\(seconds) s") }
    if taken > bounds.memory { report("\(taken >> 20) MiB") }
    // Luck is not the same twice.
    if grows(step, seconds) { seconds = min(seconds, Self.seconds(work)) }
    if let before = before[step], grows(step, seconds),
      seconds > bounds.ratio * max(before, bounds.noise / 8)
    {
      report("\(seconds) s, a quarter of it \(before) s")
    }
  }

  private func grows(_ step: String, _ seconds: Double) -> Bool {
    guard let before = before[step], seconds > bounds.noise else { return false }
    return seconds > bounds.ratio * max(before, bounds.noise / 8)
  }

  private static func seconds(_ work: () -> Void) -> Double {
    let start = processorTime
    work()
    return processorTime - start
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// How much memory this process has had since this was made, beyond what it had then.
private struct ResidentMemory {
  private let start: Int

  init() {
    // Begins a new highest value (proc(5)).
    if let file = fopen("/proc/self/clear_refs", "w") {
      fputs("5", file)
      fclose(file)
    }
    start = Self.highest
  }

  var growth: Int { Self.highest - start }

  private static var highest: Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard text.hasPrefix("VmHWM:") else { continue }
      return
        (text.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0)
        << 10
    }
    return 0
  }
}
