"""Two programs that ask for everything at once, directly and in MULTIPLE."""
import json
from Xlib import X, Xatom, display
class Client:
    def __init__(self, name):
        self.d = display.Display(); self.a = self.d.intern_atom
        self.w = self.d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        self.w.set_wm_class(name.lower(), name)
    def ask(self, target, property):
        self.w.convert_selection(self.a('CLIPBOARD'), self.a(target), self.a(property), X.CurrentTime); self.d.flush()
    def answer(self):
        while True:
            e = self.d.next_event()
            if e.type == X.SelectionNotify: return e.property != X.NONE
    def value(self, property):
        p = self.w.get_full_property(self.a(property), X.AnyPropertyType)
        return None if p is None else p.value if isinstance(p.value, bytes) else list(p.value)
clients = [Client('RawEditor'), Client('Stranger')]
# Both have asked before either looks at an answer, each time.
for c in clients: c.ask('TARGETS', 'LIST')
for c in clients:
    assert c.answer(); c.shown = [c.d.get_atom_name(t) for t in c.value('LIST')]
asked = [t for t in clients[1].shown if t not in ('TARGETS', 'MULTIPLE', 'TIMESTAMP', 'SAVE_TARGETS')]
for c in clients: c.direct = {}
for t in asked:
    for c in clients: c.ask(t, 'DIRECT')
    for c in clients:
        c.direct[t] = c.value('DIRECT') if c.answer() else None
        c.w.delete_property(c.a('DIRECT'))
for c in clients:
    pairs = [x for i, t in enumerate(asked) for x in (c.a(t), c.a('VALUE%d' % i))]
    c.w.change_property(c.a('PAIRS'), c.a('ATOM_PAIR'), 32, pairs); c.ask('MULTIPLE', 'PAIRS')
for c in clients:
    assert c.answer(); pairs = c.value('PAIRS')
    c.multiple = {t: c.value('VALUE%d' % i) if pairs[2 * i + 1] else None for i, t in enumerate(asked)}
for c in clients:
    assert c.multiple == c.direct, (c.multiple, c.direct)
    assert [t for t in asked if c.direct[t] is not None] == [t for t in asked if t in c.shown]
print(json.dumps([[c.shown, c.direct['UTF8_STRING'].decode()] for c in clients]))
