import Foundation
import TestSupport
import Testing

/// What hostile owners, odd arguments and closed streams do to `pb` under other tools' names.
@Suite("Other tools' names: attacks", .timeLimit(.minutes(3)))
final class FaceAttackTests: CommandSuite {
  private static let pastes = [
    "xclip -o -sel c", "xsel -ob", "wl-paste", "wl-paste -l", "xclip -o -sel c -t TARGETS",
  ]
  private static let copies = ["xclip -sel c", "xsel -ib", "wl-copy"]

  @Test func `An owner that never answers costs a bounded wait`() throws {
    let session = try FaceSession(in: server.environment)
    let owner = try ScriptedOwner(
      of: [], silent: ["TARGETS", "UTF8_STRING", "STRING"], environment: server.environment)
    // SIGSTOP: not even TARGETS is answered.
    owner.process.kill(SIGSTOP)
    let start = ContinuousClock.now
    let running = try Self.pastes.map {
      try ChildProcess(["sh", "-c", $0], environment: session.environment)
    }
    for (process, line) in zip(running, Self.pastes) {
      let result = try process.wait(timeout: .seconds(15))
      #expect(result.output.isEmpty && result.status == 1, "\(line)")
    }
    #expect(ContinuousClock.now - start < .seconds(12))
    let quick = try session.run("xsel -ob -t 300")
    #expect(quick.output.isEmpty)
    owner.process.kill(SIGCONT)
  }

  @Test func `Text is found behind thousands of other names`() throws {
    let session = try FaceSession(in: server.environment)
    let names = (0..<5_000).map { "application/x-\($0)" }
    let owner = try ScriptedOwner(
      of: names.map { ($0, [0]) } + [("UTF8_STRING", Array("text".utf8))], environment: server.environment)
    for line in ["xclip -o -sel c", "xsel -ob", "wl-paste -n"] {
      #expect(try session.run(line).text == "text", "\(line)")
    }
    withExtendedLifetime(owner) {}
  }

  @Test func `Names with control characters reach no terminal, and odd arguments end`() throws {
    let session = try FaceSession(in: server.environment)
    for line in [
      "xclip -o -t \"$(printf 'a\\033]0;x\\007b')\"", "wl-paste -t \"$(printf 'a\\033[2Jb')\"",
      "xclip \"$(printf 'no\\033file')\"", "wl-paste \"$(printf 'x\\033y')\"",
      "wl-copy --\"$(printf 'x\\033y')\"",
    ] {
      let result = try session.run(line)
      #expect(result.status == 1 && !result.errors.unicodeScalars.contains("\u{1B}"), "\(line)")
    }
    for line in [
      "xclip -o -t ''", "xclip -t '' -i /dev/null", "wl-copy -t ''", "wl-paste -t ''",
      "xclip -loops -5 -i /dev/null",
      "xclip -loops 99999999999999999999 -i /dev/null", "xsel -t -1 -ob", "xsel -t 99999999999999999999 -ob",
      "xsel \(String(repeating: "b", count: 5000))", "xclip -d '' -o", "xsel --display '' -o",
      "wl-paste -t //",
      "wl-copy -t TARGETS x", "xclip -t MULTIPLE -i /dev/null",
      "wl-copy -t \"$(head -c 70000 /dev/zero | tr '\\0' a)\" x",
      "wl-paste -w", "wl-paste -w -- x", "xclip -sel '' -o", "xsel -zzzz --bogus",
    ] {
      let result = try session.run(line + " < /dev/null", timeout: .seconds(10))
      #expect([0, 1].contains(result.status), "\(line): \(result.status) \(result.errors)")
    }
  }

