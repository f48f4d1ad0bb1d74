/// The unit by which systemd runs `pb serve` in a person's session.
enum ServiceUnit {
  /// - Parameter program: the absolute path of `pb`.
  static func text(program: String) -> String {
    // A percent sign would begin a specifier (systemd.unit(5)); variables are none in the path of a program.
    let command = program.replacing("%", with: "%%")
    return """
      # systemd user unit of Pasteboard, made by 'pb generate service'

      [Unit]
      Description=Pasteboard, the clipboard manager
      Documentation=man:pb-service(7) man:pb(1)
      PartOf=graphical-session.target
      After=graphical-session.target
      ConditionEnvironment=|WAYLAND_DISPLAY
      ConditionEnvironment=|DISPLAY

      [Service]
      Type=notify
      # To remember copies, put these two lines into ~/.config/pasteboard/config, and restart the service:
      #   [serve]
      #   history = 50
      ExecStart="\(command)" serve
      ExecReload=/bin/kill -HUP $MAINPID
      Restart=on-failure
      RestartSec=2
      TimeoutStopSec=10
      Slice=background.slice

      # Restrictions that a user's systemd can apply, because they need no mounts: they filter system calls.
      NoNewPrivileges=yes
      LockPersonality=yes
      MemoryDenyWriteExecute=yes
      RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
      RestrictNamespaces=yes
      RestrictRealtime=yes
      RestrictSUIDSGID=yes
      SystemCallArchitectures=native
      SystemCallFilter=@system-service
      SystemCallErrorNumber=EPERM
      UMask=0077
      # A core dump would write clipboard content to a file.
      LimitCORE=0

      [Install]
      WantedBy=graphical-session.target

      """
  }

  /// True for a path that systemd runs a program at: none of its characters is a quotation mark, a backslash or for
  /// control (systemd.service(5), "Command lines").
  static func mayName(_ program: String) -> Bool {
    program.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F && !"\"'\\".unicodeScalars.contains($0)
    }
  }
}

/// The desktop entry by which sessions without systemd start `pb serve` (Desktop Application Autostart Specification).
enum AutostartEntry {
  /// - Parameter program: the absolute path of `pb`.
  static func text(program: String) -> String {
    // Within quotation marks a percent sign begins a field code (Desktop Entry Specification, "The Exec key").
    let command = program.replacing("%", with: "%%").replacing("$", with: "\\\\$").replacing(
      "`", with: "\\\\`")
    return """
      # Made by 'pb generate autostart'; save it in ~/.config/autostart.
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
