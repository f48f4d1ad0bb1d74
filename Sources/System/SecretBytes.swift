import Glibc
import Synchronization

/// Bytes of a secret, which are overwritten when nobody holds them any more.
///
/// They lie in pages of their own: copies of this value share them. The system keeps them in memory where it lets
/// this process lock some (`RLIMIT_MEMLOCK`), and out of core dumps. A child that goes on with them locks them anew
/// (`lockInChild`). Calls that read them may leave parts in registers and on stacks.
public struct SecretBytes: Sendable {
  private let pages: Pages

  /// Copies bytes; the array that they come from stays as it is.
  public init(_ bytes: [UInt8]) {
    pages = Pages(bytes)
  }

  /// Copies bytes, and overwrites those of the array unless somebody else holds them too.
  package init(taking bytes: inout [UInt8]) {
    pages = Pages(bytes)
    bytes.overwrite()
    bytes = []
  }

  /// The number of bytes.
  public var count: Int { pages.count }

  /// The bytes for the time of a call.
  public func withSpan<Result, Failure>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe pages.bytes.span)
  }

  /// A copy, which is not overwritten at its end.
  public var array: [UInt8] { unsafe [UInt8](pages.bytes) }

  /// Appends a copy; without a trace elsewhere if the array has the capacity for it.
  package func append(to array: inout [UInt8]) {
    unsafe array.append(contentsOf: pages.bytes)
  }
}

extension SecretBytes: Hashable {
  /// Compares the bytes.
  public static func == (one: SecretBytes, other: SecretBytes) -> Bool {
    unsafe one.pages === other.pages || one.pages.bytes.elementsEqual(other.pages.bytes)
  }

  /// Hashes no more than the count, of which nothing can be told.
  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

extension SecretBytes {
  /// Locks all secrets in memory that this process has from its parent: a fork passes on no locks (mlock(2)).
  package static func lockInChild() {
    Pages.held.withLock { held in
      for (start, size) in held { Pages.lock(start, size) }
    }
  }
}

/// Nothing is written to them after they were made.
@safe
private final class Pages: @unchecked Sendable {
  private let start: UnsafeMutableRawPointer
  private let size: Int
  let count: Int

  init(_ source: [UInt8]) {
    let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
    count = source.count
    size = max(1, (count + pageSize - 1) / pageSize) * pageSize
    guard let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      unsafe memory != MAP_FAILED
    else { fatalError("there is no memory for a secret of \(source.count) bytes") }
    unsafe start = memory
    let address = UInt(bitPattern: memory)
    Self.lock(address, size)
    Self.held.withLock { [size] in $0[address] = size }
    unsafe madvise(memory, size, MADV_DONTDUMP)
    unsafe UnsafeMutableRawBufferPointer(start: memory, count: size).copyBytes(from: source)
  }

  /// The pages of all secrets of this process, by where they begin.
  static let held = Mutex<[UInt: Int]>([:])

  /// Locks as much as the limit of the process allows, from the beginning on.
  static func lock(_ address: UInt, _ size: Int) {
    var count = size
    while count > 0, unsafe mlock(UnsafeRawPointer(bitPattern: address), count) != 0 { count /= 2 }
  }

  deinit {
    let address = unsafe UInt(bitPattern: start)
    _ = Self.held.withLock { $0.removeValue(forKey: address) }
    unsafe explicit_bzero(start, size)
    unsafe munmap(start, size)
  }

  @unsafe var bytes: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
  }
}

extension [UInt8] {
  /// Overwrites the bytes unless somebody else holds them too.
  package mutating func overwrite() {
    unsafe withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { unsafe explicit_bzero(start, bytes.count) }
    }
  }
}
