import Glibc

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

  /// How many wait for their message.
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
