#!/usr/bin/python3
"""The smallest editor of GTK 4: gtk4_editor.py FILE. Ctrl+S saves."""
import os, sys

import gi
gi.require_version('Gdk', '4.0')
gi.require_version('Gtk', '4.0')
from gi.repository import Gdk, GLib, Gtk

path = sys.argv[1]
Gtk.init()
view = Gtk.TextView()
buffer = view.get_buffer()
with open(path, encoding='utf-8', newline='') as file:
    buffer.set_text(file.read())


def pressed(_, key, code, state):
    if key != Gdk.KEY_s or not state & Gdk.ModifierType.CONTROL_MASK:
        return False
    with open(path + '.new', 'w', encoding='utf-8', newline='') as file:
        file.write(buffer.get_text(*buffer.get_bounds(), True))
    os.replace(path + '.new', path)
    return True


loop = GLib.MainLoop()
window = Gtk.Window(title=os.path.basename(path), default_width=900, default_height=700)
window.set_child(Gtk.ScrolledWindow(child=view))
keys = Gtk.EventControllerKey()
keys.set_propagation_phase(Gtk.PropagationPhase.CAPTURE)
keys.connect('key-pressed', pressed)
window.add_controller(keys)
window.connect('close-request', lambda _: loop.quit())
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, 15, window.close)
window.present()
view.grab_focus()
loop.run()
