import RichText
import Testing

/// Tables that programs align by spaces.
@Suite("Columns aligned by spaces") struct SpacedColumnsTests {
  private static func rows(_ text: String) -> [[String]]? {
    SpacedColumns.rows(of: Array(text.utf8))?.map { $0.map { String(decoding: $0, as: UTF8.self) } }
  }

  @Test func `Names of two words and free text keep their spaces`() {
    let text = """
      CONTAINER ID   IMAGE          COMMAND                  STATUS       PORTS    NAMES
      3f4e5d6c7b8a   nginx:latest   "/docker-entrypoint.…"   Up 2 hours   80/tcp   web
      1a2b3c4d5e6f   postgres:15    "docker-entrypoint.s…"   Up 3 days             db main
      """
    #expect(
      Self.rows(text) == [
        ["CONTAINER ID", "IMAGE", "COMMAND", "STATUS", "PORTS", "NAMES"],
        ["3f4e5d6c7b8a", "nginx:latest", "\"/docker-entrypoint.…\"", "Up 2 hours", "80/tcp", "web"],
        ["1a2b3c4d5e6f", "postgres:15", "\"docker-entrypoint.s…\"", "Up 3 days", "", "db main"],
      ])
  }

  @Test func `Numbers stand at the right of their columns`() {
    let text = """
      USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
      root           1  0.7  0.0  52648 19180 ?        SLl  13:44   3:15 /sbin/init splash
      jo         12345 10.0  1.5 998877 54321 pts/0    R+   14:00   0:00 ps aux
      root           2  0.0  0.0      0     0 ?        S    13:44   0:00 [kthreadd]
      """
    let rows = Self.rows(text)
    #expect(rows?.map(\.count) == [11, 11, 11, 11])
    #expect(rows?[1].last == "/sbin/init splash")
    #expect(rows?[2][1...5].map { $0 } == ["12345", "10.0", "1.5", "998877", "54321"])
  }

  @Test func `A name above a column may have two words`() {
    let text = """
      jo@box:~$ df
      Filesystem     1K-blocks     Used Available Use% Mounted on
      tmpfs            1234567        0   1234567   0% /
      /dev/vda1       41152736 12345678  28807058  31% /srv
      """
    #expect(
      Self.rows(text) == [
        ["Filesystem", "1K-blocks", "Used", "Available", "Use%", "Mounted on"],
        ["tmpfs", "1234567", "0", "1234567", "0%", "/"],
        ["/dev/vda1", "41152736", "12345678", "28807058", "31%", "/srv"],
      ])
  }

  @Test func `A listing of files gets names for its columns`() {
    let text = """
      total 12
      drwxr-xr-x 2 jo users 4096 Nov 26 10:00 my folder
      -rw-r--r-- 1 jo users  120 May  3  2025 a.txt
      brw-rw---- 1 root disk 8, 0 Nov 26 10:00 sda
      """
    #expect(
      Self.rows(text) == [
        ["Mode", "Links", "Owner", "Group", "Size", "Modified", "Name"],
        ["drwxr-xr-x", "2", "jo", "users", "4096", "Nov 26 10:00", "my folder"],
        ["-rw-r--r--", "1", "jo", "users", "120", "May 3 2025", "a.txt"],
        ["brw-rw----", "1", "root", "disk", "8, 0", "Nov 26 10:00", "sda"],
      ])
  }

  @Test func `A value that is too wide moves the others of its row alone`() {
    let rows = Self.rows(
      "NAME   READY   AGE\n" + (1...9).map { "pod-\($0)  1/1     \($0)d\n" }.joined()
        + "pod-that-is-long  0/1  10d\n")
    #expect(rows?.last == ["pod-that-is-long", "0/1", "10d"])
    #expect(rows?[1] == ["pod-1", "1/1", "1d"])
  }

  @Test(arguments: ["", "\n", "one line of text\n", "some prose\nthat goes on\n", "a\nb\nc\n"])
  func `Text without columns is no table`(text: String) { #expect(Self.rows(text) == nil) }

  @Test func `Wide characters take two columns`() {
    #expect(Self.rows("名前  数\n東京  12\n京都  3\n") == [["名前", "数"], ["東京", "12"], ["京都", "3"]])
  }
}
