"""An owner that sends argv[1] MiB of text in pieces of 128 KiB, and announces argv[2] bytes."""
import sys
from Xlib import X, Xatom, display
from Xlib.protocol import event
d = display.Display(); w = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
a = d.intern_atom; left = 0; peer = None; piece = b'x' * (1 << 17); sent = 0
w.set_selection_owner(a('CLIPBOARD'), X.CurrentTime); d.sync(); print('owning', flush=True)
while True:
    e = d.next_event()
    if e.type == X.SelectionClear: print('sent', sent, flush=True)
    if e.type == X.PropertyNotify and peer and e.state == X.PropertyDelete and e.atom == a('UTF8_STRING'):
        part = piece if left else b''
        left = max(0, left - 1); sent += len(part)
        peer.change_property(e.atom, a('UTF8_STRING'), 8, part); d.flush()
    if e.type != X.SelectionRequest: continue
    if e.target == a('TARGETS'): e.requestor.change_property(e.property, Xatom.ATOM, 32, [a('UTF8_STRING'), a('text/html')])
    elif e.target == a('text/html'): e.requestor.change_property(e.property, e.target, 8, b'<p>small</p>')
    else:
        peer = e.requestor; left = int(sys.argv[1]) * 8
        peer.change_attributes(event_mask=X.PropertyChangeMask)
        peer.change_property(e.property, a('INCR'), 32, [int(sys.argv[2])])
    e.requestor.send_event(event.SelectionNotify(time=e.time, requestor=e.requestor, selection=e.selection,
        target=e.target, property=e.property)); d.flush()