  @Test func `Targets with control characters are not listed, and forge no names`() throws {
    let session = try FaceSession(in: server.environment)
    let owner = try ScriptedOwner(
      of: ["UTF8_STRING", "a\u{1B}]0;x\u{7}b", "x-one\nimage/png", "x-del\u{7F}"].map { ($0, [0x74]) },
      environment: server.environment)
    for line in ["xclip -o -sel c -t TARGETS", "wl-paste -l", "wl-paste --list-types"] {
      let listed = try session.run(line)
      let names = listed.text.split(separator: "\n")
      #expect(listed.status == 0 && names.contains("UTF8_STRING"), "\(line): \(listed)")
      #expect(!names.contains("image/png") && !names.contains("x-one"), "\(line)")
      #expect(
        !listed.text.unicodeScalars.contains { $0 != "\n" && ($0.value < 0x20 || $0 == "\u{7F}") }, "\(line)")
    }
    // Asked for by their names, they are there.
    #expect(try session.run("xclip -o -sel c -t \"$(printf 'x-one\\nimage/png')\"").text == "t")
    #expect(owner.process.isRunning)
  }

  @Test(arguments: ["changes-type", "dies", "says-much", "says-little"])
  func `An owner that sends in pieces breaks a paste at most`(habit: String) throws {
    let session = try FaceSession(in: server.environment)
    for line in ["xclip -o -sel c", "xsel -ob", "wl-paste -n", "xclip -o -sel c -t image/png"] {
      let owner = try ChildProcess(
        PythonPeer.command("piecewise-owner", habit), environment: server.environment)
      try #require(owner.firstLine(timeout: .seconds(20)) == "owning")
      let pasted = try session.run(line, timeout: .seconds(10))
      if habit.hasPrefix("says") {
        #expect(pasted.status == 0 && pasted.output.count == 300_000, "\(line): \(pasted.errors)")
      } else {
        #expect(pasted.output.isEmpty && pasted.status <= 1, "\(line): \(pasted)")
        #expect(
          !pasted.errors.contains("onnect") && !pasted.errors.contains("display"), "\(line): \(pasted.errors)"
        )
      }
    }
  }

  @Test func `Closed and broken streams are no trouble`() throws {
    let session = try FaceSession(in: server.environment)
    for line in Self.copies {
      #expect(try session.run("printf text | \(line)").status == 0)
      #expect(try session.run("xclip -o -sel c").text == "text")
      // What cannot be read does not take away what is there.
      let closed = try session.run("\(line) <&-; \(line) <&- >&- 2>&-; true")
      #expect(closed.status == 0)
      #expect(try session.run("xclip -o -sel c").text == "text", "\(line)")
    }
    for line in Self.pastes {
      #expect(try session.run("\(line) | true").status == 0, "\(line)")
      let full = try session.run("\(line) > /dev/full")
      #expect(full.status == 1 && !full.errors.isEmpty, "\(line)")
      let closed = try session.run("\(line) >&- 2>&-; echo $?")
      #expect(["0\n", "1\n"].contains(closed.text), "\(line)")
    }
    let unread = try session.run(
      "head -c 3000000 /dev/zero | tr '\\0' x | xclip -sel c; wl-paste -n | head -c 5")
    #expect(unread.text == "xxxxx")
  }

  @Test func `Bytes of any kind survive, as arguments and as content`() throws {
    let session = try FaceSession(in: server.environment)
    let bytes = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    #expect(try session.run("xclip -sel c", input: bytes).status == 0)
    #expect(try session.run("xclip -o -sel c").output == bytes)
    #expect(try session.run("wl-copy", input: bytes).status == 0)
    #expect(try session.run("wl-paste -n").output == bytes)
    #expect(try session.run("wl-copy \"$(printf 'a\\377\\376b')\" \"$(printf '\\300')\"").status == 0)
    #expect(try session.run("wl-paste -n").output == [0x61, 0xFF, 0xFE, 0x62, 0x20, 0xC0])
    let name = "\(folder.path)/\u{7}"
    #expect(
      try session.run("printf named > \"$(printf '\(name)\\377')\"; xclip \"$(printf '\(name)\\377')\"")
        .status == 0)
    #expect(try session.run("xclip -o").text == "named")
  }

  @Test func `What is not there is not lost: a folder, a missing file, a folder as standard input`() throws {
    let session = try FaceSession(in: server.environment)
    #expect(try session.run("printf kept | xclip -sel c").status == 0)
    for line in [
      "xclip -sel c /", "xclip -sel c /etc/hostname /nowhere", "xsel -ib < /", "wl-copy < /",
      "xclip -sel c < /",
      "xclip -t TIMESTAMP -sel c /etc/hostname",
    ] {
      let result = try session.run(line, timeout: .seconds(10))
      #expect(result.status == 1 && !result.errors.isEmpty, "\(line)")
      #expect(try session.run("xclip -o -sel c").text == "kept", "\(line)")
    }
  }

  @Test func `Requestors that die, stop or ask for nonsense take nothing from others`() throws {
    let session = try FaceSession(in: server.environment)
    for line in ["xclip -sel c", "xsel -ib", "wl-copy", "xclip -loops 50 -sel c"] {
      #expect(try session.run("head -c 2000000 /dev/zero | tr '\\0' y | \(line)").status == 0)
      // One is killed in the middle of a transfer, one stops in it.
      let killed = try ChildProcess(
        ["sh", "-c", "exec /usr/bin/xclip -o -sel c"], environment: session.environment)
      let stopped = try ChildProcess(
        ["sh", "-c", "exec /usr/bin/xclip -o -sel c"], environment: session.environment)
      killed.kill(SIGKILL)
      stopped.kill(SIGSTOP)
      for target in ["nonsense", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "DELETE"] {
        let result = try ChildProcess.run(
          ["sh", "-c", "timeout 2 /usr/bin/xclip -o -sel c -t \(target) | head -c 10"],
          environment: session.environment)
        #expect(!result.text.hasPrefix("yyyy"), "\(line) \(target)")
      }
      let pasted = try session.run("/usr/bin/xclip -o -sel c | wc -c")
      #expect(pasted.text == "2000000\n", "\(line)")
      stopped.kill(SIGCONT)
    }
  }

  @Test func `Two that append at once lose nothing that was there`() throws {
    let session = try FaceSession(in: server.environment)
    #expect(try session.run("printf 'start ' | xsel -ib").status == 0)
    let result = try session.run("for i in 1 2 3 4 5; do printf \"$i \" | xsel -ab; done; xsel -ob")
    #expect(result.text == "start 1 2 3 4 5 ")
  }

  @Test func `A secret is marked, and shown to no known manager`() throws {
    let session = try FaceSession(in: server.environment)
    for line in ["wl-copy --sensitive hunter2", "printf hunter2 | xclip -sensitive -sel c"] {
      #expect(try session.run(line).status == 0)
      #expect(try session.run("wl-paste -t x-kde-passwordManagerHint").text == "secret")
      #expect(try session.run("wl-paste -n").text == "hunter2")
      let shown = try pb.run("show", "--as-seen-by", "Klipper")
      let rows = shown.text.split(separator: "\n").dropFirst()
      #expect(
        shown.status == 0 && !rows.isEmpty && rows.allSatisfy { $0.contains("hidden") }, "\(shown.text)")
      #expect(!shown.text.contains("hunter2"), "\(line): \(shown.text)")
    }
  }

  @Test func `Without a display each says so in its own words`() throws {
    let session = try FaceSession(in: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil, "TERM": nil, "TMUX": nil])
    for (line, start) in [
      ("xclip -o", "Error: Can't open display: (null)\n"),
      ("xclip -i /dev/null", "Error: Can't open display: (null)\n"),
      ("xsel -o", "xsel: Can't open display: (null)\n"),
      ("wl-paste", "Failed to connect to a Wayland server: "),
      ("wl-copy x", "Failed to connect to a Wayland server: "),
      ("xclip -d :4242 -o", "Error: Can't open display: :4242\n"),
    ] {
      let result = try session.run(line)
      #expect(result.status == 1 && result.errors.hasPrefix(start), "\(line): \(result.errors)")
    }
  }

  @Test func `A command of wl-paste --watch that fails, or is not there, does not end it`() throws {
    let session = try FaceSession(in: server.environment)
    let watch = try ChildProcess(
      ["sh", "-c", "exec wl-paste --watch nosuchcommand 2>&1"], environment: session.environment)
    for number in 1...3 { #expect(try session.run("wl-copy \(number)").status == 0) }
    let deadline = ContinuousClock.now + .seconds(10)
    while !watch.outputSoFar.contains("Failed to spawn nosuchcommand"), ContinuousClock.now < deadline {
      usleep(20_000)
    }
    #expect(watch.isRunning && watch.outputSoFar.contains("Failed to spawn nosuchcommand"))
  }
}
