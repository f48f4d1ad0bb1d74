#!/usr/bin/python3
"""The smallest editor of GTK 3: gtk3_editor.py FILE. Ctrl+S saves."""
import os, sys

import gi
gi.require_version('Gdk', '3.0')
gi.require_version('Gtk', '3.0')
from gi.repository import Gdk, GLib, Gtk

path = sys.argv[1]
view = Gtk.TextView()
buffer = view.get_buffer()
with open(path, encoding='utf-8', newline='') as file:
    buffer.set_text(file.read())


def pressed(_, event):
    if event.keyval != Gdk.KEY_s or not event.state & Gdk.ModifierType.CONTROL_MASK:
        return False
    with open(path + '.new', 'w', encoding='utf-8', newline='') as file:
        file.write(buffer.get_text(*buffer.get_bounds(), True))
    os.replace(path + '.new', path)
    return True


window = Gtk.Window(title=os.path.basename(path))
window.set_default_size(900, 700)
scrolled = Gtk.ScrolledWindow()
scrolled.add(view)
window.add(scrolled)
window.connect('destroy', Gtk.main_quit)
window.connect('key-press-event', pressed)
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, 15, window.close)
window.show_all()
view.grab_focus()
Gtk.main()
