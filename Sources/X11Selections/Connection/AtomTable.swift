/// The atoms that a connection has learned, by name and by number.
///
/// Atoms are never freed by the server, so names that come from outside are only looked up (`create` false).
/// Nothing here waits: `request` sends, `collect` takes what has arrived.
struct AtomTable {
  private var atoms: [String: XAtom] = [
    "PRIMARY": .primary, "SECONDARY": .secondary, "ATOM": .atom, "CARDINAL": .cardinal, "INTEGER": .integer,
    "STRING": .string, "WINDOW": .window, "WM_NAME": .wmName, "WM_CLASS": .wmClass,
    "WM_CLIENT_MACHINE": .wmClientMachine,
  ]
  private var names: [XAtom: String] = [:]
  private var pendingAtoms: [(name: String, ticket: ReplyTicket<XAtom>)] = []
  private var pendingNames: [(atom: XAtom, ticket: ReplyTicket<String>)] = []

  init() {
    for (name, atom) in atoms { names[atom] = name }
  }

  /// nil: not known here, or not to the server.
  subscript(name: String) -> XAtom? { atoms[name] }

  /// The atom of a name that was requested with `create` and collected.
  subscript(name: ProtocolName) -> XAtom { atoms[name.rawValue] ?? .none }

  subscript(atom: XAtom) -> String? { names[atom] }

  mutating func request(_ wanted: some Sequence<String>, create: Bool, on connection: inout XConnection) {
    for name in wanted where atoms[name] == nil && !pendingAtoms.contains(where: { $0.name == name }) {
      // The protocol counts a name's bytes in 16 bits.
      guard name.utf8.count <= 0xFFFF else { continue }
      pendingAtoms.append((name, connection.internAtom(name, create: create)))
    }
  }

  mutating func requestNames(of wanted: some Sequence<XAtom>, on connection: inout XConnection) {
    var asked: Set<XAtom> = []
    for atom in wanted where names[atom] == nil && asked.insert(atom).inserted {
      pendingNames.append((atom, connection.atomName(atom)))
    }
  }

  /// Takes the replies that have arrived; true when none is missing.
  mutating func collect(from connection: borrowing XConnection) -> Bool {
    while let (name, ticket) = pendingAtoms.first {
      switch connection.reply(to: ticket) {
      case .pending: return false
      case .failed: break
      case .value(let atom): if atom != .none { learn(name, atom) }
      }
      pendingAtoms.removeFirst()
    }
    while let (atom, ticket) = pendingNames.first {
      switch connection.reply(to: ticket) {
      case .pending: return false
      case .failed: break
      case .value(let name): learn(name, atom)
      }
      pendingNames.removeFirst()
    }
    return true
  }

  private mutating func learn(_ name: String, _ atom: XAtom) {
    atoms[name] = atom
    names[atom] = name
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
