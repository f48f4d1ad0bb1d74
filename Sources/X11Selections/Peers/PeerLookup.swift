import Exchange
import Glibc
import System

/// Finds out who a window belongs to, without waiting: asks in two steps and takes what arrives.
///
/// Toolkits use a hidden window for selections, which often says nothing about the program. What it lacks is
/// taken from the client's leader and its other windows.
struct PeerLookup {
  /// The atoms of the properties that are read; those that the server does not know are left out.
  struct Names {
    fileprivate let fullName, processIdentifier, clientLeader, clientList: XAtom?

    static let all = ["_NET_WM_NAME", "_NET_WM_PID", "WM_CLIENT_LEADER", "_NET_CLIENT_LIST"]

    init(_ atoms: AtomTable) {
      fullName = atoms[Self.all[0]]
      processIdentifier = atoms[Self.all[1]]
      clientLeader = atoms[Self.all[2]]
      clientList = atoms[Self.all[3]]
    }
  }

  // A hostile client can list any number of relatives: each costs a round of questions.
  private static let windowLimit = 8
  // Longer classes and names are not those of programs, and are cut by the server before they are sent.
  private static let propertyLimit = 1 << 12

  private let names: Names
  private let window: XWindow
  private var questions: [Question] = []
  private var clientList: ReplyTicket<PropertyValue?>?
  private var process: ReplyTicket<Int32?>?
  private var tree: ReplyTicket<WindowTree>?
  private var relatives: [XWindow] = []
  private var isSecondStep = false
  private var machine: String?
  /// The process at the other end of the client's connection.
  private var clientProcess: Int32?
  private var description: Peer

  private struct Question {
    let property: XAtom
    let ticket: ReplyTicket<PropertyValue?>
  }

  init(_ window: XWindow, names: Names, on connection: inout XConnection) {
    self.names = names
    self.window = window
    description = Peer(window: window.rawValue)
    ask(window, &connection)
    clientList = names.clientList.map {
      connection.readProperty($0, of: connection.root, limit: Self.propertyLimit, delete: false)
    }
    tree = connection.queryTree(connection.root)
    process = connection.clientProcess(of: window)
  }

  /// The result when all replies have arrived; nil before.
  mutating func advance(on connection: inout XConnection) -> Peer? {
    while let question = questions.first {
      switch connection.reply(to: question.ticket) {
      case .pending: return nil
      case .failed: break
      case .value(let value): if let value { take(question.property, value) }
      }
      questions.removeFirst()
    }
    if let ticket = clientList {
      switch connection.reply(to: ticket) {
      case .pending: return nil
      case .failed: break
      case .value(let list): relatives += list?.words.map(XWindow.init) ?? []
      }
      clientList = nil
    }
    if let ticket = tree {
      switch connection.reply(to: ticket) {
      case .pending: return nil
      case .failed: break
      case .value(let tree): relatives += tree.children
      }
      tree = nil
    }
    if let ticket = process {
      switch connection.reply(to: ticket) {
      case .pending: return nil
      case .failed: break
      case .value(let number): clientProcess = number
      }
      process = nil
    }
    if !isSecondStep && (description.className == nil || description.processIdentifier == nil) {
      isSecondStep = true
      askRelatives(&connection)
    }
    return questions.isEmpty ? located() : nil
  }

  private mutating func askRelatives(_ connection: inout XConnection) {
    var asked: Set<XWindow> = [window, .none]
    if let leader = description.clientLeader.map(XWindow.init), asked.insert(leader).inserted {
      ask(leader, &connection)
    }
    for relative in relatives where asked.count < Self.windowLimit {
      guard connection.isSameClient(relative, window), asked.insert(relative).inserted else { continue }
      ask(relative, &connection)
    }
  }

  private mutating func ask(_ window: XWindow, _ connection: inout XConnection) {
    let properties = [
      XAtom.wmClass, names.fullName, .wmName, names.clientLeader, names.processIdentifier, .wmClientMachine,
    ]
    for case let property? in properties {
      let ticket = connection.readProperty(property, of: window, limit: Self.propertyLimit, delete: false)
      questions.append(Question(property: property, ticket: ticket))
    }
  }

  /// Keeps what was found first: the window itself is asked before its relatives.
  private mutating func take(_ property: XAtom, _ value: PropertyValue) {
    let text = value.format == 8 ? String(decoding: value.bytes, as: UTF8.self) : ""
    switch property {
    case .wmClass:
      guard description.className == nil else { return }
      let parts = text.split(separator: "\0", omittingEmptySubsequences: false)
      guard parts.count >= 2 else { return }
      description.instanceName = String(parts[0])
      description.className = String(parts[1])
    case .wmName, names.fullName:
      if description.windowName == nil { description.windowName = text }
    case names.clientLeader:
      if description.clientLeader == nil { description.clientLeader = value.words.first }
    case names.processIdentifier:
      if description.processIdentifier == nil {
        description.processIdentifier = value.words.first.flatMap { Int32(exactly: $0) }
      }
    case .wmClientMachine:
      if machine == nil { machine = text }
    default: break
    }
  }

  /// A process number means something only on the machine that it was given on.
  private func located() -> Peer {
    var description = description
    if machine != nil && machine != ThisProcess.hostName {
      description.processIdentifier = nil
    } else if let clientProcess {
      // The server's word counts more than what a program writes down, which may be another's number.
      description.processIdentifier = clientProcess
    }
    description.executable = description.processIdentifier.flatMap { ThisProcess.executable(of: $0) }
    return description
  }
}

/// The class of the program that a window belongs to (`WM_CLASS`, ICCCM 4.1.2.5).
public struct WindowClass: Hashable, Sendable {
  /// The first part: the name that the program was started by.
  public var instanceName: String
  /// The second part: the name of the program.
  public var className: String

  /// Creates a class of its two parts.
  public init(instanceName: String, className: String) {
    self.instanceName = instanceName
    self.className = className
  }

  /// That of the windows that own selections here.
  public static let pasteboard = WindowClass(instanceName: "pasteboard", className: Peer.ownClass)
}
