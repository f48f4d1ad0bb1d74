import Foundation
import Glibc
import TestSupport
import Testing

/// `pb serve` keeps what owners leave behind.
@Suite("Serve", .timeLimit(.minutes(2)))
struct ServeTests {
  private let server: PrivateXServer
  private let pb: BuiltCommand

  init() throws {
    server = try PrivateXServer()
    pb = BuiltCommand(on: server)
  }

  /// An independent owner of several formats (python-xlib), which says when it owns the clipboard.
  private func owner(of contents: [(target: String, bytes: [UInt8])]) throws -> ChildProcess {
    let offers = contents.map {
      "'\($0.target)': bytes([\($0.bytes.map(String.init).joined(separator: ","))])"
    }
    let script = """
      import sys
      from Xlib import X, Xatom, display
      from Xlib.protocol import event
      d = display.Display(); w = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
      a = d.intern_atom; offers = {\(offers.joined(separator: ", "))}
      by = {a(t): (t, v) for t, v in offers.items()}
      w.set_selection_owner(a('CLIPBOARD'), X.CurrentTime); d.sync(); print('owning', flush=True)
      while True:
          e = d.next_event()
          if e.type == X.SelectionClear: sys.exit()
          if e.type != X.SelectionRequest: continue
          ok = True
          if e.target == a('TARGETS'): e.requestor.change_property(e.property, Xatom.ATOM, 32, [a('TARGETS')] + list(by))
          elif e.target in by: e.requestor.change_property(e.property, e.target, 8, by[e.target][1])
          else: ok = False
          e.requestor.send_event(event.SelectionNotify(time=e.time, requestor=e.requestor, selection=e.selection,
              target=e.target, property=e.property if ok else X.NONE)); d.flush()
          print('gave', by[e.target][0] if e.target in by else '-', flush=True)
      """
    let owner = try ChildProcess(["/usr/bin/python3", "-c", script], environment: pb.environment)
    try #require(owner.firstLine(timeout: .seconds(20)) == "owning")
    return owner
  }

  private func serve() throws -> ChildProcess {
    let service = try ChildProcess(
      ["sh", "-c", "exec '\(BuiltCommand.path)' serve 2>&1"], environment: pb.environment)
    try #require(service.firstLine(timeout: .seconds(20))?.contains("keeping") == true)
    return service
  }

  @Test func `Every format of an owner that was killed is still there, byte for byte`() throws {
    let service = try serve()
    let contents: [(target: String, bytes: [UInt8])] = [
      ("text/html", Array("<p>é <b>b</b></p>".utf8)), ("text/rtf", Array(#"{\rtf1 x\par}"#.utf8)),
      ("UTF8_STRING", Array("é b".utf8)), ("image/png", [0x89, 0x50, 0x4E, 0x47, 0, 255, 10]),
    ]
    let owner = try owner(of: contents)
    // The manager asks for them in their order: with the last it has all.
    let deadline = ContinuousClock.now + .seconds(20)
    while !owner.outputSoFar.contains("gave image/png"), ContinuousClock.now < deadline { sched_yield() }
    owner.kill(SIGKILL)
    var kept = try pb.run("paste", "--raw", "image/png")
    while kept.status != 0, ContinuousClock.now < deadline {
      kept = try pb.run("paste", "--raw", "image/png")
    }
    for (target, bytes) in contents {
      #expect(try pb.run("paste", "--raw", target).output == bytes, "\(target)")
    }
    #expect(service.isRunning)
  }

  @Test func `A copy whose process is told to end is handed over`() throws {
    let service = try serve()
    let copy = try ChildProcess(
      [BuiltCommand.path, "copy", "--foreground"], environment: pb.environment, input: Array("# kept".utf8))
    let deadline = ContinuousClock.now + .seconds(20)
    while try pb.run("paste").text != "# kept", ContinuousClock.now < deadline {}
    copy.kill(SIGTERM)
    #expect(try copy.wait().status == 0)
    // The manager owns the clipboard once it has seen that nobody else does.
    var pasted = try pb.run("paste")
    while pasted.status != 0, ContinuousClock.now < deadline { pasted = try pb.run("paste") }
    #expect(pasted.text == "# kept")
    #expect(service.isRunning)
  }

  @Test func `A secret is not kept`() throws {
    let service = try serve()
    #expect(
      try pb.run("copy", "--sensitive", "--clear-after", "0.5", input: Array("hunter2".utf8)).status == 0)
    #expect(try pb.run("paste").text == "hunter2")
    let deadline = ContinuousClock.now + .seconds(20)
    while try pb.run("paste").status == 0, ContinuousClock.now < deadline {}
    #expect(try pb.run("paste").status == 1)
    #expect(service.isRunning)
  }

  @Test func `There is one manager only, and it ends when told`() throws {
    let first = try serve()
    let second = try pb.run("serve")
    #expect(second.status == 2 && second.errors.split(separator: "\n").count == 1)
    first.kill(SIGTERM)
    #expect(try first.wait().status == 0)
  }
}
