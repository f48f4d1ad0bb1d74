"""A text view of GTK 4, in a window of our own, `editors/gtk4_editor.py`."""
import os, subprocess

from programs.texteditor import TextEditor

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class GTK4(TextEditor):
    name = 'GTK 4 text view'
    key = 'gtk4'
    packages = ['gir1.2-gtk-4.0', 'python3-gi']
    executable = '/usr/bin/python3'     # the one that Debian's bindings are for

    @classmethod
    def missing(cls):
        test = subprocess.run([cls.executable, '-c', 'import gi; gi.require_version("Gtk", "4.0")'], capture_output=True)
        return 'the bindings of GTK 4 are not installed' if test.returncode else None

    def command(self, file):
        return [self.executable, os.path.join(FOLDER, 'editors', 'gtk4_editor.py'), file]
