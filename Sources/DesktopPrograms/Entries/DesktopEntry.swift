/// A program as its desktop entry describes it (Desktop Entry Specification 1.5).
package struct DesktopEntry: Hashable, Sendable {
  /// What the desktop calls it, as `org.example.editor.desktop`.
  package let id: String
  /// The file of the entry.
  package let path: String
  /// What people call it, in their language.
  package let name: String
  package let icon: String?
  /// The MIME types that it opens, `x-scheme-handler/…` for addresses among them.
  package let mimeTypes: [String]
  /// The program that must be there for the entry to count.
  package let needs: String?
  /// How it is started.
  package let command: ExecLine
  /// The folder to start it in.
  package let folder: String?
  package let runsInTerminal: Bool
  /// True if the entry says that there is no such program.
  package let isHidden: Bool
  /// False if menus do not show it; it opens files all the same.
  package let isInMenus: Bool

  private static let group = "Desktop Entry"
  private static let mostMIMETypes = 2_000

  /// Reads an entry; nil if it is none of a program that can be started.
  ///
  /// - Parameter locales: those of the person, the most exact first.
  package init?(_ bytes: [UInt8], id: String, path: String, locales: [String] = []) {
    guard let file = KeyFile(bytes, groups: [Self.group]) else { return nil }
    self.id = id
    self.path = path
    isHidden = file.truth("Hidden", in: Self.group)
    let command = file.string("Exec", in: Self.group).flatMap(ExecLine.init)
    if !isHidden, file.string("Type", in: Self.group) != "Application" || command == nil { return nil }
    self.command = command ?? ExecLine()
    name = file.string("Name", in: Self.group, locales: locales) ?? id
    icon = file.string("Icon", in: Self.group, locales: locales)
    needs = file.string("TryExec", in: Self.group)
    folder = file.string("Path", in: Self.group).flatMap { $0.isEmpty ? nil : $0 }
    mimeTypes = file.list("MimeType", in: Self.group).prefix(Self.mostMIMETypes).map { $0.lowercased() }
    runsInTerminal = file.truth("Terminal", in: Self.group)
    isInMenus = !file.truth("NoDisplay", in: Self.group)
  }
}
