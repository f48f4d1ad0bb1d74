package import System

/// Tells what files are, by their names and their contents together, as the desktop's own programs do.
///
/// The rules are those of the Shared MIME-info Database specification, "Recommended checking order": a name that only
/// one type has decides, unless it is one of text and the content is none; the content decides between several, and
/// where the name says nothing. Files that the desktop's database does not know are told by the registry's extensions and by
/// signatures, archives by what is in them.
package struct FileTyper {
  /// The type of a file.
  package struct Answer: Hashable {
    package let type: UTType
    /// The desktop's description, with more detail than the type has in some cases.
    package let mimeType: String
  }

  private let database: MIMEDatabase
  /// Earlier results: files come in herds.
  private var types: [String: UTType] = [:]

  package init() { self.init(database: .current) }

  init(database: MIMEDatabase) { self.database = database }

  /// The type of what a path names; of a file that is not there, as far as its name tells.
  ///
  /// - Parameter followsLinks: false to tell a symbolic link as such. One that leads nowhere is a link anyway.
  /// - Returns: nil if there is no such file and its name says nothing.
  /// - Throws: `SystemError` if the file cannot be read and its name says nothing.
  package mutating func type(
    ofFileAt path: FilePath, followsLinks: Bool = true
  ) throws(SystemError) -> Answer? {
    var name = String(decoding: path.lastComponent, as: UTF8.self)
    switch kind(path, followsLinks: followsLinks) {
    case nil: return answer(byName: name)
    case .directory: return folder(named: name)
    case .symbolicLink: return Answer(type: .symbolicLink, mimeType: "inode/symlink")
    case .pipe: return answer("inode/fifo")
    case .socket: return answer("inode/socket")
    case .characterDevice: return answer("inode/chardevice")
    case .blockDevice: return answer("inode/blockdevice")
    case .regular: if followsLinks { name = tellingName(ofFileAt: path) ?? name }
    }
    let names = database.types(ofFileNamed: name)
    if personalType(ofFileNamed: name) == nil, names.count == 1, !mayHoldSomethingElse(names[0]) {
      return answer(names[0], name)
    }
    do {
      let file = try RandomAccessFile(path)
      let head = try file.bytes(
        at: 0, count: min(max(database.magicExtent, Self.headSize), max(file.size, 1)))
      if head.isEmpty { return answer(byName: name) ?? answer("application/x-zerosize") }
      return answer(names: names, name: name, content: head) { ZipSignature.type(of: file) }
    } catch {
      if let answer = answer(byName: name) { return answer }
      throw error
    }
  }

  /// The type of what a path in UTF-8 names.
  package mutating func type(
    ofFileAt path: String, followsLinks: Bool = true
  ) throws(SystemError) -> Answer? {
    try type(ofFileAt: FilePath(path), followsLinks: followsLinks)
  }

  /// The type of bytes without a name.
  package mutating func type(ofContent bytes: [UInt8]) -> Answer {
    if bytes.isEmpty { return answer("application/x-zerosize") }
    return answer(names: [], name: "", content: bytes) { ZipSignature.type(of: bytes) }
  }

  /// The type of bytes that are no text in any encoding; nil if they are, or are of none that is known.
  package mutating func binaryType(ofContent bytes: [UInt8]) -> UTType? {
    guard !bytes.isEmpty, !TextSignature.isText(bytes.prefix(Self.headSize)) else { return nil }
    let answer = type(ofContent: bytes)
    let type = answer.type.isDynamic ? UTType(mimeType: answer.mimeType) : answer.type
    guard let type, type != .data, !type.conforms(to: .text), !answer.mimeType.hasPrefix("text/") else {
      return nil
    }
    return type
  }

  /// The type of files of a name, whatever is in them; nil if it says nothing.
  package mutating func type(ofFileNamed name: String) -> Answer? { answer(byName: name) }

  /// The bytes of a file that are read where no database asks for more.
  private static let headSize = 1 << 14

  private func kind(_ path: FilePath, followsLinks: Bool) -> FileKind? {
    if followsLinks, let kind = try? FileKind(path, followsLinks: true) { return kind }
    return try? FileKind(path)
  }

  // MARK: Names

  /// The name of what a symbolic link leads to, or of a link on the way there, that tells a type; nil if none does.
  private func tellingName(ofFileAt path: FilePath) -> String? {
    path.links.reversed().lazy.map { String(decoding: $0.lastComponent, as: UTF8.self) }
      .first { !database.types(ofFileNamed: $0).isEmpty || registryType(ofFileNamed: $0) != nil }
  }

  private mutating func answer(byName name: String) -> Answer? {
    if let type = personalType(ofFileNamed: name) {
      return Answer(type: type, mimeType: Self.mimeType(of: type))
    }
    let names = database.types(ofFileNamed: name)
    if let known = mostLikely(of: names, name) ?? names.first { return answer(known, name) }
    if let type = registryType(ofFileNamed: name) {
      return Answer(type: type, mimeType: Self.mimeType(of: type))
    }
    // Folders have names of their own: a framework, a project.
    let folder = folder(named: name)
    return folder.type == .folder ? nil : folder
  }

  /// The declared type of the extension, without asking the desktop.
  private func registryType(ofFileNamed name: String) -> UTType? {
    guard let filenameExtension = Self.filenameExtension(of: name) else { return nil }
    return UTType(filenameExtension: filenameExtension).flatMap { $0.isDynamic ? nil : $0 }
  }

  /// The type of the extension that a file of the machine declares: whoever did so says what such files are.
  private func personalType(ofFileNamed name: String) -> UTType? {
    guard let type = registryType(ofFileNamed: name), type.isDeclaredByMachine else { return nil }
    return type
  }

  /// The declared type of text that has the extension: `ts` is a program in TypeScript if it is no film.
  private func textType(ofFileNamed name: String) -> UTType? {
    Self.filenameExtension(of: name).flatMap { UTType(filenameExtension: $0, conformingTo: .text) }
      .flatMap { $0.isDeclared ? $0 : nil }
  }

  /// That of several names which the declared type of the extension has: `otf` is a font before it is a template.
  private func mostLikely(of names: [String], _ name: String) -> String? {
    guard names.count > 1, let type = registryType(ofFileNamed: name) else { return nil }
    return names.first { type.exchangedMIMETypes.contains($0) }
  }

  private static func filenameExtension(of name: String) -> String? {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    return String(name[name.index(after: dot)...])
  }

  private func folder(named name: String) -> Answer {
    var type = UTType.folder
    if let filenameExtension = Self.filenameExtension(of: name),
      let package = UTType(filenameExtension: filenameExtension, conformingTo: .directory),
      package.isDeclared
    {
      type = package
    }
    return Answer(type: type, mimeType: "inode/directory")
  }

  /// Text files have names that binary files have too: `.ts` is a program or a film.
  private func mayHoldSomethingElse(_ type: String) -> Bool { type.hasPrefix("text/") }

  private func isTextType(_ type: String) -> Bool {
    type.hasPrefix("text/") || database.isType(type, a: "text/plain")
  }

  // MARK: Content

  private mutating func answer(
    names: [String], name: String, content: [UInt8], inArchive: () -> UTType?
  ) -> Answer {
    let isText = TextSignature.isText(content.prefix(Self.headSize))
    if let type = personalType(ofFileNamed: name), isText || !type.conforms(to: .text) {
      return Answer(type: type, mimeType: Self.mimeType(of: type))
    }
    if names.count == 1, isText || !mayHoldSomethingElse(names[0]) { return answer(names[0], name) }
    let match = database.match(content: content.span) { match in
      !isText || TextEvidence.supports(match, isText: isTextType(match.type), content)
    }
    let sniffed = match.map(\.type) ?? (isText ? "text/plain" : nil)
    if names.isEmpty {
      return ownAnswer(sniffed: match?.type, isText: isText, name, content, inArchive)
        ?? answer(sniffed ?? "application/octet-stream")
    }
    if let match, match.priority >= 80 || !isText && names.count == 1 { return answer(match.type) }
    if names.count == 1 { return answer("application/octet-stream") }
    // Several types have the name: that which is what the content says.
    let fitting = sniffed.flatMap { sniffed in names.first { database.isType($0, a: sniffed) } }
    let known = answer(fitting ?? mostLikely(of: names, name) ?? names[0], name)
    // A comment at the top is one of many languages: it makes no C of TypeScript, and still less a film.
    let isTold = match != nil && fitting != nil
    guard isText, !isTold, known.type.isDynamic || !known.type.conforms(to: .text),
      let type = textType(ofFileNamed: name)
    else { return known }
    return Answer(type: type, mimeType: Self.mimeType(of: type))
  }

  /// Looks for what the desktop's database does not know: extensions of the registry, signatures, archives
  /// by their entries.
  private mutating func ownAnswer(
    sniffed: String?, isText: Bool, _ name: String, _ content: [UInt8], _ inArchive: () -> UTType?
  ) -> Answer? {
    // An interpreter may be that of several languages: the extension tells which.
    if let sniffed, let type = registryType(ofFileNamed: name), type.conforms(to: .script),
      answer(sniffed).type.conforms(to: .script)
    {
      return Answer(type: type, mimeType: sniffed)
    }
    let archive = sniffed == nil || sniffed == "application/zip" ? inArchive() : nil
    if let type = registryType(ofFileNamed: name), !ContentSignature.rulesOut(type, content),
      isText ? ContentSignature.isText(type) : !type.conforms(to: .text),
      isText || sniffed == nil || archive == .zip && !ContentSignature.isSigned(type)
    {
      // The desktop's programs take it as what it looks like, where the type has no name for them.
      let known = type.exchangedMIMETypes.first ?? sniffed ?? (isText ? "text/plain" : nil)
      return Answer(type: type, mimeType: known ?? Self.mimeType(of: type))
    }
    if let archive { return Answer(type: archive, mimeType: Self.mimeType(of: archive)) }
    guard sniffed == nil, let type = ContentSignature.type(of: content) else { return nil }
    return Answer(type: type, mimeType: Self.mimeType(of: type))
  }

  // MARK: Answers

  private mutating func answer(_ mimeType: String, _ name: String = "") -> Answer {
    let filenameExtension = Self.filenameExtension(of: name)
    let key = mimeType + "." + (filenameExtension ?? "")
    if let type = types[key] { return Answer(type: type, mimeType: mimeType) }
    let type = UTType(desktopMIMEType: mimeType, filenameExtension: filenameExtension) ?? .data
    types[key] = type
    return Answer(type: type, mimeType: mimeType)
  }

  private static func mimeType(of type: UTType) -> String {
    type.exchangedMIMETypes.first ?? (type.conforms(to: .text) ? "text/plain" : "application/octet-stream")
  }
}
