"""An owner of the contents that standard input lists as JSON; it tells what it was asked for."""
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
