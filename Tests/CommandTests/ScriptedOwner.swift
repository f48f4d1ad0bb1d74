import Foundation
import TestSupport
import Testing

/// An independent program that copies (python-xlib), and one that reads everything (python-xlib too).
struct ScriptedOwner {
  let process: ChildProcess

  /// Returns when it owns the clipboard.
  ///
  /// - Parameters:
  ///   - silent: targets that it lists and never answers.
  ///   - name: the class of its window.
  init(
    of contents: [(target: String, bytes: [UInt8])], silent: [String] = [], name: String = "Scripted",
    environment: [String: String?]
  ) throws {
    let script = """
      import base64, json, sys
      from Xlib import X, Xatom, display
      from Xlib.protocol import event
      task = json.load(sys.stdin); silent = set(task['silent'])
      d = display.Display(); w = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
      w.set_wm_class(task['name'].lower(), task['name'])
      a = d.intern_atom; offers = {t: base64.b64decode(v) for t, v in task['contents']}
      by = {a(t): t for t in list(offers) + list(silent)}
      w.set_selection_owner(a('CLIPBOARD'), X.CurrentTime); d.sync(); print('owning', flush=True)
      while True:
          e = d.next_event()
          if e.type == X.SelectionClear: print('lost', flush=True)
          if e.type != X.SelectionRequest: continue
          name = by.get(e.target)
          if name in silent: continue
          ok = True
          if e.target == a('TARGETS'): e.requestor.change_property(e.property, Xatom.ATOM, 32, [a('TARGETS')] + list(by))
          elif name: e.requestor.change_property(e.property, e.target, 8, offers[name])
          else: ok = False
          e.requestor.send_event(event.SelectionNotify(time=e.time, requestor=e.requestor, selection=e.selection,
              target=e.target, property=e.property if ok else X.NONE))
          # What a client that dies has sent and the server has not read is lost.
          d.sync(); print('gave', name or '-', flush=True)
      """
    let task: [String: Any] = [
      "contents": contents.map { [$0.target, Data($0.bytes).base64EncodedString()] }, "silent": silent,
      "name": name,
    ]
    process = try ChildProcess(
      ["/usr/bin/python3", "-c", script], environment: environment,
      input: Array(JSONSerialization.data(withJSONObject: task)))
    try #require(process.firstLine(timeout: .seconds(20)) == "owning")
  }

  /// Whether it has written a line since it began.
  func hasSaid(_ line: String) -> Bool {
    process.outputSoFar.split(separator: "\n").contains(line[...])
  }

  /// Everything that is on the clipboard, in the order in which it is listed; the protocol's own left out.
  static func read(environment: [String: String?]) throws -> [(target: String, bytes: [UInt8])] {
    let script = """
      import base64, json
      from Xlib import X, Xatom, display
      d = display.Display(); w = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent,
          event_mask=X.PropertyChangeMask)
      a = d.intern_atom; P = a('P'); result = []
      def wait(kind, *state):
          while True:
              e = d.next_event()
              if e.type == kind and (kind != X.PropertyNotify or (e.atom, e.state) == (P, state[0])): return e
      def ask(target):
          w.delete_property(P); w.convert_selection(a('CLIPBOARD'), target, P, X.CurrentTime); d.flush()
          if wait(X.SelectionNotify).property == X.NONE: return None
          p = w.get_full_property(P, X.AnyPropertyType)
          if p.property_type != a('INCR'): return p
          while d.pending_events(): d.next_event()
          w.delete_property(P); d.flush(); value = b''
          while True:
              wait(X.PropertyNotify, X.PropertyNewValue)
              part = bytes(w.get_full_property(P, X.AnyPropertyType).value); w.delete_property(P); d.flush()
              if not part: break
              value += part
          p.value = value; return p
      targets = ask(a('TARGETS'))
      for t in targets.value if targets else []:
          name = d.get_atom_name(t)
          if name in ('TARGETS', 'MULTIPLE', 'TIMESTAMP', 'SAVE_TARGETS'): continue
          p = ask(t)
          if p: result.append([name, base64.b64encode(p.value if isinstance(p.value, bytes) else bytes(p.value)).decode()])
      print(json.dumps(result))
      """
    let result = try ChildProcess.run(["/usr/bin/python3", "-c", script], environment: environment)
    let rows = try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String]] ?? []
    return rows.map { ($0[0], Array(Data(base64Encoded: $0[1]) ?? Data())) }
  }
}
