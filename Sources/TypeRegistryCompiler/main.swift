import Glibc
import TypeDeclarations

// Run by the build: turns the files of TypeRegistry/ into Swift sources.
//
//   TypeRegistryCompiler types OUTPUT FILE…        the type table, from declaration files
//   TypeRegistryCompiler formats OUTPUT FILE       the table of formats, as constants
//   TypeRegistryCompiler names OUTPUT FILE         the table of names, as constants
//   TypeRegistryCompiler rules OUTPUT FILE         the rules for applications, as constants

let arguments = CommandLine.arguments
guard arguments.count >= 4 else { fail("usage: TypeRegistryCompiler types|formats|names|rules OUTPUT FILE…") }
let source =
  switch arguments[1] {
  case "types": typeTableSource(from: Array(arguments[3...]))
  case "formats": formatsSource(from: arguments[3])
  case "names": namesSource(from: arguments[3])
  case "rules": rulesSource(from: arguments[3])
  default: fail("unknown mode '\(arguments[1])'")
  }
// What has not changed keeps its date, so that nothing is compiled again.
if contents(of: arguments[2]) != Array(source.utf8) { write(Array(source.utf8), to: arguments[2]) }

func typeTableSource(from paths: [String]) -> String {
  let files = paths.map { path in
    DeclarationFile(path: "\(lastComponent(of: path))", bytes: bytes(of: path), owner: .registry)
  }
  let hierarchy = TypeHierarchy(files.flatMap(\.declarations))
  let diagnostics = files.flatMap(\.diagnostics) + hierarchy.check(includingBuiltIn: true)
  for diagnostic in diagnostics {
    let path = paths.first { lastComponent(of: $0) == diagnostic.location.file } ?? diagnostic.location.file
    // What is only a warning in a user's file is a mistake in ours.
    print("\(path):\(diagnostic.location.line): error: \(diagnostic.message)")
  }
  guard diagnostics.isEmpty else { exit(1) }
  guard let table = TableWriter.table(of: hierarchy) else { fail("the type table is too large") }
  return """
    enum BuiltInTypes {
      static let table: StaticString = \(literal(String(decoding: table, as: UTF8.self)))
    }

    """
}

/// Rows that cost a start nothing: the module that has them declares what a row is.
func formatsSource(from path: String) -> String {
  let file = parsed(bytes(of: path), path)
  let rows = (file["formats"]?.array ?? []).map { row -> String in
    guard let format = row["format"]?.string, let type = row["type"]?.string,
      let text = row["plainText"]?.string
    else { fail("\(path): a format has a name, a type and a plainText") }
    return """
          FormatDeclaration(
            format: \(literal(format)), type: \(literal(type)), kin: \(list(row.strings("kin"))),
            readsToo: \(list(row.strings("readsToo"))),
            names: \(list(row.strings("names"))), plainText: .init(name: \(literal(text))),
            makes: \(list(row.strings("makes"))), restrictedFormats: \(list(row.strings("restrictedFormats"))))
      """
  }
  return "extension FormatDeclaration {\n  static let all = [\n\(rows.joined(separator: ",\n"))\n  ]\n}\n"
}

func namesSource(from path: String) -> String {
  let file = parsed(bytes(of: path), path)
  let entries = (file["targets"]?.array ?? []).map { entry -> String in
    guard let name = entry["target"]?.string, let type = entry["type"]?.string else {
      fail("\(path): a target has a name and a type")
    }
    return "    NameDeclaration(name: \(literal(name)), type: \(literal(type)))"
  }
  return """
    extension NameDeclaration {
      static let all = [
    \(entries.joined(separator: ",\n"))
      ]
      static let protocolNames = \(list(file.strings("protocol")))
      static let markers = \(list(file.strings("markers")))
    }

    """
}

