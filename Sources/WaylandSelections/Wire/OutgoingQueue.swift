import Glibc

/// Messages to send, in the parts that one call may send.
///
/// Descriptors go with the first byte of a part, and so arrive before the message that they belong to is whole.
package struct OutgoingQueue: Sendable {
  /// Bytes and the descriptors that go with the first of them.
  package struct Part: Sendable {
    package var bytes: [UInt8]
    var files: [OpenFile]
  }

  /// Servers cut off whoever sends more in one call (libwayland's `MAX_FDS_OUT`).
  static let filesPerPart = 28

  package private(set) var parts: [Part] = []

  /// A queue of nothing.
  package init() {}

  var isEmpty: Bool { parts.isEmpty }

  mutating func append(_ message: WireMessage, _ file: OpenFile? = nil) {
    append(message.bytes, file.map { [$0] } ?? [])
  }

  /// Adds bytes, and the descriptors that go with the first of them.
  package mutating func append(_ bytes: [UInt8], _ files: [OpenFile] = []) {
    if let last = parts.indices.last, parts[last].files.count + files.count <= Self.filesPerPart {
      parts[last].bytes.append(contentsOf: bytes)
      parts[last].files.append(contentsOf: files)
    } else {
      parts.append(Part(bytes: bytes, files: files))
    }
  }

  /// Forgets what was sent of the first part; its descriptors have gone with the first byte.
  package mutating func dropFirst(_ count: Int) {
    guard count > 0, !parts.isEmpty else { return }
    parts[0].files = []
    parts[0].bytes.removeFirst(count)
    if parts[0].bytes.isEmpty { parts.removeFirst() }
  }
}

/// Descriptors that have come, in their order, until messages claim them; closes those that nobody claims.
package struct DescriptorQueue: ~Copyable {
  private var numbers: [Int32] = []

  /// A queue of none.
  package init() {}

  deinit {
    for number in numbers { close(number) }
  }

  /// Those that wait for their message.
  package var waiting: [Int32] { numbers }

  /// The number of wait for their message.
  package var count: Int { numbers.count }

  /// Takes one, which is closed with the queue unless it is taken out.
  package mutating func append(_ number: Int32) {
    numbers.append(number)
  }

  /// The one that came first; nil if there is none.
  package mutating func take() -> OpenFile? {
    numbers.isEmpty ? nil : OpenFile(numbers.removeFirst())
  }
}

/// A descriptor that several may know of, closed with the last who does.
package final class OpenFile: Sendable {
  /// The descriptor's number.
  package let number: Int32

  /// Owns an open descriptor from now on.
  package init(_ number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }
}
