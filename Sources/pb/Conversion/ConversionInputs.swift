import System

/// The files that a conversion reads and has written, over which no result is written.
struct ConversionInputs {
  private enum Role {
    case source(FilePath?)
    case reference(FilePath)
    case result(of: FilePath)
  }

  private var roles: [FileIdentity: Role] = [:]

  /// - Parameters:
  ///   - sources: the files that are converted; nil for standard input.
  ///   - reference: the document whose styles are used.
  init(_ sources: [FilePath?], reference: FilePath?) {
    for source in sources.map(Self.file) {
      let file = if let source { source.fileIdentity } else { FileDescriptor.standardInput.fileIdentity }
      if let file { roles[file] = .source(source) }
    }
    if let reference, let file = reference.fileIdentity { roles[file] = .reference(reference) }
  }

  /// Standard input has no path.
  private static func file(_ operand: FilePath?) -> FilePath? { operand == FilePath("-") ? nil : operand }

  /// Remembers what a source became, so that no other result replaces it.
  mutating func insert(result path: FilePath, of source: FilePath) {
    if let file = path.fileIdentity { roles[file] = .result(of: source) }
  }

  /// Throws `Failure` if a result for `source` would be written over a file that is read, by whatever path.
  ///
  /// - Parameters:
  ///   - path: where the result goes; nil for standard output.
  ///   - rewrites: whether the person wants the source rewritten in its own type.
  func requireOther(than source: FilePath?, at path: FilePath?, rewrites: Bool, sameType: Bool)
    throws(Failure)
  {
    let file = if let path { path.fileIdentity } else { FileDescriptor.standardOutput.fileIdentity }
    guard let file, let role = roles[file] else { return }
    let name = path?.description ?? "standard output"
    let source = Self.file(source)
    switch role {
    case .source(let input) where input == source:
      if rewrites, sameType, path != nil { return }
      let advice = sameType && path != nil ? "To rewrite it, use --replace." : "Name another file."
      throw Failure("\(name) is the source itself. \(advice)")
    case .source(let input):
      throw Failure(
        "\(name) is \(input.map { "the source '\($0)'" } ?? "standard input"). Name another file.")
    case .reference(let reference):
      throw Failure("\(name) is the reference '\(reference)'. Name another file.")
    case .result(let other):
      throw Failure("\(name) is already the result of '\(other)'. Convert one of them into another folder.")
    }
  }
}