func rulesSource(from path: String) -> String {
  let file = parsed(bytes(of: path), path)
  let rows = (file["applications"]?.array ?? []).map { rule -> String in
    guard let name = rule["name"]?.string else { fail("\(path): a rule has a name") }
    let (match, owner, requestor) = (rule["match"], rule["asOwner"], rule["asRequestor"])
    func isSet(_ member: String, in part: JSONValue?) -> Bool { part?[member]?.bool ?? false }
    func known(_ member: String, in part: JSONValue?) -> String {
      let targets = (part?[member]?.members ?? []).map { target in
        let identifier = target.value.string.map(literal) ?? "nil"
        return ".init(target: \(literal(target.name)), identifier: \(identifier))"
      }
      return "[\(targets.joined(separator: ", "))]"
    }
    let text = requestor?["plainText"]?.string.map { ".\($0)" } ?? "nil"
    return """
          ApplicationRule(
            name: \(literal(name)),
            match: .init(
              offers: \(list(match, "offers")), classes: \(list(match, "class")), windows: \(list(match, "window")),
              executables: \(list(match, "executable"))),
            markdownIsGenerated: \(isSet("markdownIsGenerated", in: owner)),
            plainTextIsMarkdown: \(isSet("plainTextIsMarkdown", in: owner)),
            enriches: \(owner?["enrich"]?.bool.map(String.init) ?? "nil"),
            copiesSecrets: \(isSet("secret", in: owner)),
            preferredIdentifiers: \(list(owner, "prefer")), held: \(known("holds", in: owner)),
            taken: \(known("takes", in: requestor)), takesAll: \(isSet("takesAll", in: requestor)),
            hiddenIdentifiers: \(list(requestor, "hide")),
            hiddenConversionIdentifiers: \(list(requestor, "hideConverted")), plainText: \(text),
            hidesSensitive: \(isSet("hideSensitive", in: requestor)),
            asksAtOnce: \(isSet("asksAtOnce", in: requestor)), dragsUTF16: \(isSet("dragsUTF16", in: requestor)),
            hidesFar: \(isSet("hideFar", in: requestor)))
      """
  }
  return "extension ApplicationRule {\n  static let builtIn = [\n\(rows.joined(separator: ",\n"))\n  ]\n}\n"
}

/// The literal of the strings that are a member of a part, which may be missing.
func list(_ part: JSONValue?, _ member: String) -> String { list(part?.strings(member) ?? []) }

/// The literal of an array of strings.
func list(_ values: [String]) -> String {
  "[" + values.map(literal).joined(separator: ", ") + "]"
}

func parsed(_ text: [UInt8], _ path: String) -> JSONValue {
  do throws(JSONError) {
    return try JSONValue.parse(text)
  } catch {
    print("\(path):\(error.line): error: \(error.message)")
    exit(1)
  }
}

/// A string literal with exactly this text, on one line.
func literal(_ text: String) -> String {
  var literal = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": literal += "\\\(scalar)"
    case "\n": literal += "\\n"
    case _ where scalar.value < 0x20 || scalar.value == 0x7F:
      literal += "\\u{\(String(scalar.value, radix: 16))}"
    default: literal.unicodeScalars.append(scalar)
    }
  }
  return literal + "\""
}

func bytes(of path: String) -> [UInt8] {
  guard let bytes = contents(of: path) else { fail("\(path) cannot be read") }
  return bytes
}

/// The content of a file; nil if it cannot be read.
func contents(of path: String) -> [UInt8]? {
  guard let file = unsafe fopen(path, "r") else { return nil }
  defer { unsafe fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = unsafe fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
  return unsafe ferror(file) == 0 ? bytes : nil
}

func write(_ bytes: [UInt8], to path: String) {
  guard let file = unsafe fopen(path, "w") else { fail("\(path) cannot be written") }
  let count = unsafe fwrite(bytes, 1, bytes.count, file)
  guard unsafe fclose(file) == 0, count == bytes.count else { fail("\(path) cannot be written") }
}

func lastComponent(of path: String) -> String {
  path.split(separator: "/").last.map(String.init) ?? path
}

func fail(_ message: String) -> Never {
  print("error: \(message)")
  exit(1)
}
