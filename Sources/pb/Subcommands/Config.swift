import Exchange
import Pasteboard
import Terminal

extension Subcommand {
  static let config = Subcommand(
    path: ["config"],
    summary: "print all settings and their sources",
    options: [.json, .color],
    notes: """
      Settings are lines 'option = value' in ~/.config/pasteboard/config: for all commands that have the
      option, or below a line [COMMAND] for one. Options on the command line override settings; --no-NAME
      turns one off. A section [wayland] sets the types that all Wayland programs are offered: 'hide =
      html', 'show = rtf'.

      Exit status 1 means that the file has mistakes.
      """,
    manual: """
      The file is pasteboard/config in XDG_CONFIG_HOME. A setting for an option without a value is yes or
      no, or true or false. Text after # is a comment. In the section [wayland], for Wayland and GNOME, 'hide = html' leaves types
      out and 'show = rtf' offers RTF that is made from a copy. Options for one file or one call cannot be
      settings: names and places (--output, --into, --base, --from, --encoding, --media DIR) and actions
      (--move, --replace, --append, --once, --wait …). What a document declares itself, such as its
      language, overrides a setting. pb ignores mistakes and reports all of them once a session; pb config
      reports them every time. Your own values are listed first.
      """,
    examples: """
      pb config
      pb config --json | jq -r .path
      """
  ) { arguments throws(Failure) in
    let configuration = Configuration.read()
    let values = ConfiguredValue.all(configuration)
    let name = configuration.file.values(for: .copy)[Option.backend.name]?.value
    let chosen = Backend.all.first { $0.name == name }
    let backend = chosen ?? .current
    for problem in configuration.problems { Output.warn(problem) }
    if arguments.has(.json) {
      let json = JSON.object([
        "schemaVersion": .number(1), "path": .optional(configuration.path),
        "exists": .bool(configuration.exists), "backend": .string(backend.account),
        "options": .array(values.map(\.json)), "problems": .strings(configuration.problems),
      ])
      try Output.write(json.text)
    } else {
      var table = TextTable([("COMMAND", .left), ("OPTION", .left), ("VALUE", .left), ("FROM", .left)])
      for value in values { table.append(value.cells) }
      let state = configuration.exists ? "" : " (does not exist)"
      let title = StyledLine((configuration.path ?? "no home folder") + state, .faint)
      let isUsable = chosen != nil || backend.isPresent()
      let way = StyledLine(
        isUsable
          ? "pb copies and pastes through \(backend.account)"
          : "no display: pb cannot copy or paste here"
            + (backend.statusDescription().map { ": \($0)" } ?? ""),
        .faint)
      try Output.write(
        [title, StyledLine()] + table.lines() + [StyledLine(), way], color: try Output.isColored(arguments))
    }
    return configuration.problems.isEmpty ? .success : .nothing
  }
}

/// An option of a command, its value where the command line does not say another, and who says so.
struct ConfiguredValue {
  let command: String
  let option: Option
  /// Nil if there is none.
  let value: String?
  /// The file and the line; nil for what is built in.
  let location: String?

  static func all(_ configuration: Configuration) -> [ConfiguredValue] {
    let values = Subcommand.configurable.flatMap { subcommand in
      let own = configuration.file.values(for: subcommand)
      return subcommand.preferences.map { option in
        let setting = own[option.name]
        return ConfiguredValue(
          command: subcommand.name, option: option, value: setting?.value ?? option.builtInValue,
          location: setting.map(configuration.location))
      }
    }
    return values.filter { $0.location != nil } + values.filter { $0.location == nil }
  }

  var cells: [StyledLine] {
    let style = location == nil ? Style.faint : Style(color: .green)
    return [
      StyledLine(command), StyledLine(option.name),
      StyledLine(value ?? "–", location == nil ? .plain : .bold),
      StyledLine(location ?? "built in", style),
    ]
  }

  var json: JSON {
    .object([
      "command": .string(command), "option": .string(option.name), "value": .optional(value),
      "location": .optional(location),
    ])
  }
}
