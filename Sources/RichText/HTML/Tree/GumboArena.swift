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

  /// Pieces of one size share a page, which knows the size: half of all pieces hold a word or two, and would be half as
  /// large again if each knew its own.
  @safe
  private struct State {
    /// No type is aligned to more.
    private static let step = 8
    /// Larger pieces have a chunk of their own, of a power of two.
    private static let largest = 2048
    private static let steps = largest / step
    private static let pageSize = 1 << 12
    /// Chunks begin at multiples of this, so that the address of a piece leads to the chunk.
    private static let chunkSize = 1 << 15
    private static let pages = chunkSize / pageSize
    /// A chunk begins with the sizes of the pieces in each of its pages, and leaves out what the C library puts between
    /// chunks, which lie side by side then.
    private static let header = 16

    private var chunks: [UnsafeMutableRawPointer] = unsafe []
    /// How many pages of the last chunk of pages are in use, and where it begins.
    private var usedPages = pages
    private var chunk: UnsafeMutableRawPointer?
    /// Where the page of each size goes on, and how many bytes are left of it.
    private var next = unsafe [UnsafeMutableRawPointer?](repeating: nil, count: steps + 1)
    private var left = [Int](repeating: 0, count: steps + 1)
    /// Freed pieces by size: of so many steps, then of powers of two. Each leads to the next.
    private var freed = unsafe [UnsafeMutableRawPointer?](repeating: nil, count: steps + 1 + Int.bitWidth)

    mutating func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
      guard size >= 0, size < 1 << 40 else { return nil }
      let power = Int.bitWidth - (size - 1).leadingZeroBitCount
      let index = size <= Self.largest ? max((size + Self.step - 1) / Self.step, 1) : Self.steps + 1 + power
      if let piece = unsafe freed[index] {
        unsafe freed[index] = piece.load(as: UnsafeMutableRawPointer?.self)
        return unsafe piece
      }
      guard size <= Self.largest else { return unsafe newChunk(of: Self.header + 1 << power, index) }
      return unsafe take(index)
    }

    mutating func deallocate(_ piece: UnsafeMutableRawPointer) {
      let offset = Int(bitPattern: piece) & (Self.chunkSize - 1)
      let sizes = unsafe piece - offset
      let index = unsafe Int(sizes.load(fromByteOffset: 2 * (offset / Self.pageSize), as: UInt16.self))
      unsafe piece.storeBytes(of: freed[index], as: UnsafeMutableRawPointer?.self)
      unsafe freed[index] = piece
    }

    mutating func freeAll() {
      unsafe chunks.forEach { chunk in unsafe free(chunk) }
    }

    /// A new piece of so many steps.
    private mutating func take(_ index: Int) -> UnsafeMutableRawPointer? {
      let size = index * Self.step
      if left[index] < size, !openPage(index) { return nil }
      defer {
        unsafe next[index] = next[index].map { unsafe $0 + size }
        left[index] -= size
      }
      return unsafe next[index]
    }

    private mutating func openPage(_ index: Int) -> Bool {
      if usedPages == Self.pages {
        // Behind a chunk stands what the C library notes of the next one.
        guard let piece = unsafe newChunk(of: Self.chunkSize - Self.header, index) else { return false }
        unsafe chunk = piece - Self.header
        usedPages = 0
      }
      guard let chunk = unsafe chunk else { return false }
      let start = usedPages == 0 ? Self.header : usedPages * Self.pageSize
      let end = min((usedPages + 1) * Self.pageSize, Self.chunkSize - Self.header)
      unsafe chunk.storeBytes(of: UInt16(index), toByteOffset: 2 * usedPages, as: UInt16.self)
      unsafe next[index] = chunk + start
      left[index] = end - start
      usedPages += 1
      return true
    }

    /// The first piece of a new chunk of so many bytes.
    private mutating func newChunk(of size: Int, _ index: Int) -> UnsafeMutableRawPointer? {
      var chunk: UnsafeMutableRawPointer?
      guard unsafe posix_memalign(&chunk, Self.chunkSize, size) == 0, let chunk = unsafe chunk else {
        return nil
      }
      unsafe chunks.append(chunk)
      unsafe chunk.storeBytes(of: UInt16(index), as: UInt16.self)
      return unsafe chunk + Self.header
    }
  }
}
