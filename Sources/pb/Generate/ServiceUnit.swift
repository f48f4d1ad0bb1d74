/// The unit by which systemd runs `pb serve` in a person's session.
enum ServiceUnit {
  /// - Parameter program: the absolute path of `pb`.
  static func text(program: String) -> String {
    """
    # systemd user unit of Pasteboard, made by 'pb generate service'

    [Unit]
    Description=Pasteboard, which keeps what was copied
    Documentation=man:pb-service(7) man:pb(1)
    PartOf=graphical-session.target
    After=graphical-session.target
    ConditionEnvironment=|WAYLAND_DISPLAY
    ConditionEnvironment=|DISPLAY

    [Service]
    Type=notify
    ExecStart="\(program)" serve
    ExecReload=/bin/kill -HUP $MAINPID
    Restart=on-failure
    RestartSec=2
    TimeoutStopSec=10
    Slice=background.slice

    # What holds in a user's own systemd, which may not mount: calls of the kernel are withheld.
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
    # What is on a pasteboard belongs in no file.
    LimitCORE=0

    [Install]
    WantedBy=graphical-session.target

    """
  }
}
