"""Prints what a program whose windows have the class argv[1] is offered and given."""
import sys
from Xlib import X, Xatom, display
d = display.Display(); w = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
w.set_wm_class(sys.argv[1].lower(), sys.argv[1])
a = d.intern_atom
def ask(target, before=None):
    if before: w.change_property(a('P'), a('ATOM_PAIR'), 32, before)
    else: w.delete_property(a('P'))
    w.convert_selection(a('CLIPBOARD'), a(target), a('P'), X.CurrentTime); d.flush()
    while True:
        e = d.next_event()
        if e.type == X.SelectionNotify: return e.property != X.NONE
def text(property):
    p = w.get_full_property(a(property), X.AnyPropertyType)
    return bytes(p.value).decode() if p else 'refused'
ask('TARGETS')
print(' '.join(d.get_atom_name(t) for t in w.get_full_property(a('P'), Xatom.ATOM).value))
print(text('P') if ask('text/markdown') else 'refused')
w.delete_property(a('Q'))
ask('MULTIPLE', [a('text/markdown'), a('Q'), a('UTF8_STRING'), a('R')])
print(text('Q'))
