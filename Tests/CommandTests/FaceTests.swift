import Foundation
import Pictures
import TestSupport
import Testing

/// `pb` called as other tools are: what editors and coding agents ask of it, and what it does better.
@Suite("Other tools' names", .timeLimit(.minutes(2)))
final class FaceTests: CommandSuite {
  /// Command lines as programs have them: what copies, what pastes, and whose they are.
  private static let lines: [(copy: String, paste: String)] = [
    // Neovim
    ("printf 'some text' | xsel --nodetach -i -b & sleep 0.5", "xsel -o -b"),
    ("printf 'some text' | xsel --nodetach -i -p & sleep 0.5", "xsel -o -p"),
    (
      "printf 'some text' | xclip -quiet -i -selection clipboard & sleep 0.5", "xclip -o -selection clipboard"
    ),
    ("printf 'some text' | xclip -quiet -i -selection primary & sleep 0.5", "xclip -o -selection primary"),
    ("wl-copy --type text/plain", "wl-paste --no-newline"),
    ("wl-copy --primary --type text/plain", "wl-paste --no-newline --primary"),
    ("printf 'some text' | wl-copy --foreground --type text/plain & sleep 0.5", "wl-paste --no-newline"),
    // helix, kakoune, micro, vim
    ("xclip -i -selection clipboard", "xclip -o -selection clipboard"),
    ("xsel --input --clipboard", "xsel --output --clipboard"), ("xsel -ib", "xsel -ob"),
    ("wl-copy > /dev/null 2>&1", "wl-paste -n"), ("xsel -i -b >/dev/null", "xsel --output -b"),
    // emacs: xclip.el, simpleclip
    ("xclip -selection clipboard", "xclip -selection clipboard -out"),
    ("xsel --clipboard --input", "xsel --clipboard --output"),
    ("xclip -selection primary", "xclip -selection primary -o"),
    // pyperclip, pass, gopass, fzf, tmux-yank
    ("xclip -selection c", "xclip -selection c -o"), ("xsel -b -i", "xsel -b -o"),
    ("wl-copy", "wl-paste -n -t text"),
    ("xclip -selection clipboard -in", "xclip -out -selection clipboard"),
    ("xclip -sel clip -r", "xclip -sel clip -o"),
    ("xclip -i -f -selection primary | xclip -i -selection clipboard", "xclip -o -selection clipboard"),
    ("wl-copy --sensitive", "wl-paste -n"), ("xsel --clipboard -i", "xsel -bo"),
    // ranger, nnn, lf, lazygit, clipmenu
    ("xsel -bi", "xsel -bo"), ("xclip -r -sel c", "xclip -o -sel c"), ("xclip -se c", "xclip -o -se c"),
    ("xclip -silent -sel c", "xclip -o -sel c -t STRING"), ("xsel --logfile /dev/null -ib", "xsel -ob"),
    ("xclip", "xclip -o"), ("xsel", "xsel -o"), ("xsel -b", "xsel -o -b"),
    (
      "timeout 1 xsel --logfile /dev/null -i --clipboard", "timeout 1 xsel --logfile /dev/null -o --clipboard"
    ),
    ("xargs -0 printf %s | xclip -sel c", "xclip -sel c -o"), ("xsel --clipboard --input", "wl-paste -n"),
    // helix, kakoune, micro: primary, too, and in the background with closed streams
    ("xclip -i", "xclip -o"), ("xsel -i", "xsel -o"), ("xsel -i -b", "xsel -o -b"),
    ("wl-copy -p --type text/plain", "wl-paste -p --no-newline"),
    ("wl-copy --primary", "wl-paste --no-newline --primary"),
    (
      "printf 'some text' | xclip -i -selection clipboard >/dev/null 2>&1 & sleep 0.5",
      "xclip -out -selection clipboard"
    ),
    ("xclip -in -selection clipboard >&- 2>&-", "xclip -out -selection clipboard"),
    // emacs on Wayland, fish, zsh-system-clipboard, Oh My Zsh
    ("printf 'some text' | wl-copy -f -n & sleep 0.5", "wl-paste -n | tr -d '\\r'"),
    ("xsel --clipboard", "xsel --clipboard -o"),
    ("xclip -sel CLIPBOARD -in", "xclip -sel CLIPBOARD -out"),
    ("xclip -in -selection clipboard < /dev/stdin", "xclip -out -selection clipboard"),
    ("printf 'some text' | wl-copy >/dev/null 2>&1 & sleep 0.5", "wl-paste --no-newline"),
    // yazi, zellij, rofi scripts, clipman's kind
    ("wl-copy --type text/plain", "wl-paste -n"), ("xargs -I{} wl-copy -- {}", "wl-paste -n"),
    ("xargs -I{} wl-copy -- {}", "xclip -selection clipboard -t text/plain -o 2>/dev/null || wl-paste"),
    ("wl-copy --trim-newline", "wl-paste --no-newline --type text/plain"),
    ("xclip -i -selection clipboard -t text/plain", "xclip -selection clipboard -t text/plain -o"),
    ("printf 'some text' | wl-copy -n --foreground --paste-once & sleep 0.5", "wl-paste --no-newline"),
  ]

