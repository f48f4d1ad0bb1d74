"""Two thousand copies, a thousand a second; prints how many were read, and the milliseconds."""
import time
from Xlib import X, Xatom, display
from Xlib.protocol import event
d = display.Display(); s = d.screen(); a = d.intern_atom
w = [s.root.create_window(0, 0, 1, 1, 0, X.CopyFromParent) for _ in range(2)]
asked = 0; end = 0; given = -1
def answer(e):
    global asked, given
    if e.type != X.SelectionRequest: return
    if e.target == a('TARGETS'):
        asked += 1
        e.requestor.change_property(e.property, Xatom.ATOM, 32, [a('UTF8_STRING')])
    else:
        given = end
        e.requestor.change_property(e.property, e.target, 8, str(end).encode())
    e.requestor.send_event(event.SelectionNotify(time=e.time, requestor=e.requestor, selection=e.selection,
        target=e.target, property=e.property)); d.flush()
start = time.time()
for i in range(2000):
    end = i
    w[i % 2].set_selection_owner(a('CLIPBOARD'), X.CurrentTime); d.sync()
    while d.pending_events(): answer(d.next_event())
    time.sleep(max(0, start + i / 1000 - time.time()))
print(asked, int((time.time() - start) * 1000), flush=True)
# The last one is read in its turn; its owner goes away when nobody has asked for a while.
deadline = time.time() + 10; quiet = time.time()
while (given < 1999 or time.time() < quiet + 0.5) and time.time() < deadline:
    if d.pending_events():
        answer(d.next_event()); quiet = time.time()
    else: time.sleep(0.001)
d.sync()
