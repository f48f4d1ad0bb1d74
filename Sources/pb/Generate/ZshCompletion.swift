/// The completions of zsh, from the table of subcommands.
enum ZshCompletion {
  static var text: String {
    var text = """
      #compdef pb pbcopy pbpaste
      # zsh completion for pb, made by 'pb generate zsh'

      _pb() {
        if [[ $service == pb(copy|paste) ]]; then
          _arguments \(ofMacOSCommands)
          return
        fi
        local -a commands
        commands=(

      """
    for word in BashCompletion.firstWords {
      let summary = BashCompletion.summary(of: word)
      text += "    \(quoted("\(word):\(summary)"))\n"
    }
    text += """
          'help:show help'
        )
        if [[ $words[2] == help ]] && ((CURRENT > 2)); then
          words=(pb ${words[3,-1]})
          ((CURRENT--))
          ((CURRENT > 3)) && return
        fi
        if ((CURRENT == 2)); then
          _describe command commands
          return
        fi
        local command=$words[2]

      """
    for (word, second) in BashCompletion.families {
      text += """
          if [[ $command == \(word) ]]; then
            if ((CURRENT == 3)); then
              compadd \(second.joined(separator: " "))
              return
            fi
            command="\(word) $words[3]"
            shift words
            ((CURRENT--))
          fi

        """
    }
    text += "  shift words\n  ((CURRENT--))\n  case $command in\n"
    for subcommand in Subcommand.all {
      text += "  '\(subcommand.name)')\n    _arguments"
      for option in subcommand.options + [.help] { text += " \\\n      \(argument(option))" }
      let operands = action(Completion(operands: subcommand.operands))
      if !operands.isEmpty {
        text +=
          " \\\n      \(quoted("*:\(subcommand.operands.lowercased().filter { $0 != ":" }):\(operands)"))"
      }
      text += "\n    ;;\n"
    }
    return text + "  esac\n}\n\n_pb \"$@\"\n"
  }

  private static var ofMacOSCommands: String {
    MacOSCommands.options.map { name, values in
      quoted(values.isEmpty ? name : "\(name):\(name.dropFirst()):\(action(.words(values)))")
    }.joined(separator: " ")
  }

  private static func argument(_ option: Option) -> String {
    let summary = escaped(option.summary)
    let value = option.value.map { ":\(escaped($0)):\(action(Completion(option)))" } ?? ""
    let mark = option.value == nil ? "" : "="
    guard let letter = option.letter else { return quoted("--\(option.name)\(mark)[\(summary)]\(value)") }
    let plus = option.value == nil ? "" : "+"
    return "'(-\(letter) --\(option.name))'{-\(letter)\(plus),--\(option.name)\(mark)}"
      + quoted("[\(summary)]\(value)")
  }

  private static func action(_ completion: Completion) -> String {
    switch completion {
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .types(let words):
      "{compadd \(words.joined(separator: " ")) ${(f)\"$(\(Completion.listTypes))\"}}"
    case .typeList(let words):
      "{_sequence compadd - \(words.joined(separator: " ")) ${(f)\"$(\(Completion.listTypes))\"}}"
    case .additions(let words):
      "{ if compset -P \"*=\"; then _files; else compadd -S = -q - \(words.joined(separator: " ")) "
        + "${(f)\"$(\(Completion.listTypes))\"}; fi }"
    case .targets: "{compadd -- ${(f)\"$(\(Completion.listTargets))\"}}"
    case .programs:
      "{ if ((CURRENT == 2)); then compadd -- ${(f)\"$(\(Completion.listPrograms))\"}; else _files; fi }"
    case .files: "_files"
    case .nothing: ""
    }
  }

  private static func escaped(_ text: String) -> String {
    String(text.flatMap { "[]:".contains($0) ? ["\\", $0] : [$0] })
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
