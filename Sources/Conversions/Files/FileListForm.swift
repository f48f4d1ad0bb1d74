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

  /// What Nautilus, Nemo and Thunar take, and others read as well.
  package static let gnome = FileListForm(
    "x-special/gnome-copied-files", hasVerb: true, read: verbAndAddresses
  ) {
    verbAndAddresses(of: $0)
  }
  /// What Caja takes, which knows no other.
  static let mate = FileListForm("x-special/mate-copied-files", hasVerb: true, read: verbAndAddresses) {
    verbAndAddresses(of: $0)
  }
  /// What PCManFM, Dolphin, browsers, mail programs and word processors take (RFC 2483, 5).
  package static let uriList = FileListForm("text/uri-list", read: addresses) { list in
    list.entries.flatMap { Array($0.address.utf8) + [0x0D, 0x0A] }
  }
  /// What KDE's programs offer beside it, with the local addresses of what is reached through it.
  static let kde = FileListForm("application/x-kde4-urilist", read: addresses) {
    uriList.write($0)
  }
  /// One address, as macOS has it for each item.
  package static let address = FileListForm("public.file-url", read: addresses) { list in
    Array((list.entries.first?.address ?? "").utf8)
  }

  /// Says, in a target of its own beside a form without a verb, that the files were cut.
  package static let cutMark = "application/x-kde-cutselection"

  /// What the mark holds if they were.
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
