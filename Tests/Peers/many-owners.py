"""argv[1] copies, three of four of which are over when they were read."""
import sys
from Xlib import X, Xatom, display
from Xlib.protocol import event
d = display.Display(); w = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
a = d.intern_atom
for i in range(int(sys.argv[1])):
    w.set_selection_owner(a('CLIPBOARD'), X.CurrentTime); d.flush(); lost = i % 4 != 0
    while True:
        e = d.next_event()
        if e.type == X.SelectionClear: break
        if e.type != X.SelectionRequest: continue
        kind = [a('text/markdown'), a('UTF8_STRING')] if i % 4 == 0 else [a('text/html'), a('UTF8_STRING')]
        if e.target == a('TARGETS'): e.requestor.change_property(e.property, Xatom.ATOM, 32, kind)
        else: e.requestor.change_property(e.property, e.target, 8, b'text %d ' % i * 500)
        e.requestor.send_event(event.SelectionNotify(time=e.time, requestor=e.requestor,
            selection=e.selection, target=e.target, property=e.property)); d.flush()
        if e.target == kind[-1] and lost: break
