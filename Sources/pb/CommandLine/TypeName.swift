import Conversions
import Pasteboard
import RichText
import System
import UniformTypeIdentifiers

/// Reads a type as people write it.
enum TypeName {
  /// The type that `name` is: an identifier, a MIME type, an extension, or one of the short names.
  ///
  /// Throws `Failure` if the type is unknown.
  static func type(_ name: String) throws(Failure) -> UTType {
    if let known = UTType(named: name) { return known }
    throw Failure("'\(name)' is not a known type. \(advice(for: name))")
  }

  /// The types that people name most.
  private static let commonNames = [
    "markdown", "html", "rtf", "plain", "text", "files", "docx", "odt", "xlsx", "ods", "csv", "tsv", "json",
    "png",
    "jpeg",
  ]

  /// The advice for a name that no type has.
  static func advice(for name: String) -> String {
    let word = name.lowercased()
    let meant = ForeignOptionHints.type(ofProgram: word) ?? Suggestion.nearest(to: word, among: commonNames)
    return meant.map { "Did you mean \($0)?" } ?? "See 'pb help formats'."
  }

  /// The character set that the MIME type of text names beside it (RFC 2046, 4.1.2); nil where what it names is none that
  /// texts are read in.
  static func characterSet(of name: String) -> String? {
    let parts = name.split(separator: ";")
    guard parts.count > 1, let type = UTType(named: String(parts[0])), let format = Format(type),
      format.isReadableAsItIs || format == .html
    else { return nil }
    for parameter in parts.dropFirst() {
      let pair = parameter.split(separator: "=", maxSplits: 1).map { $0.filter { !" \"".contains($0) } }
      guard pair.count == 2, pair[0].lowercased() == "charset" else { continue }
      return pair[1]
    }
    return nil
  }

  /// The types of a list separated by commas, with or without spaces.
  static func types(_ names: String) throws(Failure) -> [UTType] {
    var types: [UTType] = []
    for name in names.split(whereSeparator: { ", ".contains($0) }) {
      // What is offered under a MIME type need not be declared.
      types.append(try name.utf8.contains(0x2F) ? contentType(String(name)) : type(String(name)))
    }
    return types
  }

  /// The extension that a person names a type by, without its dot; nil for any other name of it.
  static func filenameExtension(_ name: String, of type: UTType) -> String? {
    let word = name.hasPrefix(".") ? String(name.dropFirst()) : name
    let isNamedOtherwise = UTType(shortName: word.lowercased()) != nil
    let isOne = type.tags[.filenameExtension]?.contains(word.lowercased()) == true
    return isOne && !isNamedOtherwise ? word : nil
  }

  /// True for a name that people use for a type without thinking: one of the short names, or a common extension.
  static func isShort(_ name: String) -> Bool {
    UTType(shortName: name) != nil
      || ["png", "jpeg", "jpg", "pdf", "csv", "tsv", "json", "xml", "svg"].contains(name)
  }

  /// The type of a file by its extension; nil if it has none that is declared.
  static func type(ofFile path: String) -> UTType? {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let type = UTType(desktopFilenameExtension: String(name[name.index(after: dot)...]))
    return type.flatMap { $0.isDynamic ? nil : $0 }
  }

  /// The types of a file by its extension and by what is in it; none if it has no extension that is declared.
  ///
  /// Extensions mean several things: `ts` is TypeScript, `pot` a translation. What is text is text too, and no film and
  /// no slides; a property list is XML too.
  static func types(ofFile path: String, holding bytes: [UInt8]) -> [UTType] {
    // A link without an extension is what its target is named.
    let names = FilePath(path).links.lazy.map(\.description)
    guard let type = names.compactMap(type(ofFile:)).first, !ContentSignature.rulesOut(type, bytes) else {
      return []
    }
    guard !type.conforms(to: .text), !bytes.isEmpty else { return [type] }
    if let found = mistaken(type, for: bytes) { return [found] }
    guard Format(type) == nil else { return [type] }
    switch ContentDetection.type(ofInput: bytes) {
    case .markdown, .utf8PlainText:
      return ContentSignature.mayBeText(type) ? [type, .utf8PlainText] : [.utf8PlainText]
    case let found where found.conforms(to: .text): return [type, .utf8PlainText]
    default: return [type]
    }
  }

