"""A clipboard manager that keeps text alone: it owns the last text as soon as the owner of a copy has ended."""
from Xlib import X, Xatom, display
from Xlib.protocol import event

d = display.Display()
d.xfixes_query_version()
atom = d.intern_atom
CLIPBOARD, PLACE, TARGETS, UTF8 = atom("CLIPBOARD"), atom("PLACE"), atom("TARGETS"), atom("UTF8_STRING")
window = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
d.xfixes_select_selection_input(window, CLIPBOARD, 7)
d.sync()
text = None
print("watching", flush=True)


def ask():
    window.convert_selection(CLIPBOARD, UTF8, PLACE, X.CurrentTime)


while True:
    e = d.next_event()
    if e.type == X.SelectionNotify and e.property != X.NONE:
        text = window.get_full_property(PLACE, X.AnyPropertyType).value
    elif e.type == X.SelectionRequest:
        given = True
        if e.target == TARGETS: e.requestor.change_property(e.property, Xatom.ATOM, 32, [TARGETS, UTF8])
        elif e.target == UTF8: e.requestor.change_property(e.property, UTF8, 8, text)
        else: given = False
        e.requestor.send_event(event.SelectionNotify(
            time=e.time, requestor=e.requestor, selection=e.selection, target=e.target,
            property=e.property if given else X.NONE))
    elif hasattr(e, "sub_code"):    # of XFixes: a new owner, or the end of one
        if e.sub_code == 0 and e.owner != window and e.owner != X.NONE: ask()
        elif e.sub_code and text is not None: window.set_selection_owner(CLIPBOARD, X.CurrentTime)
    d.flush()
