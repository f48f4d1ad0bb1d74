import System
import UniformTypeIdentifiers

extension Subcommand {
  /// A subcommand with the words that call it.
  ///
  /// It is made only when it is asked for: the texts and options of all of them take as long as a short answer.
  private typealias Row = (path: [String], make: @Sendable () -> Subcommand)

  /// Every subcommand, in the order of help.
  private static let table: [Row] = [
    (["copy"], { .copy }), (["paste"], { .paste }), (["show"], { .show }), (["watch"], { .watch }),
    (["recast"], { .recast }), (["pick"], { .pick }), (["save"], { .save }), (["clear"], { .clear }),
    (["drag"], { .drag }),
    (["drop"], { .drop }),
    (["convert"], { .convert }), (["share"], { .share }), (["open"], { .open }), (["serve"], { .serve }),
    (["ssh"], { .ssh }),
    (["history", "list"], { .historyList }), (["history", "pick"], { .historyPick }),
    (["history", "drop"], { .historyDrop }),
    (["type", "of"], { .typeOf }), (["type", "info"], { .typeInfo }),
    (["type", "conforms"], { .typeConforms }), (["type", "tree"], { .typeTree }),
    (["type", "find"], { .typeFind }), (["type", "list"], { .typeList }),
    (["type", "check"], { .typeCheck }),
    (["type", "add"], { .typeAdd }), (["type", "remove"], { .typeRemove }),
    (["config"], { .config }), (["generate"], { .generate }), (["as"], { .faces }),
  ]

  /// Every subcommand, in the order of help.
  static var all: [Subcommand] { table.map { $0.make() } }

  /// The error for an unknown name.
  struct IsUnknown: Error {}

  /// The subcommand that a command line begins with; throws `IsUnknown` if there is none of that name.
  static func called(by arguments: ArraySlice<String>) throws(IsUnknown) -> Subcommand {
    if let row = table.first(where: { arguments.starts(with: $0.path) }) { return row.make() }
    // `pb type png` is `pb type info png`, and that of a file `pb type of`.
    if arguments.first == "type", let word = arguments.dropFirst().first, !word.hasPrefix("-"), word != "help"
    {
      let type = try? TypeName.typeOrUndeclared(word)
      if type?.isDeclared != true, FilePath(word).exists || type == nil && TypeName.type(ofFile: word) != nil
      {
        return .typeOf
      }
      if type != nil { return .typeInfo }
    }
    // `pb history` and `pb history --json` leave the second word out.
    guard arguments.first == "history" else { throw IsUnknown() }
    switch arguments.dropFirst().first {
    case nil: return .historyList
    case let word? where word.hasPrefix("-") && !["-h", "--help"].contains(word): return .historyList
    default: throw IsUnknown()
    }
  }
}
