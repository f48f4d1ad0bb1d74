extension Subcommand {
  /// Every subcommand, in the order of help.
  static let all: [Subcommand] = [
    .copy, .paste, .show, .watch, .recast, .clear, .drag, .drop, .convert, .share, .open, .serve,
    .historyList, .historyPick, .historyDrop,
    .typeOf, .typeInfo, .typeConforms, .typeTree, .typeFind, .typeList, .typeCheck, .typeAdd, .typeRemove,
    .config, .generate,
  ]

  /// There is no subcommand of that name.
  struct IsUnknown: Error {}

  /// The subcommand that a command line begins with; throws `IsUnknown` if there is none of that name.
  ///
  /// Only this one is made: the texts and options of all take as long as a short answer. Nor is it optional: the
  /// runtime would make that type out of the types of all properties, for a sixth of a short answer's instructions.
  static func called(by words: ArraySlice<String>) throws(IsUnknown) -> Subcommand {
    switch words.first {
    case "copy": .copy
    case "paste": .paste
    case "show": .show
    case "watch": .watch
    case "recast": .recast
    case "clear": .clear
    case "drag": .drag
    case "drop": .drop
    case "convert": .convert
    case "share": .share
    case "open": .open
    case "serve": .serve
    case "config": .config
    case "history":
      switch words.dropFirst().first {
      case "list": .historyList
      case "pick": .historyPick
      case "drop": .historyDrop
      case nil: .historyList
      case let word? where word.hasPrefix("-") && !["-h", "--help"].contains(word): .historyList
      default: throw IsUnknown()
      }
    case "generate": .generate
    case "type":
      switch words.dropFirst().first {
      case "of": .typeOf
      case "info": .typeInfo
      case "conforms": .typeConforms
      case "tree": .typeTree
      case "find": .typeFind
      case "list": .typeList
      case "check": .typeCheck
      case "add": .typeAdd
      case "remove": .typeRemove
      default: throw IsUnknown()
      }
    default: throw IsUnknown()
    }
  }
}
