import Foundation
import TestSupport
import TestTraits
import Testing

/// Whether `vim` is Vim.
private let isVim = (try? ChildProcess.run(["vim", "--version"]).text.hasPrefix("VIM")) ?? false

/// `pb` in programs that stand between it and the terminal, and in an editor.
@Suite("Through the terminal: what stands between", .timeLimit(.minutes(3)))
struct MultiplexerTests {
  private struct Scene {
    let terminal: FakeTerminal
    let shell: TerminalShell
    let folder: TemporaryFolder
    let settings: [UInt32]

    init(_ manner: FakeTerminal.Manner = .kitty) throws {
      terminal = try FakeTerminal(manner)
      settings = terminal.settings
      folder = try TemporaryFolder()
      chmod(folder.path, 0o700)
      shell = try TerminalShell(
        on: terminal,
        environment: ["SCREENDIR": folder.path, "TMUX_TMPDIR": folder.path, "PB": BuiltCommand.path])
    }

    /// Runs a program with the terminal as its standard streams.
    var onTerminal: String { "exec \"$@\" <>\(terminal.path) >&0 2>&0" }

    /// Runs lines of a shell in a program that has the terminal, and gives what they write.
    func run(_ lines: String, in program: (_ script: String) -> [String]) throws -> String {
      let output = folder.path + "/output"
      let script = try folder.file("script", Array("{\n\(lines)\n} >\(output) 2>&1\n".utf8))
      let result = try shell.run(program(script), line: onTerminal)
      #expect(result.status == 0, "\(terminal.shown.suffix(500))")
      return try String(contentsOfFile: output, encoding: .utf8)
    }

    func tmux(_ lines: String, _ options: String = "") throws -> String {
      let configuration = try folder.file("tmux.conf", Array(options.utf8))
      // It begins to run programs before it knows its terminal.
      let wait = "until [ \"$(tmux display-message -p '#{client_termfeatures}')\" ]; do :; done\n"
      return try run(wait + lines) { ["tmux", "-L", "pb", "-f", configuration, "new-session", "sh \($0)"] }
    }

    func screen(_ lines: String) throws -> String {
      let configuration = try folder.file("screenrc", Array("startup_message off\n".utf8))
      return try run(lines) { ["screen", "-c", configuration, "sh", $0] }
    }
  }

  private static let copy = "printf '# Hi\\n\\n*x*\\n' | \"$PB\" copy -t markdown --explain; echo $?\n"
  private static let paste = "\"$PB\" paste -t html; echo $?\n"

  @Test(.needs("tmux"))
  func `tmux takes text, and hands it on to the terminal and back`() throws {
    let scene = try Scene()
    let output = try scene.tmux(
      Self.copy + "tmux show-buffer\n\"$PB\" paste\n\"$PB\" copy --sensitive /dev/null; echo $?\n"
        + "\"$PB\" copy -p primary /dev/null; echo $?")
    #expect(output.contains("by tmux, text only\n0\n# Hi\n\n*x*\n# Hi\n\n*x*\n"), "\(output)")
    #expect(output.contains("the secret was not sent: tmux"))
    #expect(output.contains("tmux has no primary selection\n2\n"))
    try waitUntil { scene.terminal.bytes("text/plain") == Array("# Hi\n\n*x*\n".utf8) }
    #expect(scene.terminal.forms().count == 1)
  }

  /// Where the terminal gives nothing back: tmux's own buffers are the pasteboard.
  @Test(
    "What was cleared in tmux is gone, and what was copied before does not come back",
    .needs("tmux"), arguments: ["clear", "copy -t plain </dev/null"])
  func cleared(by clearing: String) throws {
    let scene = try Scene(.xterm(isAllowed: false))
    let lines = ["one", "two"].map { "echo \($0) | \"$PB\" copy\n" }.joined()
    let output = try scene.tmux(
      lines
        + "\"$PB\" \(clearing); echo \"cleared $?\"\n\"$PB\" paste; echo \"pasted $?\"\ntmux list-buffers\n"
        + "echo three | \"$PB\" copy\n\"$PB\" paste")
    #expect(output.contains("cleared 0\n") && output.contains("pasted 1\n"), "\(output)")
    #expect(!output.contains("two") && output.hasSuffix("three\n"), "\(output)")
  }

  @Test(.needs("tmux"))
  func `tmux lets every form through where it may, also to the far side of ssh`() throws {
    for environment in ["", "unset TMUX TMUX_PANE\n"] {
      let scene = try Scene()
      let output = try scene.tmux(environment + Self.copy + Self.paste, "set -g allow-passthrough on\n")
      #expect(output.contains("by OSC 5522 through tmux"), "\(output)")
      #expect(output.contains("<h1>Hi</h1>"), "\(output)")
      #expect(scene.terminal.bytes("text/rtf") != nil)
    }
    let scene = try Scene()
    let output = try scene.tmux("unset TMUX TMUX_PANE\n" + Self.copy)
    #expect(output.contains("'set -g allow-passthrough on'") && output.hasSuffix("2\n"), "\(output)")
  }

  @Test(.needs("screen"))
  func `screen lets everything through in pieces`() throws {
    for environment in ["", "unset STY\n"] {
      let scene = try Scene()
      let output = try scene.screen(environment + Self.copy + Self.paste)
      #expect(output.contains("by OSC 5522 through screen"), "\(output)")
      #expect(output.contains("<h1>Hi</h1>"), "\(output)")
      #expect(scene.terminal.bytes("text/rtf") != nil)
    }
    let scene = try Scene(.foot)
    let output = try scene.screen(Self.copy + "\"$PB\" paste")
    #expect(output.contains("by OSC 52 through screen"), "\(output)")
    #expect(output.hasSuffix("0\n# Hi\n\n*x*\n"), "\(output)")
  }

  // Neovim runs commands without a terminal, and may be what vim stands for.
  @Test(.needs("vim"), .enabled(if: isVim, "needs Vim, of the Debian package vim; vim is Neovim here"))
  func `vim pastes with :r and copies with :w`() throws {
    let scene = try Scene()
    scene.terminal.put([("text/html", Array("<h1>Page</h1>".utf8))])
    let file = try scene.folder.file("note.md", Array("before\n".utf8))
    let result = try scene.shell.run(
      [
        "vim", "-Nu", "NONE", "-n", "-i", "NONE", file, "-c", "$r !\"$PB\" paste", "-c", "w", "-c",
        "w !\"$PB\" copy", "-c", "q",
      ],
      line: scene.onTerminal)
    #expect(result.status == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "before\n# Page\n")
    #expect(scene.terminal.bytes("text/plain") == Array("before\n# Page\n".utf8))
    #expect(scene.terminal.settings == scene.settings)
  }
}
