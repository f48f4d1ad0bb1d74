import CharacterSets
import Conversions
import Exchange
import Pasteboard
import RichText
import System
import UniformTypeIdentifiers

/// The content to copy: a file or standard input in its type, and the additions of --add.
enum CopiedContent {
  /// Reads the content that the operands name.
  ///
  /// - Parameter isDragged: true to refuse an empty standard input; copying it warns.
  static func item(_ arguments: Arguments, isDragged: Bool = false) throws(Failure) -> PasteboardItem {
    var item = PasteboardItem()
    let additions = arguments.all(CopyOptions.add)
    if !arguments.operands.isEmpty || additions.isEmpty || readsInput(beside: arguments) {
      let file = arguments.operands.first
      try requireFile(arguments)
      var content = try Output.read(file, at: CopiedFiles.paths(of: arguments).first)
      if arguments.has(CopyOptions.tee) { try Output.write(content) }
      let isEmpty = content.isEmpty
      for type in try contentTypes(of: file, content, arguments) {
        if type == .fileURL { content = try CopiedFiles.list(content, from: file ?? "standard input") }
        let typeName = arguments.isGiven(CopyOptions.type) ? arguments[CopyOptions.type] : nil
        try set(content, type: type, typeName, from: file, arguments, in: &item)
      }
      if isEmpty, file == nil || file == "-", !arguments.has(CopyOptions.append) {
        guard !isDragged else {
          throw Failure("standard input is empty. Name a file to drag, or use a pipe.")
        }
        Output.warn(
          "standard input is empty, and so is the copied text. To empty the clipboard, use 'pb clear'.")
      }
    }
    for addition in additions {
      // A MIME type may contain equals signs before the values of its parameters.
      let end = addition.indices.first { index in
        let before = addition[..<index]
        return addition[index] == "=" && before.count { $0 == ";" } == before.count { $0 == "=" }
      }
      guard let end, end > addition.startIndex, addition.index(after: end) < addition.endIndex else {
        throw Failure("--add must be TYPE=FILE, not '\(addition)'")
      }
      let (typeName, file) = (String(addition[..<end]), String(addition[addition.index(after: end)...]))
      let type = try copiedType(typeName)
      var content = try Output.read(file)
      if type == .fileURL { content = try CopiedFiles.list(content, from: file) }
      try set(content, type: type, typeName, from: file, arguments, in: &item)
    }
    return item
  }

  /// True if --add gives more of what standard input has: with --add alone nobody waits for an end of it, which in
  /// scripts may not come.
  private static func readsInput(beside arguments: Arguments) -> Bool {
    let input = FileDescriptor.standardInput
    if arguments.isGiven(CopyOptions.type) || input.isRegularFile { return true }
    if input.isPipeOrFile {
      Output.warn("standard input was ignored. To copy it with --add, add the operand '-'.")
    }
    return false
  }

  /// Text or an address instead of a file's name is a common slip.
  private static func requireFile(_ arguments: Arguments) throws(Failure) {
    guard let name = arguments.operands.first, name != "-",
      let path = CopiedFiles.paths(of: arguments).first, !path.exists
    else { return }
    try requireNoAddress(path) { "To copy the page: curl '\($0)' | pb copy" }
    guard !name.contains("/") else { return }
    let advice = isFilename(name) ? "" : ". To copy text: printf %s '\(name)' | pb copy"
    throw Failure("the file '\(name)' does not exist\(advice)")
  }

  /// Throws `Failure` for the address of a page instead of a file: pb fetches nothing.
  ///
  /// - Parameter advice: the sentence that names a command for an address.
  static func requireNoAddress(_ path: FilePath?, _ advice: (String) -> String) throws(Failure) {
    guard let name = path?.description, let scheme = name.firstRange(of: "://"),
      name[..<scheme.lowerBound].allSatisfy(\.isLetter), path?.exists == false
    else { return }
    throw Failure("'\(name)' is not a file. \(advice(name))")
  }

  /// Whether a word looks like the name of a file, and not like text.
  private static func isFilename(_ word: String) -> Bool {
    let suffix = word.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last ?? ""
    return !word.contains(" ") && (1...5).contains(suffix.count)
      && suffix.allSatisfy { $0.isLetter || $0.isNumber }
  }

