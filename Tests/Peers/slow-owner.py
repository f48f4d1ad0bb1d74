"""An owner that gives its text in pieces, a third of a second apart."""
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
