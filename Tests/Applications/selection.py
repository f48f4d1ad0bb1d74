"""Reads an X11 selection as any program may: who owns it, which targets there are, the bytes of each.

Independent of the project's own code (python-xlib), so that it can judge it.
"""
import os, select, time

from Xlib import X, display
from Xlib.protocol import request

from desktop import wait_until

SIDE_EFFECTS = {'MULTIPLE', 'DELETE', 'SAVE_TARGETS', 'INSERT_SELECTION', 'INSERT_PROPERTY'}


class Selection:
    """One selection of an X server."""

    def __init__(self, desktop, name='CLIPBOARD'):
        self.display = display.Display(desktop.environment['DISPLAY'])
        self.window = self.display.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent,
                                                               event_mask=X.PropertyChangeMask)
        self.atom = self.display.intern_atom(name)
        self.property = self.display.intern_atom('PASTEBOARD_APPLICATIONS')
        self.incr = self.display.intern_atom('INCR')

    def owner(self):
        """The identifier of the window that owns the selection, 0 if there is none."""
        owner = self.display.get_selection_owner(self.atom)
        return owner.id if owner else 0

    def clear(self):
        """Takes the selection from whoever owns it, and leaves it to nobody."""
        request.SetSelectionOwner(display=self.display.display, window=X.NONE, selection=self.atom, time=X.CurrentTime)
        self.display.flush()
        wait_until(lambda: not self.owner(), 'the end of the ownership', 10)

    def _wait(self, wanted, deadline):
        while time.monotonic() < deadline:
            while self.display.pending_events():
                found = self.display.next_event()
                if wanted(found):
                    return found
            select.select([self.display.fileno()], [], [], max(0, min(0.2, deadline - time.monotonic())))
        return None

    def _take(self):
        value = self.window.get_full_property(self.property, X.AnyPropertyType)
        self.window.delete_property(self.property)
        self.display.flush()
        return value

    def read(self, target, seconds=20):
        """The value of a target: bytes, or identifiers of atoms for TARGETS; None if it is refused or late."""
        deadline = time.monotonic() + seconds
        atom = self.display.intern_atom(target)
        self.window.delete_property(self.property)
        self.window.convert_selection(self.atom, atom, self.property, X.CurrentTime)
        self.display.flush()
        answer = self._wait(lambda e: e.type == X.SelectionNotify and e.target == atom, deadline)
        if answer is None or answer.property == X.NONE:
            return None
        value = self._take()
        if value is None:
            return None
        if value.property_type != self.incr:
            return self._bytes(value) if value.format == 8 else list(value.value)
        data = bytearray()
        while True:
            changed = self._wait(lambda e: e.type == X.PropertyNotify and e.atom == self.property
                                 and e.state == X.PropertyNewValue, deadline)
            piece = self._take() if changed else None
            if piece is None or not len(piece.value):
                return bytes(data) if piece is not None else None
            data += self._bytes(piece)

    @staticmethod
    def _bytes(value):
        return value.value.encode('latin-1') if isinstance(value.value, str) else bytes(value.value)

    def targets(self, seconds=20):
        atoms = self.read('TARGETS', seconds)
        return [self.display.get_atom_name(atom) for atom in atoms or []]

    def save(self, folder, only=lambda target: True):
        """Writes each target into a folder, and their names into TARGETS.txt; gives the names of what was read."""
        os.makedirs(folder, exist_ok=True)
        names = self.targets()
        with open(os.path.join(folder, 'TARGETS.txt'), 'w') as file:
            file.write('\n'.join(names) + '\n')
        read = []
        for name in names:
            if name in SIDE_EFFECTS or not only(name):
                continue
            value = self.read(name)
            if isinstance(value, bytes):
                safe = ''.join(c if c.isalnum() or c in '-._' else '-' for c in name)[:60]
                with open(os.path.join(folder, safe), 'wb') as file:
                    file.write(value)
                read.append(name)
        return read
