"""Reads D-Bus messages as lines of hexadecimal digits, by GLib's own codec, and writes each again in the other byte order.

Behind the message stands what its body is, as GLib prints it.
"""
import sys
import gi
gi.require_version('Gio', '2.0')
from gi.repository import Gio

for line in sys.stdin:
    blob = bytes.fromhex(line)
    message = Gio.DBusMessage.new_from_blob(blob, Gio.DBusCapabilityFlags.UNIX_FD_PASSING)
    little = Gio.DBusMessageByteOrder.LITTLE_ENDIAN
    message.set_byte_order(Gio.DBusMessageByteOrder.BIG_ENDIAN if message.get_byte_order() == little else little)
    body = message.get_body()
    signature = body.get_type_string() if body else '()'
    print(message.to_blob(Gio.DBusCapabilityFlags.UNIX_FD_PASSING).hex(), signature, sep='\t')
