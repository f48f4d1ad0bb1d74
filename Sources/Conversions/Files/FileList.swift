import RichText
import UniformTypeIdentifiers

/// Files that were copied or cut, as file managers exchange them.
public struct FileList: Hashable, Sendable {
  /// The action for the files where they are pasted.
  public enum Verb: String, Hashable, Sendable {
    /// They stay where they are as well.
    case copy
    /// They are moved.
    case cut
  }

  /// One of the files.
  public enum Entry: Hashable, Sendable {
    /// An absolute path on this machine; its bytes need not be UTF-8.
    case path([UInt8])
    /// The address of something elsewhere: of another machine, or of a scheme other than `file`.
    case address(String)
  }

  /// The files, in the order in which they were copied.
  public var entries: [Entry]
  /// The action for the files.
  public var verb: Verb

  /// Creates a list of files; by default of copied ones.
  public init(_ entries: [Entry], verb: Verb = .copy) {
    self.entries = entries
    self.verb = verb
  }

  /// The paths of those that are on this machine.
  public var paths: [[UInt8]] {
    entries.compactMap { entry in
      if case .path(let path) = entry { path } else { nil }
    }
  }

  /// Paths and addresses, one a line, without a line feed at the end.
  public var text: [UInt8] {
    Array(entries.map(\.text).joined(separator: [0x0A]))
  }
}

extension FileList.Entry {
  /// The address that other programs know it by.
  public var address: String {
    switch self {
    case .path(let path): FileAddress.encode(path)
    case .address(let address): address
    }
  }

  /// The name for people and shells: its path, or its address.
  public var text: [UInt8] {
    switch self {
    case .path(let path): path
    case .address(let address): Array(address.utf8)
    }
  }

  /// The last part of its path, for people.
  public var name: String {
    let part = text.split(separator: 0x2F).last.map(Array.init) ?? text
    return String(decoding: part, as: UTF8.self)
  }
}

/// A form in which programs exchange lists of files: a name, and how its bytes are read and written.
package struct FileListForm: Sendable {
  /// The name that pasteboards know it by.
  package let name: String
  /// True if it tells whether the files were copied or cut.
  package let hasVerb: Bool
  /// Nil if the bytes are not of this form.
  private let readBytes: @Sendable (_ bytes: [UInt8], _ host: String) -> FileList?
  private let writeList: @Sendable (FileList) -> [UInt8]

  /// The forms, those that tell most first.
  package static let all = [gnome, mate, uriList, kde, address]
  /// Those that are offered, in order: together they serve every file manager (no one of them does).
  package static let offered = [uriList, gnome, mate, address]

  /// The form of Nautilus, Nemo and Thunar, which others read as well.
  package static let gnome = FileListForm(
    "x-special/gnome-copied-files", hasVerb: true, read: verbAndAddresses
  ) {
    verbAndAddresses(of: $0)
  }
  /// The form of Caja, which knows no other.
  static let mate = FileListForm("x-special/mate-copied-files", hasVerb: true, read: verbAndAddresses) {
    verbAndAddresses(of: $0)
  }
  /// The form of PCManFM, Dolphin, browsers, mail programs and word processors (RFC 2483, 5).
  package static let uriList = FileListForm("text/uri-list", read: addresses) { list in
    list.entries.flatMap { Array($0.address.utf8) + [0x0D, 0x0A] }
  }
  /// The form that KDE's programs offer beside it, with the local addresses of what is reached through it.
  static let kde = FileListForm("application/x-kde4-urilist", read: addresses) {
    uriList.write($0)
  }
  /// One address, as macOS has it for each item.
  package static let address = FileListForm("public.file-url", read: addresses) { list in
    Array((list.entries.first?.address ?? "").utf8)
  }

  /// Says, in a target of its own beside a form without a verb, that the files were cut.
  package static let cutMark = "application/x-kde-cutselection"

  /// The value of the mark if the files were cut.
  package static let cutMarkValue: [UInt8] = Array("1".utf8)

  private init(
    _ name: String, hasVerb: Bool = false,
    read: @escaping @Sendable ([UInt8], String) -> FileList?,
    write: @escaping @Sendable (FileList) -> [UInt8]
  ) {
    self.name = name
    self.hasVerb = hasVerb
    readBytes = read
    writeList = write
  }

  /// The form that has this name on pasteboards.
  package static func called(_ name: String) -> FileListForm? {
    all.first { $0.name == name }
  }

  /// The list that bytes of this form stand for; nil if there is none in them.
  ///
  /// - Parameter host: the name of this machine, which addresses of its files may hold.
  package func read(_ bytes: [UInt8], host: String = "localhost") -> FileList? {
    readBytes(bytes, host)
  }

  package func write(_ list: FileList) -> [UInt8] {
    writeList(list)
  }
}

