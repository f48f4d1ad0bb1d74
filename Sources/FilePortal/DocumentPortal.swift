import DBus
import Synchronization
import System
import WaylandSelections

/// The exchange of files with programs in a sandbox, such as Flatpak's: the document portal shows each program the
/// files under paths that it can open (org.freedesktop.portal.FileTransfer).
///
/// The clipboard holds only a key. A program that has the key asks the portal for the paths.
package struct DocumentPortal: Sendable {
  /// The names under which programs offer a key; GTK has both.
  package static let names = ["application/vnd.portal.filetransfer", "application/vnd.portal.files"]

  /// The reason why files are not exchanged.
  package struct Failure: Error, Hashable, Sendable {
    /// In one line without a full stop.
    package let reason: String

    package init(reason: String) { self.reason = reason }
  }

  private static let service = "org.freedesktop.portal.Documents"
  private static let path = "/org/freedesktop/portal/documents"
  private static let interface = "org.freedesktop.portal.FileTransfer"

  /// Any program can offer a key: a longer one is not asked for. The portal's have ten digits or so.
  private static let keyLimit = 255
  /// Files of one transfer.
  package static let fileLimit = 10_000
  /// The number of files in one call: by default the bus passes no more descriptors in a message.
  private static let filesPerCall = 16
  private static let pathLimit = 4096

  /// The addresses of the session bus.
  private let bus: String?
  private let patience: Duration

  /// - Parameter patience: the time for each way, all calls together.
  package init(bus: String?, patience: Duration = .seconds(2)) {
    (self.bus, self.patience) = (bus, patience)
  }

  /// The portal of this session; nil where there is none.
  ///
  /// Its files are below a folder that is there while it runs, so that nobody else is asked.
  package static var current: DocumentPortal? {
    guard let folder = Environment.value("XDG_RUNTIME_DIR"), folder.hasPrefix("/"),
      (try? FileKind(FilePath(folder + "/doc"))) == .directory
    else { return nil }
    return DocumentPortal(bus: Environment.value("DBUS_SESSION_BUS_ADDRESS") ?? "unix:path=\(folder)/bus")
  }

  // MARK: Reading

  /// The paths of the files that a key stands for, as this program can open them.
  package func files(of key: [UInt8]) throws(Failure) -> [[UInt8]] {
    // A NUL ends what some programs offer.
    let digits = key.last == 0 ? key.dropLast() : key[...]
    guard (1...Self.keyLimit).contains(digits.count), digits.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
      throw Failure(reason: "the key of the file transfer is damaged")
    }
    let deadline = CommandDeadline.end(of: patience)
    var connection = try PortalConnection.open(bus, until: deadline)
    let body = try connection.call(
      Self.call("RetrieveFiles", [.string(String(decoding: digits, as: UTF8.self)), .options([])]),
      until: deadline)
    guard body.count == 1, let texts = body[0].texts, !texts.isEmpty else {
      throw Failure(reason: "the document portal returned no files")
    }
    let paths = texts.map { Array($0.utf8) }
    guard paths.count <= Self.fileLimit,
      paths.allSatisfy({ $0.first == 0x2F && $0.count <= Self.pathLimit && !$0.contains(0) })
    else { throw Failure(reason: "the document portal returned a path that is none") }
    return paths
  }

  private static func call(_ member: String, _ body: [BusValue]) -> BusMessage {
    BusMessage(call: member, interface, of: path, at: service, body)
  }

  // MARK: Offering

  /// Files that the portal gives to any program with the key, until this object is released.
  package final class Transfer: Sendable {
    /// The key that is offered.
    package let key: [UInt8]
    /// The portal forgets the files with the connection.
    private let connection: Mutex<PortalConnection>

    fileprivate init(_ key: [UInt8], _ connection: consuming sending PortalConnection) {
      self.key = key
      self.connection = Mutex(connection)
    }
  }

  /// Has the portal offer files, for reading.
  package func transfer(of paths: [[UInt8]]) throws(Failure) -> Transfer {
    guard (1...Self.fileLimit).contains(paths.count) else {
      throw Failure(reason: "there are too many files for the document portal")
    }
    let deadline = CommandDeadline.end(of: patience)
    var connection = try PortalConnection.open(bus, until: deadline)
    let options: [(name: String, value: BusValue)] = [
      ("writable", .boolean(false)), ("autostop", .boolean(false)),
    ]
    let body = try connection.call(Self.call("StartTransfer", [.options(options)]), until: deadline)
    guard case .string(let key)? = body.first, (1...Self.keyLimit).contains(key.utf8.count) else {
      throw Failure(reason: "the document portal returned no key")
    }
    var rest = paths[...]
    while !rest.isEmpty {
      var files: [OpenFile] = []
      for path in rest.prefix(Self.filesPerCall) { files.append(try Self.open(path)) }
      rest = rest.dropFirst(Self.filesPerCall)
      let indices = files.indices.map { BusValue.descriptor(UInt32($0)) }
      let list = BusValue.array(of: .basic(UInt8(ascii: "h")), indices)
      _ = try connection.call(
        Self.call("AddFiles", [.string(key), list, .options([])]), files: files, until: deadline)
    }
    return Transfer(Array(key.utf8), connection)
  }

  /// A descriptor that names a file without opening it (`O_PATH` of open(2), which the C library declares with GNU's
  /// extensions alone).
  private static func open(_ path: [UInt8]) throws(Failure) -> OpenFile {
    do {
      let file = try FileDescriptor(opening: FilePath(path), 0o10000000)
      return OpenFile(try file.duplicate(name: "file"))
    } catch {
      throw Failure(reason: "a file is not there any more")
    }
  }
}
