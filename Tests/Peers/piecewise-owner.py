"""An owner that sends in pieces, and has a habit: changes-type, dies, says-much or says-little (of the size to come)."""
import os, sys
from Xlib import X, Xatom, display
from Xlib.protocol import event
habit = sys.argv[1]
d = display.Display(); w = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
a = d.intern_atom; names = [a(n) for n in ('TARGETS', 'UTF8_STRING', 'image/png')]; sent = {}
w.set_selection_owner(a('CLIPBOARD'), X.CurrentTime); d.sync(); print('owning', flush=True)
while True:
    e = d.next_event()
    if e.type == X.SelectionRequest:
        if e.target == names[0]: e.requestor.change_property(e.property, Xatom.ATOM, 32, names)
        else:
            e.requestor.change_attributes(event_mask=X.PropertyChangeMask)
            sent[e.requestor.id, e.property] = (e.requestor, e.target, 0)
            size = 0xFFFFFFFF if habit == 'says-much' else 1
            e.requestor.change_property(e.property, a('INCR'), 32, [size])
        e.requestor.send_event(event.SelectionNotify(time=e.time, requestor=e.requestor, selection=e.selection,
            target=e.target, property=e.property))
    elif e.type == X.PropertyNotify and e.state == X.PropertyDelete and (e.window.id, e.atom) in sent:
        window, target, count = sent[e.window.id, e.atom]
        if habit == 'dies' and count == 1: os._exit(0)
        if habit == 'changes-type' and count == 1: target = Xatom.STRING
        window.change_property(e.atom, target, 8, b'x' * 100_000 if count < 3 else b'')
        sent[e.window.id, e.atom] = (window, target, count + 1)
    d.flush()
