#!/usr/bin/python3
"""What Mutter gives programs of Wayland of its clipboard, through the interface of remote desktops: mutter_selection.py TYPE."""
import os, sys

import gi
gi.require_version('Gio', '2.0')
from gi.repository import Gio, GLib

NAME, PATH = 'org.gnome.Mutter.RemoteDesktop', '/org/gnome/Mutter/RemoteDesktop'
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
session = bus.call_sync(NAME, PATH, NAME, 'CreateSession', None, None, 0, 5000, None).unpack()[0]


def call(method, arguments=None):
    return bus.call_with_unix_fd_list_sync(NAME, session, NAME + '.Session', method, arguments, None, 0, 5000, None, None)


call('Start')
call('EnableClipboard', GLib.Variant('(a{sv})', ({},)))
answer, descriptors = call('SelectionRead', GLib.Variant('(s)', (sys.argv[1],)))
with os.fdopen(descriptors.get(answer.unpack()[0]), 'rb') as pipe:
    sys.stdout.buffer.write(pipe.read())
