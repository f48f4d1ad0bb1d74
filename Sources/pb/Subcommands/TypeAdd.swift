import System
import Terminal
import TypeDeclarations
import UniformTypeIdentifiers

extension Subcommand {
  static let typeAdd = Subcommand(
    path: ["type", "add"], operands: "TYPE|FILE", operandCount: 1...1,
    summary: "declare your own types",
    options: TypeAdd.options,
    notes: """
      TYPE is an identifier such as com.example.note, declared by the options. FILE is a file of
      declarations, an Info.plist, or an application's folder. Separate several extensions or MIME types
      with commas, the preferred one first. All pb commands, and programs that use the
      libraries, then know the types.
      """,
    manual: """
      pb checks a declaration before it writes it to a separate file in pasteboard/types under
      XDG_DATA_HOME, and prints the path. The prefixes public. and dyn. are reserved; types that FILE
      imports with these prefixes are left unchanged. pasteboard-types(5) describes declaration files.
      """,
    examples: """
      pb type add com.example.note --conforms-to md --extension note
      pb type add ~/Downloads/Example.app
      """
  ) { arguments throws(Failure) in
    guard let declarations = UserDeclarations() else {
      throw Failure("no folder for declarations: HOME and XDG_DATA_HOME are not set")
    }
    let file = try TypeAdd.file(arguments, in: declarations)
    try TypeAdd.write(file, in: declarations, replaces: arguments.has(TypeAdd.replace))
    try Output.write(file.path + "\n")
    return .success
  }
}

/// The options of `pb type add` and what they do.
enum TypeAdd {
  struct File {
    let path: String
    let bytes: [UInt8]
  }

  private static let conformsTo = Option(
    "conforms-to", value: "TYPE,…", isPerInvocation: true, "set its supertypes (default public.data)")
  private static let filenameExtension = Option(
    "extension", value: "EXT,…", isPerInvocation: true, "set its filename extensions")
  private static let mime = Option("mime", value: "TYPE,…", isPerInvocation: true, "set its MIME types")
  private static let description = Option(
    "description", value: "TEXT", isPerInvocation: true, "describe it in a few words")
  private static let referenceURL = Option(
    "reference-url", value: "URL", isPerInvocation: true, "name the page that describes the format")
  static let replace = Option(
    "replace", isPerInvocation: true, in: .safety, "replace an existing declaration")

  private static let ofType = [conformsTo, filenameExtension, mime, description, referenceURL]
  static let options = ofType + [replace]

  static func file(_ arguments: Arguments, in declarations: UserDeclarations) throws(Failure) -> File {
    let operand = arguments.operands[0]
    let isFile = operand.contains("/") || [".plist", ".json", ".app"].contains { operand.hasSuffix($0) }
    guard isFile else { return try declared(arguments, in: declarations) }
    if let option = ofType.first(where: { arguments.has($0) }) {
      throw Failure("--\(option.name) applies to a type, but '\(operand)' is a file")
    }
    return try copied(operand, in: declarations)
  }

  /// A file that declares one type, by the options.
  private static func declared(
    _ arguments: Arguments, in declarations: UserDeclarations
  ) throws(Failure) -> File {
    let identifier = TypeIdentifier.folded(arguments.operands[0])
    guard TypeIdentifier.isValid(identifier), identifier.contains(".") else {
      throw Failure("'\(arguments.operands[0])' is not an identifier such as com.example.note")
    }
    var supertypes: [String] = []
    for name in values(conformsTo, arguments) {
      supertypes.append(try TypeName.typeOrUndeclared(name).identifier)
    }
    let extensions = values(filenameExtension, arguments).map {
      $0.hasPrefix(".") ? String($0.dropFirst()) : $0
    }
    let members: [(key: String, value: JSON?)] = [
      ("identifier", .string(identifier)),
      ("conformsTo", .strings(supertypes.isEmpty ? [UTType.data.identifier] : supertypes)),
      ("description", arguments[description].map { .string($0) }),
      ("extensions", extensions.isEmpty ? nil : .strings(extensions)),
      ("mimeTypes", arguments.has(mime) ? .strings(values(mime, arguments)) : nil),
      ("referenceURL", arguments[referenceURL].map { .string($0) }),
    ]
    let lines = members.compactMap { key, value in
      value.map { "    \(JSON.string(key).line.dropLast()): \($0.line.dropLast())" }
    }
    let text = "[\n  {\n\(lines.joined(separator: ",\n"))\n  }\n]\n"
    return File(path: declarations.path(for: identifier), bytes: Array(text.utf8))
  }

  /// The values of an option that may be given more than once, each a list.
  private static func values(_ option: Option, _ arguments: Arguments) -> [String] {
    let values = arguments.all(option).flatMap { $0.split(separator: ",") }
    return values.map { TypeIdentifier.trimmed(String($0)) }.filter { !$0.isEmpty }
  }

  /// A file of declarations as it is, called by the first type that it declares.
  private static func copied(_ operand: String, in declarations: UserDeclarations) throws(Failure) -> File {
    let path = try Failure.wrapping { () throws(SystemError) in
      try FileKind(operand) == .directory ? operand + "/Contents/Info.plist" : operand
    }
    let bytes = try Failure.wrapping { () throws(SystemError) in try DeclarationDirectory.bytes(of: path) }
    let found = DeclarationFile(path: path, bytes: bytes, owner: .machine).declarations
    guard let first = found.first else {
      let problem = declarations.check(bytes, as: path).first.map { "\($0)" }
      throw Failure(problem ?? "\(path) declares no types")
    }
    return File(
      path: declarations.path(for: first.identifier, isPropertyList: path.hasSuffix(".plist")), bytes: bytes)
  }

  /// Writes a file of which nothing is wrong; says what is doubtful.
  static func write(
    _ file: File, in declarations: UserDeclarations, replaces: Bool
  ) throws(Failure) {
    if !replaces, FilePath(file.path).exists {
      throw Failure("\(file.path) already declares it. To replace it, use --replace.")
    }
    let diagnostics = declarations.check(file.bytes, as: file.path)
    if let error = diagnostics.first(where: { $0.severity == .error }) {
      throw Failure("nothing was declared: \(VisibleText.escaping(error.message))")
    }
    for diagnostic in diagnostics { Output.warn(VisibleText.escaping(diagnostic.message)) }
    try Failure.wrapping { () throws(SystemError) in
      try Directory.create(FilePath(declarations.directory))
      try OutputFile(file.path).write(file.bytes)
    }
  }
}
