public import Glibc

/// The memory that another process of this user may write to, stacks aside.
public struct ProcessMemory {
  private let process: pid_t

  /// `memmem`, which the C library has and its module has not.
  private static let find = unsafeBitCast(
    dlsym(nil, "memmem"),
    to: (@convention(c) (UnsafeRawPointer, Int, UnsafeRawPointer, Int) -> UnsafeMutableRawPointer?).self)

  public init(of process: pid_t) {
    self.process = process
  }

  /// Whether any of these bytes is in it.
  public func holds(anyOf wanted: [[UInt8]]) -> Bool {
    let file = open("/proc/\(process)/mem", O_RDONLY)
    guard file >= 0 else { return false }
    defer { close(file) }
    return areas.contains { area in
      let bytes = Self.read(area, of: file)
      return bytes.withUnsafeBytes { memory in
        guard let start = memory.baseAddress else { return false }
        return wanted.contains { part in Self.find(start, memory.count, part, part.count) != nil }
      }
    }
  }

  /// From the table of its mappings (proc(5)).
  private var areas: [Range<UInt>] {
    guard let table = fopen("/proc/\(process)/maps", "r") else { return [] }
    defer { fclose(table) }
    var areas: [Range<UInt>] = []
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    var guardEnd: UInt?
    while getline(&line, &capacity, table) > 0, let text = line.map({ String(cString: $0) }) {
      let words = text.split { $0.isWhitespace }
      let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard ends.count == 2 else { continue }
      // The stack of a thread lies above a page that stops it (pthread_attr_setguardsize(3)).
      let isStack = words.last == "[stack]" || guardEnd == ends[0]
      let isGuard = words[1].hasPrefix("---") && ends[1] - ends[0] == 4096
      guardEnd = isGuard ? ends[1] : nil
      if words[1].hasPrefix("rw"), !isStack { areas.append(ends[0]..<ends[1]) }
    }
    return areas
  }

  /// Zeros where nothing was ever written.
  private static func read(_ area: Range<UInt>, of file: Int32) -> [UInt8] {
    let pageSize = 4096
    var bytes = [UInt8](repeating: 0, count: area.count)
    bytes.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      var place = 0
      while place < bytes.count {
        let count = pread(file, start + place, bytes.count - place, off_t(area.lowerBound) + place)
        place += count > 0 ? count : pageSize
      }
    }
    return bytes
  }
}
