/// The atoms that a connection has learned, by name and by number.
///
/// Atoms are never freed by the server, so names that come from outside are only looked up (`create` false).
/// Nothing here waits: `request` sends, `collect` takes what has arrived.
struct AtomTable {
  private typealias Entry = (name: String, atom: XAtom)

  // Sorted arrays: the runtime takes a fifth of the instructions of a paste to make the types of two dictionaries.
  private var entriesByName: [Entry] = []
  private var entriesByAtom: [Entry] = []
  private var pendingAtoms: [(name: String, ticket: ReplyTicket<XAtom>)] = []
  private var pendingNames: [(atom: XAtom, ticket: ReplyTicket<String>)] = []

  /// The longest name of an atom that is kept, in bytes: the server accepts 65,535, and lists have thousands of names.
  private static let nameLimit = 4096

  init() {
    let predefined: [Entry] = [
      ("PRIMARY", .primary), ("SECONDARY", .secondary), ("ATOM", .atom), ("CARDINAL", .cardinal),
      ("INTEGER", .integer), ("STRING", .string), ("WINDOW", .window), ("WM_NAME", .wmName),
      ("WM_CLASS", .wmClass), ("WM_CLIENT_MACHINE", .wmClientMachine),
    ]
    for (name, atom) in predefined { learn(name, atom) }
  }

  /// nil: not known here, or not to the server.
  subscript(name: String) -> XAtom? {
    let index = index(of: name)
    return index < entriesByName.count && entriesByName[index].name == name ? entriesByName[index].atom : nil
  }

  /// The atom of a name that was requested with `create` and collected.
  subscript(name: ProtocolName) -> XAtom { self[name.rawValue] ?? .none }

  subscript(atom: XAtom) -> String? {
    let index = index(of: atom)
    return index < entriesByAtom.count && entriesByAtom[index].atom == atom ? entriesByAtom[index].name : nil
  }

  mutating func request(_ wanted: some Sequence<String>, create: Bool, on connection: inout XConnection) {
    for name in wanted where self[name] == nil && !pendingAtoms.contains(where: { $0.name == name }) {
      // The protocol counts a name's bytes in 16 bits.
      guard name.utf8.count <= 0xFFFF else { continue }
      pendingAtoms.append((name, connection.internAtom(name, create: create)))
    }
  }

  mutating func requestNames(of wanted: some Sequence<XAtom>, on connection: inout XConnection) {
    for atom in wanted where self[atom] == nil && !pendingNames.contains(where: { $0.atom == atom }) {
      pendingNames.append((atom, connection.atomName(atom)))
    }
  }

  /// Takes the replies that have arrived; true when none is missing.
  mutating func collect(from connection: borrowing XConnection) -> Bool {
    var count = 0
    defer { pendingAtoms.removeFirst(count) }
    for (name, ticket) in pendingAtoms {
      switch connection.reply(to: ticket) {
      case .pending: return false
      case .failed: break
      case .value(let atom): if atom != .none { learn(name, atom) }
      }
      count += 1
    }
    var nameCount = 0
    defer { pendingNames.removeFirst(nameCount) }
    for (atom, ticket) in pendingNames {
      switch connection.reply(to: ticket) {
      case .pending: return false
      case .failed: break
      case .value(let name): if name.utf8.count <= Self.nameLimit { learn(name, atom) }
      }
      nameCount += 1
    }
    return true
  }

  private mutating func learn(_ name: String, _ atom: XAtom) {
    let (nameIndex, atomIndex) = (index(of: name), index(of: atom))
    if self[name] == nil {
      entriesByName.insert((name, atom), at: nameIndex)
    } else {
      entriesByName[nameIndex].atom = atom
    }
    if self[atom] == nil {
      entriesByAtom.insert((name, atom), at: atomIndex)
    } else {
      entriesByAtom[atomIndex].name = name
    }
  }

  /// The index of the first entry whose name is not less.
  private func index(of name: String) -> Int {
    Self.firstIndex(in: entriesByName) { $0.name >= name }
  }

  /// The index of the first entry whose atom is not less.
  private func index(of atom: XAtom) -> Int {
    Self.firstIndex(in: entriesByAtom) { $0.atom.rawValue >= atom.rawValue }
  }

  /// Halves the entries until the first is found that meets a condition, as all behind it do.
  private static func firstIndex(in entries: [Entry], where condition: (Entry) -> Bool) -> Int {
    var range = 0..<entries.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = condition(entries[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}

/// The names that the protocols around selections use (ICCCM 2.6, 2.7; freedesktop ClipboardManager).
enum ProtocolName: String, CaseIterable {
  case targets = "TARGETS"
  case multiple = "MULTIPLE"
  case timestamp = "TIMESTAMP"
  case saveTargets = "SAVE_TARGETS"
  case incremental = "INCR"
  case null = "NULL"
  case clipboard = "CLIPBOARD"
  case clipboardManager = "CLIPBOARD_MANAGER"
}