  /// Content goes out as it is under the names of its type; where those mean UTF-8, and it is none, under one that
  /// says what it is.
  private static func set(
    _ content: [UInt8], type: UTType, _ typeName: String?, from file: String?, _ arguments: Arguments,
    in item: inout PasteboardItem
  ) throws(Failure) {
    let named = try ConvertOptions.encoding(arguments, ofType: typeName)
    let isText = Format(type)?.isReadableAsItIs == true || type.conforms(to: .text)
    let content = arguments.has(CopyOptions.trim) && isText ? withoutLastLineEnd(content) : content
    let text = try SourceText(content, as: type, encoding: named, label: file ?? "standard input")
    let isPlain = FormatTable.shared.format(writing: type) == .plainText
    item.setData(named != nil || isPlain ? text.bytes : content, forType: type)
    if isPlain, text.isDamaged { item.setData(content, forType: .data) }
    guard isPlain || named != nil, let encoding = text.encoding,
      let name = type.preferredMIMEType?.split(separator: ";").first,
      let own = UTType(
        tag: "\(name);charset=\(encoding.lowercased())", tagClass: .pasteboardType, conformingTo: nil)
    else { return }
    item.setData(content, forType: own)
  }

  /// Text without the end of its last line, in UTF-16 as in all that writes a line feed in one byte.
  private static func withoutLastLineEnd(_ text: [UInt8]) -> [UInt8] {
    let ends: [[UInt8]] =
      text.starts(with: [0xFF, 0xFE])
      ? [[0x0D, 0, 0x0A, 0], [0x0A, 0]]
      : text.starts(with: [0xFE, 0xFF]) ? [[0, 0x0D, 0, 0x0A], [0, 0x0A]] : [[0x0D, 0x0A], [0x0A]]
    return ends.first { text.suffix($0.count).elementsEqual($0) }.map { text.dropLast($0.count) } ?? text
  }

  /// The types of content: the one that the person names, else that of a file's extension, else that of the content.
  ///
  /// The configuration speaks of text on standard input alone: a picture is one whatever it says.
  private static func contentTypes(
    of file: String?, _ bytes: [UInt8], _ arguments: Arguments
  ) throws(Failure) -> [UTType] {
    if arguments.isGiven(CopyOptions.type), let name = arguments[CopyOptions.type] {
      return [try copiedType(name)]
    }
    if let file, file != "-" {
      var types = TypeName.types(ofFile: file, holding: bytes)
      let found = ContentDetection.signature(of: bytes)
      let isDocument = types.first.map { !$0.conforms(to: .text) } ?? false
      if let found, !isDocument, found.conforms(to: .archive), let type = TypeName.packedType(ofFile: file) {
        return [type]
      }
      if let type = types.first, type.conforms(to: .text), type != .webArchive, let found,
        !found.conforms(to: .text)
      {
        types = [found]
      }
      if let found, types == [found], TypeName.type(ofFile: file) != found {
        let name = found.preferredMIMEType ?? found.identifier
        Output.warn("\(file) contains \(name), and was copied as that type")
      }
      if !types.isEmpty { return types }
    }
    let named = try ConvertOptions.encoding(arguments, ofType: nil)
    let text = named.flatMap { CharacterSet(named: $0)?.utf8(bytes) }
    let found = ContentDetection.type(ofInput: text ?? bytes)
    // Whoever names an encoding says that it is text, with NUL bytes too.
    if found == .data, text != nil { return [.utf8PlainText] }
    if found == .data {
      // The desktop may know its name all the same: a drawing of GIMP, a scene of Blender.
      if let file, file != "-", let type = TypeName.packedType(ofFile: file) { return [type] }
      if let type = TypeName.desktopType(of: bytes) { return [type] }
      let label = file ?? "standard input"
      Output.warn(
        TextEncoding.isValid(bytes)
          ? "\(label) contains NUL bytes; it was copied as raw bytes. Use --type plain if it is text."
          : "\(label) is not UTF-8 and was copied as raw bytes. If it is text, name its encoding: --encoding latin1"
      )
    }
    if file == nil || file == "-", let name = arguments[CopyOptions.type],
      [.markdown, .utf8PlainText].contains(found)
    {
      return [try copiedType(name)]
    }
    return [found]
  }

  /// The type that content is to have, whether anybody declares it or not.
  private static func copiedType(_ name: String) throws(Failure) -> UTType {
    if let target = TypeName.target(name), NameTable.shared.role(of: target) == .protocol {
      throw Failure("\(target) is reserved by the X11 protocol; content cannot have this name")
    }
    let type = try TypeName.contentType(name)
    if !type.isDeclared, let meant = commonMIMETypes.first(where: { Suggestion.distance(name, $0) <= 2 }) {
      Output.warn("'\(name)' is not a known type; it was copied under this name. Did you mean \(meant)?")
    }
    return type
  }

  /// The MIME types that people write most.
  private static let commonMIMETypes = [
    "text/html", "text/plain", "text/markdown", "text/csv", "text/rtf", "text/uri-list",
    "text/tab-separated-values",
    "application/rtf", "application/json", "image/png", "image/jpeg", "image/svg+xml",
  ]
}
