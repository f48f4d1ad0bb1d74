"""An owner of text and HTML in whose place a command copies as soon as a form is asked for.

    bait.py COMMAND [ARGUMENT…]    the command gets "secret" as its standard input
"""
import subprocess, sys
from Xlib import X, Xatom, display
from Xlib.protocol import event

d = display.Display()
w = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
atom = d.intern_atom
w.set_selection_owner(atom('CLIPBOARD'), X.CurrentTime)
d.sync()
print('ready', flush=True)
forms = {atom('UTF8_STRING'): b'bait', atom('text/html'): b'<p>bait</p>'}
is_there = True
while is_there:
    e = d.next_event()
    if e.type != X.SelectionRequest: continue
    given = e.property
    if e.target == atom('TARGETS'):
        e.requestor.change_property(given, Xatom.ATOM, 32, list(forms))
    elif e.target in forms:
        subprocess.run(sys.argv[1:], input=b'secret', stdout=subprocess.DEVNULL, check=True)
        e.requestor.change_property(given, e.target, 8, forms[e.target])
        is_there = False
    else:
        given = X.NONE
    e.requestor.send_event(event.SelectionNotify(time=e.time, requestor=e.requestor, selection=e.selection,
                                                 target=e.target, property=given))
    d.sync()
