"""An owner of text that is asked what it offers, and lets a command copy before it answers.

    copied-meanwhile.py COMMAND [ARGUMENT…]    the command gets "once" as its standard input
"""
import subprocess, sys
from Xlib import X, Xatom, display
from Xlib.protocol import event
d = display.Display(); w = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
a = d.intern_atom
w.set_selection_owner(a('CLIPBOARD'), X.CurrentTime); d.sync()
while True:
    e = d.next_event()
    if e.type != X.SelectionRequest: continue
    subprocess.run(sys.argv[1:], input=b'once', stdout=subprocess.DEVNULL, check=True)
    e.requestor.change_property(e.property, Xatom.ATOM, 32, [a('UTF8_STRING')])
    e.requestor.send_event(event.SelectionNotify(time=e.time, requestor=e.requestor,
        selection=e.selection, target=e.target, property=e.property)); d.sync()
    break