// MARK: Bytes

extension FileListForm {
  /// One address a line; PCManFM ends what it writes with a NUL.
  @Sendable private static func addresses(in bytes: [UInt8], host: String) -> FileList? {
    let entries = lines(of: bytes).compactMap { FileAddress.entry($0, host: host) }
    return entries.isEmpty ? nil : FileList(entries)
  }

  /// The verb, then one address a line.
  @Sendable private static func verbAndAddresses(in bytes: [UInt8], host: String) -> FileList? {
    var lines = lines(of: bytes)[...]
    guard let first = lines.popFirst(),
      let verb = FileList.Verb(rawValue: String(decoding: first, as: UTF8.self))
    else { return nil }
    let entries = lines.compactMap { FileAddress.entry($0, host: host) }
    return entries.isEmpty ? nil : FileList(entries, verb: verb)
  }

  /// Nautilus and Nemo paste nothing if a line feed stands at the end.
  private static func verbAndAddresses(of list: FileList) -> [UInt8] {
    Array(([list.verb.rawValue] + list.entries.map(\.address)).joined(separator: "\n").utf8)
  }

  /// Lines that are neither empty nor comments.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split { $0 == 0x0A || $0 == 0x0D || $0 == 0x00 }.filter { $0.first != 0x23 }
  }

  /// Reads the list that Nautilus 3.30 to 3.3x put on the clipboard as plain text.
  package static func nautilusText(_ text: [UInt8], host: String = "localhost") -> FileList? {
    let mark = Array("x-special/nautilus-clipboard\n".utf8)
    guard text.starts(with: mark) else { return nil }
    return gnome.read(Array(text.dropFirst(mark.count)), host: host)
  }
}

/// Reads the addresses of files.
struct FileListReader: Converter {
  var from: Form { .type(.fileURL) }
  var to: Form { .files }
  var loss: Int { 0 }

  func convert(_ value: Value, _ terms: Format.Options) throws(ConversionError) -> Value {
    guard case .bytes(let bytes) = value else { return value }
    guard let list = FileListForm.uriList.read(bytes) else {
      throw ConversionError(.unreadable, "no file address found")
    }
    return .files(list)
  }
}

/// Makes something else of a list of files.
struct FileListWriter: Converter {
  let to: Form
  private let write: @Sendable (FileList) -> Value
  var from: Form { .files }
  var loss: Int { 1 }

  func convert(_ value: Value, _ terms: Format.Options) throws(ConversionError) -> Value {
    guard case .files(let list) = value else { return value }
    return write(list)
  }

  /// The address of a file, the first of several.
  static let address = FileListWriter(to: .type(.fileURL)) { .bytes(FileListForm.address.write($0)) }

  /// The paths of files, one a line.
  static let paths = FileListWriter(to: .type(.plainText)) { .bytes($0.text) }

  /// A list of links to files.
  static let links = FileListWriter(to: .document) { list in
    let items = list.entries.map { entry in
      ListItem([.paragraph([.link(Link(destination: entry.address, [.text(words(for: entry))]))])])
    }
    return .document(Document([.list(List(.bullet, items: items))]))
  }

  /// A name, on one line whatever is in it.
  private static func words(for entry: FileList.Entry) -> String {
    guard case .path = entry else { return entry.address }
    return String(
      String.UnicodeScalarView(
        entry.name.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
