import System

/// `pb` without a command: `something | pb` copies, `pb > file` and `x=$(pb)` paste.
enum BareCall {
  /// The command that is meant; nil where none is: at a terminal without options, and where a word follows that is
  /// not an option of `pb copy` or `pb paste`.
  ///
  /// Throws `Failure` where it may be either, and where an empty input would be copied.
  static func subcommand(_ arguments: ArraySlice<String>) throws(Failure) -> Subcommand? {
    let input = FileDescriptor.standardInput
    let output = FileDescriptor.standardOutput
    if let word = arguments.first {
      // `pb -o` is what other programs paste by.
      guard arguments.count > 1 || ForeignOptionHints.command(for: word) == nil else { return nil }
      guard isOption(word, of: .copy) || isOption(word, of: .paste) else { return nil }
    }
    guard input.isPipeOrFile else {
      guard let word = arguments.first else { return output.isPipeOrFile ? .paste : nil }
      return isOption(word, of: .paste) ? .paste : .copy
    }
    if let word = arguments.first, !isOption(word, of: .copy) {
      throw Failure(
        "\(word) is an option of 'pb paste', but standard input is redirected. Use 'pb paste \(word)'.")
    }
    // `x=$(pb)` and `pb > file` in a loop would take the lines that the loop reads, and lose what is on the clipboard.
    guard !output.isPipe, !(output.isPipeOrFile && input.isPartlyRead) else {
      throw Failure("standard input and output are both redirected. Use 'pb copy' or 'pb paste'.")
    }
    guard !input.isEmptyPipeOrFile else {
      throw Failure("standard input is empty: nothing was copied", status: .nothing)
    }
    return .copy
  }

  private static func isOption(_ word: String, of subcommand: Subcommand) -> Bool {
    guard word.hasPrefix("-"), word != "-", word != "--" else { return false }
    guard word.hasPrefix("--") else {
      return subcommand.options.contains { option in word.dropFirst().first.map(option.isCalled) ?? false }
    }
    let name = String(word.dropFirst(2).prefix { $0 != "=" })
    return subcommand.options.contains { $0.isCalled(name) || "no-" + $0.name == name }
  }
}
