import Glibc
import System
import WaylandSelections

/// The pipes into which the owners of a fake session write.
struct OwnerPipes {
  private var kept: [OpenFile] = []
  private(set) var endless: [OpenFile] = []

  mutating func write(_ form: FakeCompositor.Form, to pipe: OpenFile) {
    switch form {
    case .bytes(let bytes), .dies(let bytes):
      Thread<Void>.start {
        FakeCompositor.ignoreBrokenPipes()
        var rest = bytes[...]
        while !rest.isEmpty {
          let count = rest.withUnsafeBytes { Glibc.write(pipe.number, $0.baseAddress, $0.count) }
          guard count > 0 else { break }
          rest = rest.dropFirst(count)
        }
      }
    case .never: kept.append(pipe)
    case .stops(let bytes):
      _ = bytes.withUnsafeBytes { Glibc.write(pipe.number, $0.baseAddress, $0.count) }
      kept.append(pipe)
    case .endless:
      _ = fcntl(pipe.number, F_SETFL, O_WRONLY | O_NONBLOCK)
      endless.append(pipe)
    }
  }

  /// Writes more to the pipes that have no end, as far as there is room.
  mutating func writeOn() {
    let bytes = [UInt8](repeating: 0x61, count: 1 << 16)
    endless.removeAll { pipe in
      let count = bytes.withUnsafeBytes { Glibc.write(pipe.number, $0.baseAddress, $0.count) }
      return count < 0 && errno != EAGAIN
    }
  }

  /// Closes the pipes that were kept open.
  mutating func close() { kept = [] }
}
