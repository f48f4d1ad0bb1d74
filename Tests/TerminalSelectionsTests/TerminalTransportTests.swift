import Exchange
import Testing

@testable import TerminalSelections

@Suite("Terminals: what they can do")
struct TerminalTransportTests {
  private func verdict(
    _ text: String, _ wrapping: MultiplexerWrapping = .none, variable: String? = "xterm-256color"
  ) -> TerminalTransport.Verdict {
    var machine = ProbeMachine(Requests(wrapping: wrapping), identifier: "pb1")
    var stream = ReplyStream(stringLimit: 4096)
    for reply in stream.receive(Array(text.replacing("ESC", with: "\u{1B}").utf8)[...]) {
      machine.receive(reply)
    }
    return TerminalTransport.verdict(machine.answers, wrapping, variable: variable)
  }

  private func method(_ verdict: TerminalTransport.Verdict) -> TerminalTransport.Method? {
    if case .way(let way) = verdict { way.method } else { nil }
  }

  private func reason(_ verdict: TerminalTransport.Verdict) -> String? {
    if case .none(let refusal) = verdict { refusal.error(for: .copying).description } else { nil }
  }

  @Test func `What helps to copy is not told to those who paste, where it does not help them`() {
    func words(_ answers: String) -> String {
      guard case .none(let refusal) = verdict(answers) else { return "" }
      return refusal.error(for: .pasting).description
    }
    #expect(words("") == "the terminal does not answer. See 'pb help ssh'.")
    #expect(words("ESC[?62;22c").hasSuffix("Use --backend osc52 to ask anyway."))
    #expect(reason(verdict(""))?.hasSuffix("Use --backend osc52 to send text anyway.") == true)
  }

  @Test func `Any type where packets are answered, by data or by an error`() {
    let version = "ESCP>|kitty(0.48.2)ESC\\"
    for answer in [
      "ESC]5522;type=read:id=pb1:status=OKESC\\ESC]5522;type=read:id=pb1:status=DONEESC\\",
      "ESC]5522;type=read:status=EPERMESC\\", "ESC]5522;type=read:status=ENOSYSESC\\",
    ] {
      let verdict = verdict(version + answer + "ESC[?62;52c")
      #expect(method(verdict) == .packets(.none))
      if case .way(let way) = verdict { #expect(way.account == "by OSC 5522, kitty(0.48.2)") }
    }
    #expect(method(verdict("ESC]5522;type=read:id=pb2:status=OKESC\\ESC[?62c")) == nil)
  }

  @Test(arguments: [
    "ESC[?62;52c", "ESCP1+r4d73=1b5dESC\\ESC[?62c", "ESCP>|foot(1.13.1)ESC\\ESC[?62c",
    "ESCP>|WezTerm 20240203ESC\\ESC[?65;4c",
    "ESCP>|ghostty 1.2.0ESC\\ESC[?62;22c", "ESCP>|Konsole 24.12.0ESC\\ESC[?62c",
    "ESC]60;allowWindowOpsESC\\ESCP>|XTerm(379)ESC\\ESC[?64c",
  ])
  func `Text where there is evidence for it`(answers: String) {
    #expect(method(verdict(answers)) == .text(.none))
  }

  @Test(arguments: [
    ("ESC[?62;22c", "does not report that it accepts copies"), ("ESC[?52c", "does not report"),
    ("ESCP>|Konsole 22.12.3ESC\\ESC[?62c", "the terminal (Konsole 22.12.3) does not report"),
    ("ESCP>|XTerm(379)ESC\\ESC[?64c", "allowWindowOps"), ("ESCP>|VTE(7600)ESC\\ESC[?65;1c", "VTE"),
    ("ESC[>65;6800;1cESC[?65;1;9c", "GNOME Terminal"),
    ("ESC[>61;7600;1cESC[?61;1c", "does not let programs use its clipboard"),
    ("", "does not answer"), ("ESCP>|strange\u{7}\u{1B}\\ESC[?62c", "does not report"),
  ])
  func `Nothing is claimed without evidence, and the reason is said`(answers: String, words: String) {
    #expect(reason(verdict(answers))?.contains(words) == true, "\(verdict(answers))")
  }

  @Test func `The name of the terminal goes along through SSH`() {
    #expect(method(verdict("ESC[?6c", variable: "alacritty")) == .text(.none))
    #expect(method(verdict("ESC[?6c", variable: "xterm-kitty")) == .text(.none))
    #expect(method(verdict("ESC[?6c", variable: "foot-extra")) == .text(.none))
    #expect(method(verdict("ESC[?6c", variable: "footing")) == nil)
  }

  @Test func `Programs in between are asked through`() {
    #expect(verdict("ESC[>84;0;0cESC[?1;2c") == .askThrough(.tmux))
    #expect(verdict("ESCP>|tmux 3.3aESC\\ESC[?1;2c") == .askThrough(.tmux))
    #expect(verdict("ESC[>83;40900;0cESC[?1;2c") == .askThrough(.screen))
    #expect(method(verdict("ESC]5522;type=read:status=OKESC\\ESC[?5522;0$y", .tmux)) == .packets(.tmux))
    #expect(reason(verdict("ESC[?5522;0$y", .tmux))?.contains("set-clipboard on") == true)
    #expect(reason(verdict("", .tmux))?.contains("allow-passthrough on") == true)
  }

  @Test func `Sequences are wrapped for what stands between`() {
    let sequence = Array("\u{1B}]52;c;QUJD\u{1B}\\".utf8)
    #expect(
      MultiplexerWrapping.tmux.wrap(sequence)
        == Array("\u{1B}Ptmux;\u{1B}\u{1B}]52;c;QUJD\u{1B}\u{1B}\\\u{1B}\\".utf8))
    let long = [UInt8](repeating: 0x41, count: 1500)
    let wrapped = MultiplexerWrapping.screen.wrap(long)
    #expect(wrapped.count == 1500 + 3 * 4)
    #expect(!wrapped.split(separator: 0x1B).contains { $0.count > 701 })
  }

  @Test func `Other names of a form go in lists that fit a packet`() {
    let aliases = (0..<600).map { "application/x-\($0)" }
    let form = ReadyForm(name: "a/b", aliases: aliases, bytes: [])
    let lists = form.aliasLists(upTo: 4096)
    #expect(lists.allSatisfy { $0.utf8.count <= 4096 } && lists.count == 3)
    #expect(lists.flatMap { $0.split(separator: " ").map(String.init) } == aliases)
  }
}
