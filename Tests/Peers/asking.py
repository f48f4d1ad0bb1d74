"""Asks for some targets of the clipboard, in order, and prints what each gives on a line of its own."""
import sys
from Xlib import X, display

d = display.Display()
window = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
place = d.intern_atom("PLACE")
for name in sys.argv[1:]:
    window.convert_selection(d.intern_atom("CLIPBOARD"), d.intern_atom(name), place, X.CurrentTime)
    d.flush()
    while (event := d.next_event()).type != X.SelectionNotify:
        pass
    value = window.get_full_property(place, X.AnyPropertyType).value if event.property != X.NONE else b"refused"
    print(value.decode() if isinstance(value, bytes) else len(value), flush=True)