  @Test func `The usage after a mistake keeps its tabs`() throws {
    let result = try FaceSession(in: server.environment).run("wl-copy --frobnicate")
    #expect(result.status == 1 && result.errors.contains("\n\twl-copy [options] text to copy\n"))
  }

  @Test func `Numbers of the protocol are printed as digits, as xclip prints them`() throws {
    let session = try FaceSession(in: server.environment)
    #expect(try session.run("printf text | xclip -sel c").status == 0)
    let time = try session.run("xclip -o -sel c -t TIMESTAMP").text
    #expect(Int(time.dropLast()) != nil && time.hasSuffix("\n"))
    #expect(try session.run("/usr/bin/xclip -o -sel c -t TIMESTAMP").text == time)
  }

  @Test(arguments: ["application/json", "text/x-python", "text/csv", "text/css", "application/javascript"])
  func `Plain text is not pasted under the name of a special kind of text`(name: String) throws {
    let session = try FaceSession(in: server.environment)
    #expect(try session.run("printf text | wl-copy").status == 0)
    for line in ["wl-paste -t \(name)", "xclip -o -sel c -t \(name)"] {
      let result = try session.run(line)
      #expect(result.status == 1 && result.output.isEmpty, "\(line)")
    }
    // Such text is text, too.
    #expect(try session.run("printf code | wl-copy -t \(name); wl-paste -n -t text/plain").text == "code")
  }

