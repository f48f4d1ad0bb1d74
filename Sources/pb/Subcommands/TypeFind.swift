import Pasteboard
import System
import UniformTypeIdentifiers

extension Subcommand {
  static let typeFind = Subcommand(
    path: ["type", "find"], operands: "[EXT|MIME-TYPE]", operandCount: 0...1,
    summary: "find types by extension, MIME type or other names",
    options: TypeFind.options + [.json],
    notes: """
      An operand with a slash is a MIME type, otherwise an extension. pb prints the identifiers, the
      preferred one first. For an unknown extension or MIME type, pb makes a dynamic identifier (dyn.…). For
      an unknown target, it exits with status 1.
      """,
    examples: """
      pb type find md
      pb type find --mime 'text/plain;charset=utf-8'
      pb type find --target UTF8_STRING
      pb type find --file README.md
      """
  ) { arguments throws(Failure) in
    let found = try TypeFind.types(arguments)
    guard !found.isEmpty else {
      Output.warn("no type found")
      return .nothing
    }
    if let word = arguments.operands.first, found.allSatisfy(\.isDynamic),
      let meant = ForeignOptionHints.type(ofProgram: word.lowercased())
    {
      Output.warn("'\(word)' is not a filename extension. Did you mean \(meant)?")
    }
    if arguments.has(.json) {
      try Output.write(
        JSON.object(["schemaVersion": .number(1), "types": .array(found.map { TypeInfo($0).json })]).text)
    } else {
      try Output.write(found.map { $0.identifier + "\n" }.joined())
    }
    return .success
  }
}

/// The options of `pb type find` and what they do.
enum TypeFind {
  private static let filenameExtension = Option(
    "extension", value: "EXT", "find by filename extension")
  private static let mime = Option("mime", value: "TYPE", isPerInvocation: true, "find by MIME type")
  private static let osType = Option("ostype", value: "CODE", "find by four-character OSType")
  private static let pasteboardType = Option(
    "pasteboard-type", value: "NAME", isPerInvocation: true, "find by legacy pasteboard name")
  private static let target = Option("target", value: "ATOM", "find by X11 target")
  private static let file = Option(
    "file", value: "PATH", "find by a file's name and kind")

  static let options = [filenameExtension, mime, osType, pasteboardType, target, file]

  static func types(_ arguments: Arguments) throws(Failure) -> [UTType] {
    let given = options.filter { arguments.has($0) }
    if given.isEmpty, let name = arguments.operands.first {
      return name.contains("/") ? tagged(name, .mimeType) : ofExtension(name)
    }
    if let name = arguments.operands.first {
      throw Failure("search for one name at a time: '\(name)' is a second one")
    }
    guard given.count == 1, let option = given.first, let value = arguments[option] else {
      throw Failure(
        "name what to find, or use one of: " + options.map { "--\($0.name)" }.joined(separator: ", "))
    }
    switch option.name {
    case filenameExtension.name:
      return ofExtension(value)
    case mime.name: return tagged(value, .mimeType)
    case osType.name: return tagged(value, .osType)
    case pasteboardType.name: return tagged(value, .pasteboardType)
    case target.name: return NameTable.shared.type(of: value).map { [$0] } ?? []
    default: return try ofFile(value)
    }
  }

  /// The types of a tag: the one that the API prefers (data first), then the others.
  private static func tagged(_ tag: String, _ tagClass: UTTagClass) -> [UTType] {
    let preferred = UTType(tag: tag, tagClass: tagClass, conformingTo: .data)
    let all = UTType.types(tag: tag, tagClass: tagClass, conformingTo: nil)
    guard let preferred, preferred.isDeclared else {
      return all.contains { $0.isDeclared } ? all : preferred.map { [$0] } ?? all
    }
    return [preferred] + all.filter { $0 != preferred }
  }

  /// The types of an extension; one with a dot in it is looked up as the end of a filename.
  private static func ofExtension(_ value: String) -> [UTType] {
    let found = tagged(value.hasPrefix(".") ? String(value.dropFirst()) : value, .filenameExtension)
    guard found.isEmpty else { return found }
    var typer = FileTyper()
    return typer.type(ofFileNamed: "name." + value).map { [$0.type] } ?? []
  }

  private static func ofFile(_ path: String) throws(Failure) -> [UTType] {
    let kind = try Failure.wrapping { () throws(SystemError) in try FileKind(path) }
    let name = path.split(separator: "/").last ?? ""
    let filenameExtension = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
    switch kind {
    case .symbolicLink: return [.symbolicLink]
    case .directory:
      guard !filenameExtension.isEmpty, name.first != ".",
        let type = UTType(filenameExtension: filenameExtension, conformingTo: .directory), type.isDeclared
      else { return [.folder] }
      return [type]
    case .regular:
      guard !filenameExtension.isEmpty, name.dropFirst().contains(".") else {
        var typer = FileTyper()
        return [typer.type(ofFileNamed: String(name))?.type ?? .data]
      }
      return tagged(filenameExtension, .filenameExtension)
    case .pipe, .socket, .characterDevice, .blockDevice:
      var typer = FileTyper()
      let answer = try Failure.wrapping { () throws(SystemError) in try typer.type(ofFileAt: path) }
      return [answer?.type ?? .item]
    }
  }
}
