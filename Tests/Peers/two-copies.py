"""Two copies by one window; ends when the second was read."""
from Xlib import X, Xatom, display
from Xlib.protocol import event
d = display.Display(); w = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
a = d.intern_atom; text = b''; given = 0
for text in (b'first', b'second'):
    w.set_selection_owner(a('CLIPBOARD'), X.CurrentTime); d.sync()
    while True:
        e = d.next_event()
        if e.type != X.SelectionRequest: continue
        if e.target == a('TARGETS'): e.requestor.change_property(e.property, Xatom.ATOM, 32, [a('UTF8_STRING')])
        else: e.requestor.change_property(e.property, e.target, 8, text)
        e.requestor.send_event(event.SelectionNotify(time=e.time, requestor=e.requestor,
            selection=e.selection, target=e.target, property=e.property)); d.flush()
        if e.target != a('TARGETS'): break
d.sync()