  @Test(arguments: lines)
  func `Command lines of editors and password managers copy and paste`(lines: (copy: String, paste: String))
    throws
  {
    let session = try FaceSession(in: server.environment)
    let copied = try session.run(lines.copy, input: Array("some text".utf8))
    #expect(
      copied.status == 0 && copied.errors.filter { !$0.isWhitespace }.isEmpty || lines.copy.contains("-quiet")
    )
    let pasted = try session.run(lines.paste)
    #expect(pasted.status == 0 && pasted.text == "some text" && pasted.errors.isEmpty, "\(lines) \(pasted)")
  }

  @Test(arguments: [
    ("xclip -selection clipboard -t TARGETS -o", "xclip -selection clipboard -t image/png -o"),
    ("wl-paste -l", "wl-paste -t image/png"), ("wl-paste --list-types", "wl-paste --type image/png"),
    ("wl-paste --list-types", "wl-paste --no-newline --type image/png"),
    (
      "xclip -selection clipboard -t TARGETS -o 2>/dev/null | grep -E 'image/(png|jpeg|jpg|gif|webp|bmp)' || wl-paste -l",
      "xclip -selection clipboard -t image/png -o 2>/dev/null || wl-paste --type image/png"
    ),
  ])
  func `Coding agents find a picture as PNG whatever was copied`(list: String, paste: String) throws {
    let session = try FaceSession(in: server.environment)
    let bitmap = try PictureCodec.bmp.write(Picture(samplePNG))
    let copied = try session.run("/usr/bin/xclip -selection clipboard -t image/bmp", input: bitmap)
    try #require(copied.status == 0)
    #expect(try session.run(list).text.split(separator: "\n").contains("image/png"))
    let pasted = try session.run(paste)
    #expect(pasted.status == 0 && pasted.output.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
    // What an agent tries first, or falls back to, is there as well.
    #expect(try session.run("wl-paste -t image/bmp").output == bitmap)
  }

  @Test func `Screenshots that are piped in are pictures for every program`() throws {
    let session = try FaceSession(in: server.environment)
    for line in [
      "xclip -selection clipboard -t image/png", "wl-copy -t image/png", "wl-copy", "xclip -sel c",
      "xclip -selection clipboard -t image/png -i \"$HOME/picture.png\"", "cat | wl-copy --type image/png",
      "xclip -selection clipboard -target image/png", "xclip -selection c -t image/png -i -",
      "tee \"$HOME/copy.png\" | xclip -se c -t image/png -i",
      "xclip -t image/png -sel clip < \"$HOME/picture.png\"",
      "wl-copy --type image/png < \"$HOME/picture.png\"",
    ] {
      _ = try session.folder.file("picture.png", samplePNG)
      #expect(try session.run(line, input: samplePNG).status == 0)
      #expect(try pb.run("paste", "-t", "image/png").output == samplePNG, "\(line)")
      #expect(try pb.run("paste", "-t", "image/jpeg").output.prefix(2) == [0xFF, 0xD8], "\(line)")
    }
  }

  @Test func `Text is made of HTML where there is no text, and refused where there is nothing to make it of`()
    throws
  {
    let session = try FaceSession(in: server.environment)
    _ = try ScriptedOwner(
      of: [("text/html", Array("<p>one <b>two</b></p>".utf8))], environment: server.environment)
    for line in [
      "xclip -o -sel c", "xsel -ob", "wl-paste", "wl-paste -t text", "xclip -o -sel c -t UTF8_STRING",
    ] {
      let owner = try ScriptedOwner(
        of: [("text/html", Array("<p>one <b>two</b></p>".utf8))], environment: server.environment)
      #expect(try session.run(line).text.contains("one two"), "\(line)")
      #expect(owner.process.isRunning)
    }
    #expect(try session.run("xclip -sel c -t image/png", input: samplePNG).status == 0)
    for line in [
      "xclip -o -sel c", "wl-paste -t text", "xclip -o -sel c -t text/html", "wl-paste -t text/html",
    ] {
      let refused = try session.run(line)
      #expect(refused.status == 1 && refused.output.isEmpty && refused.errors.contains("vailable"), "\(line)")
    }
  }

  @Test func `wl-paste writes the picture that a file's name says`() throws {
    let session = try FaceSession(in: server.environment)
    #expect(try session.run("xclip -sel c -t image/png", input: samplePNG).status == 0)
    let written = try session.run(
      "cd \"$HOME\" && wl-paste > a.jpg && head -c 2 a.jpg && wl-paste > a.txt; echo $?")
    #expect(written.output.prefix(2) == [0xFF, 0xD8])
    #expect(written.text.hasSuffix("1\n") && written.errors.contains("inferred output type \"text/plain\""))
  }

  @Test func `A caller that waits for the end of a stream does not hang`() throws {
    let session = try FaceSession(in: server.environment)
    for line in ["xclip -sel c", "xsel -ib", "wl-copy", "xclip -loops 3", "wl-copy -o", "xsel -ib -t 5000"] {
      let start = ContinuousClock.now
      let captured = try session.run("out=$(printf x | \(line) 2>&1); echo \"<$out>\"", timeout: .seconds(10))
      #expect(captured.text == "<>\n", "\(line)")
      #expect(ContinuousClock.now - start < .seconds(4), "\(line)")
    }
  }

  @Test func `pb as NAME is the same, and help says who answers`() throws {
    let session = try FaceSession(in: server.environment)
    #expect(try pb.run("as", "wl-copy", "hello", "world").status == 0)
    #expect(try pb.run("as", "xclip", "-selection", "clipboard", "-o").text == "hello world")
    for line in [
      "xclip -h 2>&1", "xsel --help", "wl-copy -h", "wl-paste --help", "xclip -version 2>&1", "wl-paste -v",
    ] {
      let page = try session.run(line)
      #expect(page.status == 0 && page.text.contains("Pasteboard under another name: pb "), "\(line)")
    }
    #expect(try pb.run("as").errors.contains("xclip, xsel, wl-copy, wl-paste"))
    #expect(try pb.run("as", "pbcopy").status == 2)
  }

  @Test func `wl-paste --watch tells the state, and hands no secret on`() throws {
    let session = try FaceSession(in: server.environment)
    let log = session.folder.path + "/log"
    let watch = try ChildProcess(
      [
        "wl-paste", "--type", "text", "--watch", "sh", "-c",
        "printf '%s:' \"$CLIPBOARD_STATE\" >> '\(log)'; cat >> '\(log)'; echo >> '\(log)'",
      ]
      .enumerated().map { $0.offset == 0 ? session.folder.path + "/tools/wl-paste" : $0.element },
      environment: session.environment)
    func wait(for text: String) throws {
      let deadline = ContinuousClock.now + .seconds(10)
      var written = ""
      while written != text, ContinuousClock.now < deadline {
        usleep(20_000)
        written = try String(contentsOfFile: log, encoding: .utf8)
      }
      try #require(written == text)
    }
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    try wait(for: "nil:\n")
    #expect(try session.run("wl-copy one").status == 0)
    try wait(for: "nil:\ndata:one\n")
    #expect(try session.run("wl-copy --sensitive two").status == 0)
    try wait(for: "nil:\ndata:one\nsensitive:\n")
    #expect(try session.run("xclip -sel c", input: Array("three".utf8)).status == 0)
    try wait(for: "nil:\ndata:one\nsensitive:\ndata:three\n")
    #expect(watch.isRunning)
  }

  @Test func `On Wayland xclip and xsel find what wl-copy copied, and it theirs`() throws {
    let compositor = try FakeCompositor()
    let runtime = try TemporaryFolder()
    let session = try FaceSession(in: [
      "DISPLAY": nil, "XAUTHORITY": nil, "WAYLAND_DISPLAY": compositor.path, "WAYLAND_SOCKET": nil,
      "XDG_RUNTIME_DIR": runtime.path,
    ])
    for (copy, paste) in [
      ("xclip -sel c", "wl-paste -n"), ("wl-copy", "xsel -ob"), ("xsel -i", "wl-paste -np"),
      ("wl-copy -p", "xclip -o"),
      ("xclip", "xsel"),
    ] {
      #expect(try session.run(copy, input: Array("Grüße".utf8)).status == 0)
      #expect(try session.run(paste).text == "Grüße", "\(copy), \(paste)")
    }
    #expect(try session.run("wl-copy -t image/png", input: samplePNG).status == 0)
    let list = try session.run("xclip -sel c -t TARGETS -o").text.split(separator: "\n")
    #expect(list.first == "TARGETS" && list.contains("image/png") && list.contains("image/jpeg"))
    #expect(try session.run("xclip -sel c -t image/png -o").output == samplePNG)
    let secondary = try session.run("xsel -os")
    #expect(secondary.status == 1 && secondary.errors.contains("secondary"))
  }

  @Test func `On a terminal control characters of what is pasted are visible`() throws {
    let session = try FaceSession(in: server.environment)
    #expect(try session.run("printf 'a\\033]0;x\\007b\\n' | xclip -sel c").status == 0)
    for line in ["xclip -o -sel c", "xsel -ob", "wl-paste -n"] {
      // script(1) gives the command a terminal.
      let shown = try session.run("script -qec '\(line)' /dev/null < /dev/null")
      #expect(shown.text.contains("b") && !shown.text.unicodeScalars.contains("\u{1B}"), "\(line)")
      #expect(try session.run(line).output.contains(0x1B), "\(line)")
    }
  }
}
