"""A text view of GTK 3, in a window of our own, `editors/gtk3_editor.py`."""
import os, subprocess

from programs.texteditor import TextEditor

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class GTK3(TextEditor):
    name = 'GTK 3 text view'
    key = 'gtk3'
    packages = ['gir1.2-gtk-3.0', 'python3-gi']
    executable = '/usr/bin/python3'     # the one that Debian's bindings are for

    @classmethod
    def missing(cls):
        test = subprocess.run([cls.executable, '-c', 'import gi; gi.require_version("Gtk", "3.0")'], capture_output=True)
        return 'the bindings of GTK 3 are not installed' if test.returncode else None

    def command(self, file):
        return [self.executable, os.path.join(FOLDER, 'editors', 'gtk3_editor.py'), file]
