/// The completions of bash, from the table of subcommands.
enum BashCompletion {
  static var text: String {
    var text = """
      # bash completion for pb, made by 'pb generate bash'

      _pb() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
        COMPREPLY=()
        if ((COMP_CWORD == 1)); then
          COMPREPLY=($(compgen -W "\(firstWords.joined(separator: " ")) help --help --version" -- "$current"))
          return
        fi
        if [[ $command == help ]]; then
          if ((COMP_CWORD == 2)); then
            COMPREPLY=($(compgen -W "\(helpWords.joined(separator: " "))" -- "$current"))
          elif ((COMP_CWORD == 3)); then
            case $previous in
            \(families.map { "\($0.word)) \(reply(.words($0.second))) ;;" }.joined(separator: "\n      "))
            esac
          fi
          return
        fi
        # An equals sign is a word of its own.
        if [[ $current == = ]]; then
          current=
        elif [[ $previous == = ]]; then
          previous=${COMP_WORDS[COMP_CWORD-2]}
        fi
        if ((COMP_CWORD > 3)) && [[ ${COMP_WORDS[COMP_CWORD-2]} == --add || ${COMP_WORDS[COMP_CWORD-3]} == --add ]] &&
          [[ ${COMP_WORDS[COMP_CWORD]} == = || ${COMP_WORDS[COMP_CWORD-1]} == = ]]; then
          \(reply(.files))
          return
        fi

      """
    for (word, family) in families {
      text += "  if [[ $command == \(word) ]]; then\n"
      text += "    if ((COMP_CWORD == 2)); then\n"
      text += "      COMPREPLY=($(compgen -W \"\(family.joined(separator: " "))\" -- \"$current\"))\n"
      text += "      return\n    fi\n    command=\"\(word) ${COMP_WORDS[2]}\"\n  fi\n"
    }
    text += "  case $command in\n"
    for subcommand in Subcommand.all { text += branch(subcommand) }
    text += "  esac\n}\n\ncomplete -o filenames -F _pb pb\n"
    return text + ofMacOSCommands
  }

  private static var ofMacOSCommands: String {
    let cases = MacOSCommands.options.map { name, values in
      "  \(name)) \(reply(values.isEmpty ? .nothing : .words(values))) ;;\n"
    }
    return """

      _pb_macos() {
        local current=${COMP_WORDS[COMP_CWORD]}
        COMPREPLY=()
        case ${COMP_WORDS[COMP_CWORD-1]} in
      \(cases.joined())  *) \(reply(.words(MacOSCommands.options.map(\.name)))) ;;
        esac
      }

      complete -F _pb_macos pbcopy pbpaste

      """
  }

  private static func branch(_ subcommand: Subcommand) -> String {
    var text = "  '\(subcommand.name)')\n    case $previous in\n"
    for option in subcommand.options where option.value != nil {
      let names = ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? [])
      text +=
        "    \(names.joined(separator: "|"))) \(reply(Completion(option))); return ;;\n"
    }
    let options = (subcommand.options + [.help]).map { "--\($0.name)" }.joined(separator: " ")
    return text + """
          esac
          if [[ $current == -* ]]; then
            COMPREPLY=($(compgen -W "\(options)" -- "$current"))
          else
            \(reply(Completion(operands: subcommand.operands)))
          fi
          ;;

      """
  }

  private static func reply(_ completion: Completion) -> String {
    switch completion {
    case .words(let words): "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\"))"
    case .types(let words):
      "COMPREPLY=($(compgen -W \"\(words.joined(separator: " ")) $(\(Completion.listTypes))\" -- \"$current\"))"
    case .typeList(let words):
      "COMPREPLY=($(compgen -P \"${current%\"${current##*,}\"}\" -W \"\(words.joined(separator: " ")) "
        + "$(\(Completion.listTypes))\" -- \"${current##*,}\"))"
    case .additions(let words):
      "COMPREPLY=($(compgen -S = -W \"\(words.joined(separator: " ")) $(\(Completion.listTypes))\" -- \"$current\")); "
        + "compopt -o nospace 2>/dev/null"
    // Names may have spaces in them, of files and of targets.
    case .targets:
      "mapfile -t COMPREPLY < <(\(Completion.listTargets) | while IFS= read -r t; do "
        + "[[ $t == \"$current\"* ]] && printf '%s\\n' \"$t\"; done)"
    case .programs:
      "if ((COMP_CWORD == 2)); then COMPREPLY=($(compgen -W \"$(\(Completion.listPrograms))\" -- \"$current\")); "
        + "else \(reply(.files)); fi"
    case .files: "mapfile -t COMPREPLY < <(compgen -f -- \"$current\")"
    case .nothing: ":"
    }
  }

  /// The summary of the commands that begin with a word.
  static func summary(of word: String) -> String {
    if let subcommand = Subcommand.all.first(where: { $0.path == [word] }) { return subcommand.summary }
    return word == "type" ? "find, compare and declare types" : "list and restore remembered copies"
  }

  /// The words that may stand first.
  static var firstWords: [String] {
    var seen: Set<String> = []
    return Subcommand.all.map { $0.path[0] }.filter { seen.insert($0).inserted }
  }

  /// The words that may follow `pb help`.
  static var helpWords: [String] { firstWords + HelpTopic.all.map(\.name) }

  /// First words that need a second one, with what that may be.
  static var families: [(word: String, second: [String])] {
    firstWords.compactMap { word in
      let second = Subcommand.all.filter { $0.path.count > 1 && $0.path[0] == word }.map { $0.path[1] }
      return second.isEmpty ? nil : (word, second)
    }
  }
}
