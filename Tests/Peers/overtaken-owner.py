"""An owner that takes the clipboard back for a second and a half; prints how often it lost it."""
from Xlib import X, Xatom, display
from Xlib.protocol import event
d = display.Display(); w = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
a = d.intern_atom; lost = 0
def take(): w.set_selection_owner(a('CLIPBOARD'), X.CurrentTime); d.flush()
take()
import select, time
end = time.time() + 1.5
while time.time() < end:
    if not d.pending_events(): select.select([d.fileno()], [], [], 0.1); continue
    e = d.next_event()
    if e.type == X.SelectionClear: lost += 1; take()
    if e.type != X.SelectionRequest: continue
    if e.target == a('TARGETS'): e.requestor.change_property(e.property, Xatom.ATOM, 32, [a('text/markdown')])
    else: e.requestor.change_property(e.property, e.target, 8, b'# mine')
    e.requestor.send_event(event.SelectionNotify(time=e.time, requestor=e.requestor,
        selection=e.selection, target=e.target, property=e.property)); d.flush()
print(lost)
