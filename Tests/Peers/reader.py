"""Prints everything that is on the clipboard, as JSON."""
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
