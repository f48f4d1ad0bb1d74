import DesktopPrograms
import Testing

/// Commands that begin messages.
@Suite("Commands of mail programs") struct AttachmentCommandTests {
  private static let files = [
    ExecLine.Target(path: "/a b", address: "file:///a%20b"),
    ExecLine.Target(path: "/c", address: "file:///c"),
  ]

  private func words(_ exec: String, isDesktopMail: Bool = false) throws -> [String]? {
    let text = "[Desktop Entry]\nType=Application\nName=Mail\nExec=\(exec)\n"
    let entry = try #require(DesktopEntry(Array(text.utf8), id: "mail.desktop", path: "/mail.desktop"))
    return AttachmentCommand.words(for: entry, attaching: Self.files, isDesktopMail: isDesktopMail)
  }

  @Test(arguments: [
    (
      "/usr/bin/thunderbird %u", ["/usr/bin/thunderbird", "-compose", "attachment='file:///a%20b,file:///c'"]
    ),
    ("evolution --component=mail %U", ["evolution", "mailto:?attach=/a%20b&attach=/c"]),
    ("kmail -caption %c %u", ["kmail", "--composer", "--attach", "/a b", "--attach", "/c"]),
    ("claws-mail --compose %u", ["claws-mail", "--attach", "/a b", "/c"]),
    ("mutt %u", ["mutt", "-a", "/a b", "-a", "/c"]),
  ])
  func known(exec: String, expected: [String]) throws {
    #expect(try words(exec) == expected)
  }

  @Test func `Others are left to the desktop, if it would start them`() throws {
    #expect(try words("letters %u") == nil)
    #expect(
      try words("letters %u", isDesktopMail: true) == ["xdg-email", "--attach", "/a b", "--attach", "/c"])
  }
}
