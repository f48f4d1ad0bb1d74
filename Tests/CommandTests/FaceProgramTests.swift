import Foundation
import TestSupport
import TestTraits
import Testing

/// Programs that call clipboard tools, run with `pb` in their place.
@Suite("Other tools' names: real programs", .timeLimit(.minutes(3)))
final class FaceProgramTests: CommandSuite {
  private static func pythonHas(_ module: String) -> Bool {
    (try? ChildProcess.run(["/usr/bin/python3", "-c", "import \(module)"]).status) == 0
  }

  private static let text = "Grüße\n\tfrom an editor\n"

  @Test(.needs("nvim", package: "neovim"), arguments: ["xclip", "xsel"])
  func `Neovim copies and pastes`(tool: String) throws {
    let session = try FaceSession(in: server.environment, names: [tool])
    // The other tool may be installed, and Neovim takes the first that works.
    let provider =
      "let g:clipboard={'name':'t','copy':{'+':\(copying[tool]!)},'paste':{'+':\(pasting[tool]!)},'cache_enabled':1}"
    let copied = try session.run(words: [
      "nvim", "--headless", "--clean", "--cmd", provider, "-c",
      "call setreg('+', \"Grüße\\n\\tfrom an editor\\n\")",
      "-c", "sleep 300m", "-c", "qa!",
    ])
    #expect(copied.status == 0, "\(copied.errors)")
    #expect(try session.run("/usr/bin/xclip -o -sel c").text == Self.text)
    let pasted = try session.run(words: [
      "nvim", "--headless", "--clean", "--cmd", provider, "-c", "put! +", "-c", "$d _", "-c",
      "w! \(folder.path)/out", "-c", "qa!",
    ])
    #expect(pasted.status == 0)
    #expect(try String(contentsOfFile: folder.path + "/out", encoding: .utf8) == Self.text)
  }

  /// The command lines of Neovim's own provider.
  private let copying = [
    "xclip": "['xclip','-quiet','-i','-selection','clipboard']", "xsel": "['xsel','--nodetach','-i','-b']",
  ]
  private let pasting = ["xclip": "['xclip','-o','-selection','clipboard']", "xsel": "['xsel','-o','-b']"]

  @Test(.needs("vim"))
  func `vim writes to a command and reads from it`() throws {
    let session = try FaceSession(in: server.environment)
    let file = try session.folder.file("in", Array(Self.text.utf8))
    let copied = try session.run(
      "vim -es -N -u NONE -c 'w !xclip -i -selection clipboard' -c 'qa!' '\(file)'")
    #expect(copied.status == 0)
    let pasted = try session.run(
      "vim -es -N -u NONE -c '0r !xsel -ob' -c '$d _' -c 'w! \(folder.path)/out' -c 'qa!'")
    #expect(pasted.status == 0)
    #expect(try String(contentsOfFile: folder.path + "/out", encoding: .utf8) == Self.text)
  }

  @Test(.needs("emacs", package: "emacs-nox"))
  func `emacs hands text to a process and reads it back`() throws {
    let session = try FaceSession(in: server.environment)
    // As xclip.el does: a pipe to a process that is told of its end, and a synchronous call.
    let script = """
      (let* ((process-connection-type nil)
             (proc (start-file-process "copy" nil "xclip" "-selection" "clipboard")))
        (set-process-query-on-exit-flag proc nil)
        (process-send-string proc "Grüße\\n\\tfrom an editor\\n")
        (process-send-eof proc)
        (while (process-live-p proc) (accept-process-output proc 0.1))
        (princ (with-output-to-string (with-current-buffer standard-output
          (let ((coding-system-for-read 'utf-8)) (call-process "xclip" nil t nil "-o" "-selection" "clipboard"))))))
      """
    let result = try session.run(words: ["emacs", "-Q", "--batch", "--eval", script])
    #expect(result.status == 0 && result.text == Self.text, "\(result.errors)")
  }

  @Test(.needs("tmux"))
  func `tmux pipes its selection`() throws {
    let session = try FaceSession(in: server.environment)
    let socket = session.folder.path + "/tmux"
    let result = try session.run(
      """
      export TERM=screen; unset TMUX; tmux -S '\(socket)' -f /dev/null new-session -d -x 80 -y 24 'printf "a word\\n"; sleep 30'
      sleep 0.5; tmux -S '\(socket)' copy-mode
      for keys in history-top select-line; do tmux -S '\(socket)' send-keys -X $keys; done
      tmux -S '\(socket)' send-keys -X copy-pipe-and-cancel 'xclip -selection clipboard -in'; sleep 0.5
      tmux -S '\(socket)' kill-server
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try session.run("wl-paste -n").text.hasPrefix("a word"))
  }

  @Test(.needs("pass"), .needs("gpg"))
  func `pass copies a password and puts back what was there`() throws {
    let session = try FaceSession(in: server.environment)
    let result = try session.run(
      """
      export GNUPGHOME="$HOME/gnupg" PASSWORD_STORE_DIR="$HOME/store" PASSWORD_STORE_CLIP_TIME=1
      mkdir -m 700 "$GNUPGHOME"
      gpg --batch --quiet --passphrase '' --quick-generate-key someone@example.org default default never 2>&1 || exit 9
      pass init someone@example.org >/dev/null && printf 'hunter2\\nhunter2\\n' | pass insert -f bank >/dev/null || exit 8
      printf before | xclip -selection clipboard
      pass -c bank > /dev/null || exit 7
      xclip -o -selection clipboard; echo
      sleep 2; xclip -o -selection clipboard
      gpgconf --kill gpg-agent
      """, timeout: .seconds(60))
    #expect(result.status == 0 && result.text == "hunter2\nbefore", "\(result.text)\(result.errors)")
  }

  @Test(
    .enabled(if: pythonHas("pyperclip"), "needs pyperclip, of the Debian package python3-pyperclip"),
    arguments: ["xclip", "xsel", "wl-clipboard"])
  func `pyperclip copies and pastes`(tool: String) throws {
    let session = try FaceSession(in: server.environment)
    let script = """
      import pyperclip
      pyperclip.set_clipboard('\(tool)')
      pyperclip.copy('Grüße\\n\\tfrom an editor\\n')
      print(pyperclip.paste(), end='')
      pyperclip.copy('')
      assert pyperclip.paste() in ('', '\\n'), pyperclip.paste()
      """
    let result = try session.run(words: ["/usr/bin/python3", "-c", script])
    #expect(result.status == 0 && result.text == Self.text, "\(result.errors)")
  }
}
