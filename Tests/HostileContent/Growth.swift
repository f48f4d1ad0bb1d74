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

  /// A piece of work, and the size of what it was done with.
  private struct Measurement: Hashable {
    let step: String
    let byteCount: Int
  }

  private struct Cost {
    /// The least time that was measured: a busy machine adds to it, nothing takes from it.
    var seconds = Double.infinity
    /// The most: what an earlier piece of work has left is used again.
    var memory = 0

    mutating func add(_ seconds: Double, _ memory: Int) {
      self.seconds = min(self.seconds, seconds)
      self.memory = max(self.memory, memory)
    }
  }

  private let bounds: Bounds
  private let format: Format
  private var steps: [String] = []
  private var costs: [Measurement: Cost] = [:]

  private init(_ format: Format, _ bounds: Bounds) {
    self.format = format
    self.bounds = bounds
  }

  /// What is out of bounds for content that `text` makes in any size; larger sizes are not tried then.
  ///
  /// What seems to be is measured again, and the quarter of it too: luck is not the same five times.
  public static func findings(_ format: Format, _ bounds: Bounds = Bounds(), text: (Int) -> String)
    -> [Finding]
  {
    findings(format, bounds, bytes: { Array(text($0).utf8) })
  }

  /// The same for content that is no text, as an archive of which `bytes` compresses a part of that size.
  public static func findings(_ format: Format, _ bounds: Bounds = Bounds(), bytes: (Int) -> [UInt8])
    -> [Finding]
  {
    var growth = Growth(format, bounds)
    var quarter: (size: Int, bytes: [UInt8])?
    for size in bounds.sizes {
      let content = bytes(size)
      growth.measure(content, size)
      var findings = growth.findings(size, quarter: quarter?.size)
      for _ in 1..<5 where !findings.isEmpty {
        if let quarter { growth.measure(quarter.bytes, quarter.size) }
        growth.measure(content, size)
        findings = growth.findings(size, quarter: quarter?.size)
      }
      if !findings.isEmpty { return findings }
      quarter = (size, content)
    }
    return []
  }

  private mutating func measure(_ bytes: [UInt8], _ size: Int) {
    var read: Document?
    let format = self.format
    measure("reading \(format.name)", size) { read = try? format.read(bytes) }
    guard let document = read else { return }
    for written in Format.all {
      measure("writing \(written.name) of \(format.name)", size) {
        _ = written.write(document, Format.Options(for: .pasteboard))
      }
    }
  }

  private mutating func measure(_ step: String, _ count: Int, _ work: () -> Void) {
    let memory = ResidentMemory()
    let seconds = Self.seconds(work)
    if !steps.contains(step) { steps.append(step) }
    costs[Measurement(step: step, byteCount: count), default: Cost()].add(seconds, memory.growth)
  }

  private func findings(_ count: Int, quarter: Int?) -> [Finding] {
    steps.flatMap { step -> [Finding] in
      guard let cost = costs[Measurement(step: step, byteCount: count)] else { return [] }
      var problems: [String] = []
      if cost.seconds > bounds.seconds { problems.append("\(cost.seconds) s") }
      if cost.memory > bounds.memory { problems.append("\(cost.memory >> 20) MiB") }
      if let quarter, let before = costs[Measurement(step: step, byteCount: quarter)]?.seconds,
        cost.seconds > bounds.noise, cost.seconds > bounds.ratio * max(before, bounds.noise / 8)
      {
        problems.append("\(cost.seconds) s, a quarter of it \(before) s")
      }
      return problems.map { Finding(step: step, byteCount: count, problem: $0) }
    }
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
