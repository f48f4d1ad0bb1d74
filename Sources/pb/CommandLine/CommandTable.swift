extension Subcommand {
  /// Every subcommand, in the order of help.
  static let all: [Subcommand] = [
    .copy, .paste, .show, .watch, .recast, .clear, .convert, .serve,
    .typeInfo, .typeConforms, .typeTree, .typeFind, .typeList, .typeCheck, .config, .generate,
  ]
}
