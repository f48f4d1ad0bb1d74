import CGumbo
import Glibc

/// The memory of one parse: handed out in pieces, and given back all at once.
///
/// Gumbo asks for a piece of memory for every node, name and value, and walks the whole tree to free them. Here
/// freed pieces wait in lists by size for the next of their size, and the end of the parse is the end of all.
@safe
struct GumboArena: ~Copyable {
  private let state: UnsafeMutablePointer<State>

  init() {
    unsafe state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    unsafe state.initialize(to: State())
  }

  deinit {
    unsafe state.pointee.freeAll()
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// Gumbo's options, with this arena as its memory for as long as the arena lives.
  var options: GumboOptions {
    var options = unsafe kGumboDefaultOptions
    unsafe options.max_errors = 0
    unsafe options.userdata = UnsafeMutableRawPointer(state)
    unsafe options.allocator = { state, size in
      unsafe state?.assumingMemoryBound(to: State.self).pointee.allocate(size)
    }
    unsafe options.deallocator = { state, piece in
      if let piece = unsafe piece {
        unsafe state?.assumingMemoryBound(to: State.self).pointee.deallocate(piece)
      }
    }
    return unsafe options
  }

  @safe
  private struct State {
    /// Every piece begins with the index of its size. Half of them hold a word or less, and none a type that
    /// is aligned to more than a word.
    private static let header = 8
    private static let step = 8
    private static let steps = 128
    private static let chunkSize = 1 << 20

    private var chunks: [UnsafeMutableRawPointer] = unsafe []
    private var next: UnsafeMutableRawPointer?
    private var left = 0
    /// Freed pieces by size: of so many steps, then of powers of two. Each leads to the next.
    private var freed = unsafe [UnsafeMutableRawPointer?](repeating: nil, count: steps + 64)

    mutating func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
      guard size >= 0, size < 1 << 40 else { return nil }
      let (index, rounded) = Self.sizeClass(of: size + Self.header)
      if let piece = unsafe freed[index] {
        unsafe freed[index] = piece.load(as: UnsafeMutableRawPointer?.self)
        return unsafe piece
      }
      guard let start = unsafe take(rounded) else { return nil }
      unsafe start.storeBytes(of: index, as: Int.self)
      return unsafe start + Self.header
    }

    mutating func deallocate(_ piece: UnsafeMutableRawPointer) {
      let index = unsafe (piece - Self.header).load(as: Int.self)
      unsafe piece.storeBytes(of: freed[index], as: UnsafeMutableRawPointer?.self)
      unsafe freed[index] = piece
    }

    mutating func freeAll() {
      unsafe chunks.forEach { chunk in unsafe free(chunk) }
    }

    private mutating func take(_ size: Int) -> UnsafeMutableRawPointer? {
      if size > left {
        let length = max(size, Self.chunkSize)
        guard let chunk = unsafe malloc(length) else { return nil }
        unsafe chunks.append(chunk)
        // A piece as large as a chunk leaves the chunk in use as it is.
        if size >= Self.chunkSize { return unsafe chunk }
        unsafe next = chunk
        left = length
      }
      defer {
        unsafe next = next.map { unsafe $0 + size }
        left -= size
      }
      return unsafe next
    }

    private static func sizeClass(of size: Int) -> (index: Int, rounded: Int) {
      // A freed piece holds the address of the next.
      let count = max((size + step - 1) / step, 2)
      if count < steps { return (count, count * step) }
      let power = Int.bitWidth - (size - 1).leadingZeroBitCount
      return (steps + power, 1 << power)
    }
  }
}
