/// The desktop entry by which sessions without systemd start `pb serve` (Desktop Application Autostart Specification).
enum AutostartEntry {
  /// - Parameter program: the absolute path of `pb`.
  static func text(program: String) -> String {
    // Within quotation marks a percent sign begins a field code (Desktop Entry Specification, "The Exec key").
    let command = program.replacing("%", with: "%%").replacing("$", with: "\\\\$").replacing(
      "`", with: "\\\\`")
    return """
      # Made by 'pb generate autostart'; lies in ~/.config/autostart.
      # To remember copies, put these two lines into ~/.config/pasteboard/config:
      #   [serve]
      #   history = 50
      [Desktop Entry]
      Type=Application
      Name=Pasteboard
      Comment=Keeps the clipboard when programs exit
      Exec="\(command)" serve
      Icon=edit-paste
      NoDisplay=true
      X-GNOME-Autostart-enabled=true

      """
  }
}
