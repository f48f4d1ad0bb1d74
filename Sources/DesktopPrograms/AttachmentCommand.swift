/// The command with which a mail program begins a message with files attached, for which `mailto:` has no
/// word that programs
/// agree on (RFC 6068): each has an option of its own, and `xdg-email` knows those of the desktop's default one.
package enum AttachmentCommand {
  private enum Usage {
    /// One word that lists their addresses.
    case composition
    /// Parameters of an address that has no recipient.
    case parameters
    /// Their paths behind these words.
    case paths(after: [String])
    /// Their paths, each behind this option, behind these words.
    case options(String, after: [String])
  }

  private static let usages: [String: Usage] = [
    "thunderbird": .composition, "thunderbird-esr": .composition, "betterbird": .composition,
    "icedove": .composition, "evolution": .parameters, "claws-mail": .paths(after: ["--attach"]),
    "sylpheed": .paths(after: ["--compose", "--attach"]),
    "kmail": .options("--attach", after: ["--composer"]), "mutt": .options("-a", after: []),
    "neomutt": .options("-a", after: []),
  ]

  /// The command that begins a message in a program; nil if nobody knows one.
  ///
  /// - Parameter isDesktopMail: whether `xdg-email` is there and would start this program.
  package static func words(
    for entry: DesktopEntry, attaching files: [ExecLine.Target], isDesktopMail: Bool
  ) -> [String]? {
    let program = entry.command.program
    let paths = files.compactMap(\.path)
    switch usages[program.split(separator: "/").last.map(String.init) ?? ""] {
    case .composition:
      return [program, "-compose", "attachment='\(files.map(\.address).joined(separator: ","))'"]
    case .parameters:
      let parameters = files.map { "attach=" + $0.address.dropFirst("file://".count) }
      return [program, "mailto:?" + parameters.joined(separator: "&")]
    case .paths(let words): return [program] + words + paths
    case .options(let option, let words): return [program] + words + paths.flatMap { [option, $0] }
    case nil: return isDesktopMail ? ["xdg-email"] + paths.flatMap { ["--attach", $0] } : nil
    }
  }
}
