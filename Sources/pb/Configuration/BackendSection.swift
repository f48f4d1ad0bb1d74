import Exchange
import Pasteboard

extension Subcommand {
  /// The sections of the configuration for backends, which have no option on the command line.
  static let backendSections = [
    Subcommand(
      path: ["wayland"], summary: "settings for Wayland programs",
      options: [BackendSection.hide, BackendSection.show],
      notes: "",
      manual: """
        All Wayland programs see the same list of formats, because the compositor does not say which program asks.
        'hide = rtf' leaves a format out. 'show = rtf' offers RTF that is made from a copy, which LibreOffice prefers to
        HTML.
        """, examples: ""
    ) { _ throws(Failure) in .success }
  ]

  /// The commands and backends that have a section in the configuration.
  static var configurable: [Subcommand] { all + backendSections }
}

/// The sections for ways to the pasteboards.
enum BackendSection {
  static let hide = Option("hide", value: "TYPE,…", "offer these types to no program")
  static let show = Option("show", value: "TYPE,…", "offer these types although a rule hides them")

  /// The key of a section's setting among the values of options.
  struct Key {
    let name: String

    /// The types that a backend offers to no program.
    init(hiddenOn backend: String) { name = "\(backend) \(hide.name)" }

    /// The types that are offered on Wayland, and to it, whatever the rule for its programs hides.
    static let shownOnWayland = Key(name: "wayland \(show.name)")

    private init(name: String) { self.name = name }
  }

  /// All keys.
  static var keys: [Key] { Subcommand.backendSections.map { Key(hiddenOn: $0.name) } + [.shownOnWayland] }

  /// The values of options that a command has, and beside them what is set in sections of a file.
  static func adding(
    to settings: [String: ConfigurationFile.Setting], _ file: ConfigurationFile
  ) -> [String: String] {
    var values = settings.mapValues(\.value)
    for section in Subcommand.backendSections {
      let set = file.values(for: section)
      values[Key(hiddenOn: section.name).name] = set[hide.name]?.value
      if section.name == "wayland" { values[Key.shownOnWayland.name] = set[show.name]?.value }
    }
    return values
  }
}
