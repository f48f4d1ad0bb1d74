"""Owns the board of the history, and tells what no service tells: escapes, numbers out of range, entries without end."""
from Xlib import X, Xatom, display
from Xlib.protocol import event
d = display.Display(); w = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
a = d.intern_atom; board = a('_PASTEBOARD_pb.history'); H = 'application/x-pasteboard-history'
# Nobody asks for what no owner can offer.
for n in [H] + [f'{H}-{word};{slot}' for word in ('entry', 'drop', 'pin') for slot in (0, 1)]: a(n)
def part(value): return b'%d %s' % (len(value), value)
def item(number, text): return b''.join(map(part, [number, b'-9223372036854775808', b'UTF8_STRING\nx\x1b[2J', b'99999999999', text]))
LIST = part(b'0') + item(b'1', b'liar \x1b[2J\x1b]0;x\x07 \xe2\x80\xae') + item(b'-9223372036854775808', b'liar two') + \
    item(b'9223372036854775807', b'liar ' + b'\xcc\x80' * 5000) + b'99999999 liar'
w.set_selection_owner(board, X.CurrentTime); d.sync(); print('owning', flush=True)
while True:
    e = d.next_event()
    if e.type != X.SelectionRequest: continue
    name = d.get_atom_name(e.target); ok = True
    if name == 'TARGETS': e.requestor.change_property(e.property, Xatom.ATOM, 32, [e.target, a(H)])
    elif name == H: e.requestor.change_property(e.property, e.target, 8, LIST)
    elif ';' in name: e.requestor.change_property(e.property, e.target, 8, b'pasteboard 1, kept\n5 \x1b[2J')
    else: ok = False
    e.requestor.send_event(event.SelectionNotify(time=e.time, requestor=e.requestor, selection=e.selection,
        target=e.target, property=e.property if ok else X.NONE))
    d.sync()
