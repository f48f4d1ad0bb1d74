import Exchange
import Glibc
import System

/// The content that the service held at its end, left for the one that is started next.
///
/// A file of the user's own in `XDG_RUNTIME_DIR`, which is in memory and gone with the session. Secrets are
/// never kept, and so never written.
struct ServiceContentFile {
  private let backend: Backend
  private let board: Board

  init(_ backend: Backend, _ board: Board = .general) {
    (self.backend, self.board) = (backend, board)
  }

  /// Larger clipboards end with the service.
  private static let sizeLimit = 80 << 20

  /// One for each board of a display; nil without a runtime directory.
  private var path: String? {
    guard let folder = Environment.value("XDG_RUNTIME_DIR"), folder.hasPrefix("/"), !backend.place.isEmpty
    else { return nil }
    let name = backend.place.utf8.map { byte -> UInt8 in byte == 0x2F ? 0x5F : byte }
    let suffix = board == .general ? "" : "-\(board.name)"
    return "\(folder)/pasteboard-kept-\(String(decoding: name, as: UTF8.self))\(suffix)"
  }

  /// Writes what is held; without success it is lost, as it would be without a service.
  func leave(_ snapshot: Snapshot) {
    guard let path, snapshot.byteCount <= Self.sizeLimit else { return }
    try? FilePath(path).removeFile()
    let old = umask(0o077)
    defer { umask(old) }
    guard let file = try? FileDescriptor(creating: path) else { return }
    _ = try? file.write(Self.encode(snapshot), name: path)
  }

  /// The content that was left; nil if there is none, or it cannot be read.
  func read() -> Snapshot? {
    guard let path else { return nil }
    let bytes = try? RegularFile.bytes(of: path, limit: Self.sizeLimit + (1 << 20), isPrivate: true)
    return bytes.flatMap(Self.decode)
  }

  /// Removes what was left: it is there again once.
  func remove() {
    guard let path else { return }
    try? FilePath(path).removeFile()
  }

  /// The first line, which tells how the copy is to be offered.
  private enum Mark: String, CaseIterable {
    case kept = "pasteboard 1, kept\n"
    case takenOver = "pasteboard 1, taken over\n"
    case exact = "pasteboard 1, exact\n"

    init(of snapshot: Snapshot) {
      self = snapshot.isExact ? .exact : snapshot.isTakenOver ? .takenOver : .kept
    }
  }

  /// Each target, its type, its format and its bytes, every part after its length; for bytes that stand there already
  /// the target before, in place of the format. The type is empty where its owner declared none.
  static func encode(_ snapshot: Snapshot) -> [UInt8] {
    var bytes = Array(Mark(of: snapshot).rawValue.utf8)
    var written: [(target: String, property: Representation)] = []
    for target in snapshot.names {
      guard let property = snapshot.representations[target] else { continue }
      bytes.append(part: target.utf8)
      bytes.append(part: (property.declared ?? "").utf8)
      if let same = written.first(where: {
        $0.property.bytes == property.bytes && $0.property.format == property.format
      }) {
        bytes.append(part: (sameAs + same.target).utf8)
        continue
      }
      bytes.append(part: "\(property.format)".utf8)
      bytes.append(part: property.bytes)
      written.append((target, property))
    }
    if !snapshot.remade.isEmpty {
      let names = snapshot.remade.joined(separator: "\n")
      for part in [remadeTarget, "", "8", names] { bytes.append(part: part.utf8) }
    }
    return bytes
  }

  /// Stands before the target whose bytes another one has too.
  private static let sameAs = "="

  /// Stands before the names of what is made anew, a line each.
  private static let remadeTarget = "application/x-pasteboard-remade"

  /// Nil if the bytes are not what `encode` writes.
  static func decode(_ bytes: [UInt8]) -> Snapshot? {
    guard let mark = Mark.allCases.first(where: { bytes.starts(with: $0.rawValue.utf8) }) else { return nil }
    var parts = PartReader(bytes[mark.rawValue.utf8.count...])
    var snapshot = Snapshot()
    (snapshot.isTakenOver, snapshot.isExact) = (mark == .takenOver, mark == .exact)
    while !parts.isAtEnd {
      guard let target = parts.nextText(), let name = parts.nextText(), let format = parts.nextText() else {
        return nil
      }
      let type = name.isEmpty ? nil : name
      let value: Representation
      if format.hasPrefix(sameAs) {
        guard let same = snapshot.representations[String(format.dropFirst(sameAs.count))] else { return nil }
        value = Representation(declared: type, format: same.format, bytes: same.bytes)
      } else {
        guard let bits = Int(format), let bytes = parts.next() else { return nil }
        value = Representation(declared: type, format: bits, bytes: Array(bytes))
      }
      if target == remadeTarget {
        snapshot.remade = String(decoding: value.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        continue
      }
      snapshot.names.append(target)
      snapshot.representations[target] = value
    }
    return snapshot.names.isEmpty ? nil : snapshot
  }
}
