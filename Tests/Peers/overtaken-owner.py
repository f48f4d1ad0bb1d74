"""An owner that takes the clipboard back for a second and a half; prints how often it lost it.

    overtaken-owner.py [TARGET [SECONDS]]    of Markdown under another target, for another time
"""
import sys
from Xlib import X, Xatom, display
from Xlib.protocol import event
d = display.Display(); w = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
a = d.intern_atom; lost = 0
target = sys.argv[1] if len(sys.argv) > 1 else 'text/markdown'
def take(): w.set_selection_owner(a('CLIPBOARD'), X.CurrentTime); d.flush()
take()
import select, time
end = time.time() + float(sys.argv[2] if len(sys.argv) > 2 else 1.5)
while time.time() < end:
    if not d.pending_events(): select.select([d.fileno()], [], [], 0.1); continue
    e = d.next_event()
    if e.type == X.SelectionClear: lost += 1; take()
    if e.type != X.SelectionRequest: continue
    if e.target == a('TARGETS'): e.requestor.change_property(e.property, Xatom.ATOM, 32, [a(target)])
    else: e.requestor.change_property(e.property, e.target, 8, b'# mine\n\n- **a** `b`\n')
    e.requestor.send_event(event.SelectionNotify(time=e.time, requestor=e.requestor,
        selection=e.selection, target=e.target, property=e.property)); d.flush()
print(lost)
