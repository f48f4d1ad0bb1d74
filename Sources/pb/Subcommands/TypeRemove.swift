import System
import TypeDeclarations
import UniformTypeIdentifiers

extension Subcommand {
  static let typeRemove = Subcommand(
    path: ["type", "remove"], operands: "TYPE", operandCount: 1...1,
    summary: "remove one of your types",
    notes: """
      If the file that declares TYPE is yours and declares nothing else, pb deletes it and prints its
      path. Types of the system and of pb cannot be removed.
      """,
    examples: """
      pb type remove com.example.note
      """
  ) { arguments throws(Failure) in
    let path = try TypeRemove.file(declaring: TypeIdentifier.folded(arguments.operands[0]))
    try Failure.wrapping { () throws(SystemError) in try FilePath(path).removeFile() }
    try Output.write(path + "\n")
    return .success
  }
}

/// Finds the file that `pb type remove` deletes.
enum TypeRemove {
  static func file(declaring identifier: String) throws(Failure) -> String {
    guard identifier.contains(".") else {
      throw Failure("'\(identifier)' is not an identifier such as com.example.note")
    }
    guard let declarations = UserDeclarations(), let provenance = UTType(identifier)?.provenance else {
      throw Failure("'\(identifier)' is not declared")
    }
    let path = provenance.location.file
    guard !provenance.authority.isBuiltIn else {
      throw Failure("'\(identifier)' is built in and cannot be removed")
    }
    guard path.hasPrefix(declarations.directory + "/") else {
      throw Failure("could not remove '\(identifier)': \(provenance.location) declares it")
    }
    let bytes = try Failure.wrapping { () throws(SystemError) in try DeclarationDirectory.bytes(of: path) }
    let others = DeclarationFile(path: path, bytes: bytes, owner: .machine).declarations.map(\.identifier)
      .filter { $0 != identifier }
    guard others.isEmpty else {
      throw Failure(
        "\(path) also declares \(others.prefix(3).joined(separator: ", ")). Remove '\(identifier)' from it by hand."
      )
    }
    return path
  }
}
