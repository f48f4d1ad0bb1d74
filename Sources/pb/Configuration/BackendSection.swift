import Exchange
import Pasteboard

extension Subcommand {
  /// What stands in the configuration, and can be no option of one call: sections for ways to the pasteboards.
  static let backendSections = [
    Subcommand(
      path: ["wayland"], summary: "what holds where the pasteboards are Wayland's",
      options: [BackendSection.hide],
      discussion: """
        Programs of Wayland all see one list of forms: nobody tells who asks. 'hide = rtf' leaves forms out of it that a
        program takes which gets on better with another one.
        """, examples: ""
    ) { _ throws(Failure) in .success }
  ]

  /// All that a section of the configuration may be for.
  static var configurable: [Subcommand] { all + backendSections }
}

/// The sections for ways to the pasteboards.
enum BackendSection {
  static let hide = Option("hide", value: "TYPE,…", "types that nobody is offered")

  /// The types that nobody is offered, by the name of the backend.
  static func hidden(_ file: ConfigurationFile) -> [String: String] {
    guard !file.settings.isEmpty else { return [:] }
    var hidden: [String: String] = [:]
    for section in Subcommand.backendSections {
      hidden[section.name] = file.values(for: section)[hide.name]?.value
    }
    return hidden
  }
}
