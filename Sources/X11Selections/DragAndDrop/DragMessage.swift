/// A message of XDND between the source of a drag and the window under the pointer.
enum DragMessage: Hashable, Sendable {
  case enter(source: XWindow, version: Int, hasList: Bool, types: [XAtom])
  case position(source: XWindow, point: XPoint, time: XTimestamp, action: XAtom)
  case status(target: XWindow, accepts: Bool, action: XAtom)
  case leave(source: XWindow)
  case drop(source: XWindow, time: XTimestamp)
  case finished(target: XWindow, isAccepted: Bool, action: XAtom)

  /// The highest version of the protocol that is spoken here.
  static let version = 5
  /// Older ones are spoken by nobody any more.
  static let oldestVersion = 3

  /// Reads a message; nil if it is none of XDND.
  init?(_ message: XClientMessage, _ names: DragNames) {
    let words = message.words
    guard message.format == 32, words.count == 5 else { return nil }
    let window = XWindow(rawValue: words[0])
    switch message.type {
    case names.enter:
      let types = words[2...4].map(XAtom.init).filter { $0 != .none }
      self = .enter(
        source: window, version: Int(words[1] >> 24), hasList: words[1] & 1 != 0, types: Array(types))
    case names.position:
      self = .position(
        source: window, point: XPoint(packed: words[2]), time: XTimestamp(rawValue: words[3]),
        action: XAtom(rawValue: words[4]))
    case names.status:
      self = .status(target: window, accepts: words[1] & 1 != 0, action: XAtom(rawValue: words[4]))
    case names.leave: self = .leave(source: window)
    case names.drop: self = .drop(source: window, time: XTimestamp(rawValue: words[2]))
    case names.finished:
      // Before version 5 it said nothing, and meant success.
      self = .finished(target: window, isAccepted: words[1] & 1 != 0, action: XAtom(rawValue: words[2]))
    default: return nil
    }
  }

  /// The message for a window; the window it goes by may be a proxy of it.
  func encoded(for window: XWindow, _ names: DragNames) -> XClientMessage {
    let (type, words): (XAtom, [UInt32]) =
      switch self {
      case .enter(let source, let version, let hasList, let types):
        (
          names.enter,
          [source.rawValue, UInt32(version) << 24 | (hasList ? 1 : 0)]
            + (0..<3).map { $0 < types.count ? types[$0].rawValue : 0 }
        )
      case .position(let source, let point, let time, let action):
        (names.position, [source.rawValue, 0, point.packed, time.rawValue, action.rawValue])
      case .status(let target, let accepts, let action):
        // Bit 1: positions are wanted wherever the pointer moves; the rectangle stays empty.
        (names.status, [target.rawValue, accepts ? 3 : 2, 0, 0, action.rawValue])
      case .leave(let source): (names.leave, [source.rawValue, 0, 0, 0, 0])
      case .drop(let source, let time): (names.drop, [source.rawValue, 0, time.rawValue, 0, 0])
      case .finished(let target, let isAccepted, let action):
        (names.finished, [target.rawValue, isAccepted ? 1 : 0, action.rawValue, 0, 0])
      }
    return XClientMessage(window: window, type: type, format: 32, words: words)
  }
}

/// The atoms of drag and drop (XDND 5, XDS), once the server has told them.
struct DragNames: Hashable, Sendable {
  let selection, aware, proxy, typeList, actionList, directSave: XAtom
  let enter, position, status, leave, drop, finished: XAtom
  let copy, move: XAtom

  /// Their names, in the order of the properties above.
  static let all = [
    "XdndSelection", "XdndAware", "XdndProxy", "XdndTypeList", "XdndActionList", "XdndDirectSave0",
    "XdndEnter", "XdndPosition", "XdndStatus", "XdndLeave", "XdndDrop", "XdndFinished",
    "XdndActionCopy", "XdndActionMove",
  ]

  init(_ atoms: AtomTable) {
    self.init { place in atoms[Self.all[place]] ?? .none }
  }

  /// - Parameter atom: gives the atom of the name at a place in `all`.
  init(_ atom: (Int) -> XAtom) {
    let known = Self.all.indices.map(atom)
    (selection, aware, proxy, typeList, actionList, directSave) =
      (known[0], known[1], known[2], known[3], known[4], known[5])
    (enter, position, status, leave, drop, finished) =
      (known[6], known[7], known[8], known[9], known[10], known[11])
    (copy, move) = (known[12], known[13])
  }
}