  /// The type of a file's name that only the desktop knows, such as a drawing of Krita or packed SVG.
  static func packedType(ofFile path: String) -> UTType? {
    var typer = FileTyper()
    guard let answer = typer.type(ofFileNamed: String(path.split(separator: "/").last ?? "")),
      let type = UTType(mimeType: answer.mimeType), type.isDynamic, !type.conforms(to: .text)
    else { return nil }
    return type
  }

  /// The type of binary content by the desktop's database, such as AVIF, sounds, databases and fonts.
  static func desktopType(of bytes: [UInt8]) -> UTType? {
    var typer = FileTyper()
    return typer.binaryType(ofContent: bytes)
  }

  /// The type of content whose signature contradicts its filename: RTF named .doc, a page instead of a picture, WebP
  /// named .jpg.
  private static func mistaken(_ type: UTType, for bytes: [UInt8]) -> UTType? {
    let signed: [UTType] = [.png, .jpeg, .gif, .webP, .tiff, .bmp, .pdf]
    guard let found = ContentDetection.signature(of: bytes) else {
      return signed.contains(type)
        ? desktopType(of: bytes).flatMap { $0.conforms(to: .image) ? $0 : nil } : nil
    }
    guard found != type else { return nil }
    if [.html, .rtf].contains(found) { return type == .webArchive || type == .flatRTFD ? nil : found }
    return signed.contains(found) && (signed.contains(type) || Format(type) != nil) ? found : nil
  }
}

extension TypeName {
  /// The type of table that the file is named for to which standard output is redirected; nil for other files and pipes.
  static var redirectedTable: UTType? {
    guard let file = FileDescriptor.standardOutput.regularFilePath, let type = type(ofFile: file.description)
    else { return nil }
    return Format(type)?.isTableOfData == true || type == .json || JSONLines.isType(type) ? type : nil
  }

  /// The prefix of raw target names.
  static let targetPrefix = "target:"

  /// The target that `name` is, behind its prefix; nil if it has none.
  static func target(_ name: String) -> String? {
    name.hasPrefix(targetPrefix) ? String(name.dropFirst(targetPrefix.count)) : nil
  }

  /// The type of content that `name` is, declared or not: what is a MIME type, an identifier or, behind `target:`, a
  /// private name is exchanged under it whether anybody knows it or not.
  static func contentType(_ name: String) throws(Failure) -> UTType {
    if let target = target(name) {
      if let type = UTType(tag: target, tagClass: .pasteboardType, conformingTo: nil), !target.isEmpty {
        return type
      }
    } else if let known = UTType(named: name) {
      return known
    } else if name.utf8.contains(0x2F), let type = UTType(mimeType: name) {
      return type
    } else if let type = UTType(undeclaredIdentifier: name) {
      return type
    }
    return try type(name)
  }

  /// Whether a name that no declared type has is that of a file: one that exists, or whose extension is known. Identifiers
  /// that end like a file have more parts, or begin as Apple's do.
  private static func isFilename(_ name: String) -> Bool {
    guard !name.hasPrefix("public."), !name.hasPrefix("dyn.") else { return false }
    return FilePath(name).exists || name.utf8.count { $0 == 0x2E } == 1 && type(ofFile: name) != nil
  }

  /// The type that `name` is, even if nobody declares it: questions about types may be asked of any.
  static func typeOrUndeclared(_ name: String) throws(Failure) -> UTType {
    if let dynamic = UTType(name), dynamic.isDynamic { return dynamic }
    if let known = UTType(named: name) { return known }
    if name.utf8.contains(0x2F), let type = UTType(desktopMIMEType: name.lowercased()) { return type }
    if let target = target(name) {
      throw Failure("'\(target)' is a target. To find its type: pb type find --target '\(target)'")
    }
    if isFilename(name) {
      throw Failure("'\(name)' is a file, not a type. Name its extension, or use: pb type of '\(name)'")
    }
    if name.utf8.contains(0x2E), let type = UTType(identifier: name, allowUndeclared: true) { return type }
    return try type(name)
  }
}
