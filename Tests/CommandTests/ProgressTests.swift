import Foundation
import TestSupport
import Testing

/// Work that lasts is told of on a terminal, and nowhere else.
@Suite("Progress", .timeLimit(.minutes(1)))
struct ProgressTests {
  private let server: PrivateXServer
  private let owner: ChildProcess

  /// An owner that gives its text in pieces, a third of a second apart.
  private static let slowOwner = """
    import time
    from Xlib import X, Xatom, display
    d = display.Display(); a = d.intern_atom
    w = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
    w.set_selection_owner(a('CLIPBOARD'), X.CurrentTime); d.sync(); print('ready', flush=True)
    from Xlib.protocol import event
    pieces = {}
    while True:
        e = d.next_event()
        if e.type == X.SelectionRequest:
            if e.target == a('TARGETS'):
                e.requestor.change_property(e.property, Xatom.ATOM, 32, [a('UTF8_STRING')])
            elif e.target == a('UTF8_STRING'):
                e.requestor.change_attributes(event_mask=X.PropertyChangeMask)
                e.requestor.change_property(e.property, a('INCR'), 32, [6])
                pieces[e.requestor.id, e.property] = [e.requestor] + [b'x'] * 6 + [b'']
            else: continue
            e.requestor.send_event(event.SelectionNotify(time=e.time, requestor=e.requestor,
                selection=e.selection, target=e.target, property=e.property))
            d.flush()
        elif e.type == X.PropertyNotify and e.state == X.PropertyDelete:
            rest = pieces.get((e.window.id, e.atom))
            if rest and len(rest) > 1:
                time.sleep(0.33)
                rest[0].change_property(e.atom, a('UTF8_STRING'), 8, rest.pop(1)); d.flush()
    """

  init() throws {
    server = try PrivateXServer()
    owner = try ChildProcess(["/usr/bin/python3", "-c", Self.slowOwner], environment: server.environment)
    try #require(owner.firstLine(timeout: .seconds(20)) == "ready")
  }

  @Test func `A transfer of more than a second is told of, and the line goes away`() throws {
    let terminal = try PseudoTerminal(
      [BuiltCommand.path, "paste", "--timeout", "20"], environment: server.environment, columns: 80, rows: 24)
    #expect(terminal.waitForEnd() == 0)
    let screen = terminal.wait { $0.transcript.hasSuffix("xxxxxx\r\n") }
    #expect(screen.transcript.contains("\r\u{1B}[Kpb: reading what was copied: "))
    #expect(screen.transcript.contains(" bytes, 1 s"))
    #expect(screen.transcript.hasSuffix("\r\u{1B}[Kxxxxxx\r\n"), "\(screen.transcript.debugDescription)")
  }

  @Test func `Without a terminal nothing is told`() throws {
    let pb = BuiltCommand(on: server)
    let result = try pb.run("paste", "--timeout", "20")
    #expect(result.text == "xxxxxx" && result.errors.isEmpty)
  }
}
