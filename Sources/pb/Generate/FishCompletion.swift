import UniformTypeIdentifiers

/// The completions of fish, from the table of subcommands.
enum FishCompletion {
  static var text: String {
    var lines = [
      "# fish completion for pb, made by 'pb generate fish'", functions, "complete -c pb -f",
      "complete -c pb -n __fish_use_subcommand -a help -d 'show help'",
      "complete -c pb -n '__fish_seen_subcommand_from help; and test (count (commandline -opc)) -eq 2' "
        + "-a '\(BashCompletion.helpWords.joined(separator: " "))'",
    ]
    for word in BashCompletion.firstWords {
      let summary = BashCompletion.summary(of: word)
      lines.append("complete -c pb -n __fish_use_subcommand -a \(word) -d \(quoted(summary))")
    }
    for (word, second) in BashCompletion.families {
      for name in second {
        let summary = Subcommand.all.first { $0.path == [word, name] }?.summary ?? ""
        let isNext =
          "__fish_seen_subcommand_from \(word); and not __fish_seen_subcommand_from \(second.joined(separator: " "))"
        lines.append("complete -c pb -n '\(isNext)' -a \(name) -d \(quoted(summary))")
      }
    }
    for subcommand in Subcommand.all {
      let condition = subcommand.path.map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ")
      for option in subcommand.options + [.help] {
        var line = "complete -c pb -n '\(condition)' -l \(option.name)"
        if let letter = option.letter { line += " -s \(letter)" }
        if option.value != nil { line += value(Completion(option)) }
        lines.append(line + " -d \(quoted(option.summary))")
      }
      let completion = Completion(operands: subcommand.operands)
      if completion == .programs {
        let words = "test (count (commandline -opc))"
        lines.append("complete -c pb -n '\(condition); and \(words) -eq 2'\(values(completion))")
        lines.append("complete -c pb -n '\(condition); and \(words) -gt 2'\(values(.files))")
      } else if !values(completion).isEmpty {
        lines.append("complete -c pb -n '\(condition)'\(values(completion))")
      }
    }
    for command in ["pbcopy", "pbpaste"] {
      lines.append("complete -c \(command) -f")
      for (name, words) in MacOSCommands.options {
        let taken = words.isEmpty ? "" : value(.words(words))
        lines.append("complete -c \(command) -o \(name.dropFirst())" + taken)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The functions that completions call.
  private static let functions = """
    function __pb_types
      printf '%s\\t%s\\n' \(typeNames)
      pb type list 2>/dev/null | awk -F '  +' 'NR > 1 { print $1 "\\t" (NF > 2 ? $2 : "type") }'
    end
    function __pb_additions
      set -l parts (string split -m 1 = -- (commandline -t))
      if set -q parts[2]
        printf \"$parts[1]=%s\\n\" (__fish_complete_path $parts[2])
      else
        __pb_types | string replace -r '(\\t|$)' '=$1'
      end
    end
    """

  /// The short names, each with what it is.
  private static var typeNames: String {
    Completion.typeNames.map { name in
      let type = try? TypeName.type(name)
      return "\(name) \(quoted(type?.localizedDescription ?? "type"))"
    }.joined(separator: " ")
  }

  /// An option's value, which files are offered for only where it is one.
  private static func value(_ completion: Completion) -> String {
    (completion == .files ? " -r" : " -x") + values(completion)
  }

  private static func values(_ completion: Completion) -> String {
    switch completion {
    case .words(let words): " -a '\(words.joined(separator: " "))'"
    case .types: " -k -a '(__pb_types)'"
    case .typeList: " -k -a '(__fish_complete_list , __pb_types)'"
    case .additions: " -k -a '(__pb_additions)'"
    case .targets: " -a '(\(Completion.listTargets))'"
    case .programs: " -a '(\(Completion.listPrograms))'"
    case .files: " -F"
    case .nothing: ""
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'") + "'"
  }
}
