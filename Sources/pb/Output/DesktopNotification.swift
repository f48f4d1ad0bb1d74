import System

/// Tells on the desktop how a command ended that was called by a key, where nobody sees its standard error.
enum DesktopNotification {
  /// Shows what was done or why not, through `notify-send` where that is installed; never the content of a clipboard.
  static func show(_ subcommand: Subcommand, _ failure: Failure?) {
    guard let program = path(of: "notify-send") else { return }
    let summary =
      if failure == nil { "pb \(subcommand.name)" } else { "pb \(subcommand.name) failed" }
    let notes = Output.notes + (failure.map { [$0.message] } ?? [])
    let body = notes.isEmpty ? "Done." : notes.joined(separator: "\n")
    let icon = failure == nil ? "edit-paste" : "dialog-warning"
    // Markup in the body would be read (Desktop Notifications Specification).
    let text = body.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    _ = Subprocess.leave(
      ["notify-send", "--app-name=Pasteboard", "--icon=\(icon)", "--", summary, text], file: program,
      input: [])
  }

  private static func path(of name: String) -> String? {
    (Environment.value("PATH") ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
      .first { FilePath($0).isExecutable }
  }
}
