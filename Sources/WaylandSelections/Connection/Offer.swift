package import Exchange
import Synchronization

/// A copy, as the compositor tells of it: the names of its forms.
package struct Offer: Sendable {
  /// The number of the object, which is the server's.
  package let identifier: UInt32
  /// Tells this offer from all others of this process: a compositor uses the number of an old offer again.
  package let serial = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
  /// The names, each once, in their order.
  package private(set) var names: [String] = []
  /// The names again, where they are so many that looking through them takes longer than this does.
  private var known: Set<String> = []
  private var byteCount = 0

  /// More names, or more bytes of names, are left out.
  package static let nameLimit = 4096
  static let byteLimit = 1 << 20
  private static let count = Atomic<UInt32>(0)
  // Below this a search through the list is faster than making a set.
  private static let fewNames = 24

  /// An offer of no form yet.
  package init(_ identifier: UInt32) {
    self.identifier = identifier
  }

  /// Adds a name, unless it is one that no program could ask for, or too much.
  package mutating func add(_ bytes: [UInt8]) {
    guard names.count < Self.nameLimit, byteCount + bytes.count <= Self.byteLimit,
      let name = Self.name(bytes), isNew(name)
    else { return }
    byteCount += bytes.count
    names.append(name)
  }

  private mutating func isNew(_ name: String) -> Bool {
    if names.count < Self.fewNames { return !names.contains(name) }
    if known.isEmpty { known = Set(names) }
    return known.insert(name).inserted
  }

  /// The name that bytes are; nil for what is empty, too long for a message, no UTF-8, or not to be printed.
  static func name(_ bytes: [UInt8]) -> String? {
    guard (1...WireMessage.textLimit).contains(bytes.count),
      bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}

/// The offers that a compositor has made and that were not let go: few at any time.
package struct Offers: Sendable {
  private var all: [Offer] = []

  package init() {}

  package subscript(identifier: UInt32) -> Offer? { all.first { $0.identifier == identifier } }

  /// Adds an offer of no form yet.
  package mutating func make(_ identifier: UInt32) { all.append(Offer(identifier)) }

  /// Adds a name to an offer, if it has not been let go.
  package mutating func add(_ name: [UInt8], to identifier: UInt32) {
    guard let index = all.firstIndex(where: { $0.identifier == identifier }) else { return }
    all[index].add(name)
  }

  package mutating func remove(_ identifier: UInt32) { all.removeAll { $0.identifier == identifier } }
}

/// The slots of a device: one offer in each.
package enum Slot: Hashable, Sendable, CaseIterable {
  /// The clipboard.
  case copied
  /// The primary selection.
  case selected

  /// Nil for a board that Wayland does not have.
  package init?(_ board: Board) {
    switch board {
    case .general: self = .copied
    case .primary: self = .selected
    default: return nil
    }
  }

  /// The slot of a board; an error tells what there is no such thing of.
  static func required(_ board: Board) throws(ExchangeError) -> Slot {
    guard board != .drag else {
      throw ExchangeError(
        .unavailable,
        "Wayland does not show drags in progress. Use 'pb drop', or --backend x11 for X11 programs.")
    }
    guard let slot = Slot(board) else {
      throw ExchangeError(
        .unavailable,
        "Wayland has no pasteboard '\(board)'. Use general or primary, or --backend x11 for X11 programs.")
    }
    return slot
  }

  /// The board of this name.
  var board: Board { self == .copied ? .general : .primary }
}
