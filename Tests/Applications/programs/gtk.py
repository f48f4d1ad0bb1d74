"""Text views of GTK, in windows of our own."""
import os, subprocess

from programs.texteditor import TextEditor

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class TextView(TextEditor):
    executable = '/usr/bin/python3'     # the one that Debian's bindings are for
    generation = 0
    grip = 60, 300

    @classmethod
    def missing(cls):
        script = f'import gi; gi.require_version("Gtk", "{cls.generation}.0")'
        test = subprocess.run([cls.executable, '-c', script], capture_output=True)
        return f'the bindings of GTK {cls.generation} are not installed' if test.returncode else None

    def command(self, file):
        return [self.executable, os.path.join(FOLDER, 'editors', f'gtk{self.generation}_editor.py'), file]


class GTK3(TextView):
    name = 'GTK 3 text view'
    key = 'gtk3'
    generation = 3
    packages = ['gir1.2-gtk-3.0', 'python3-gi']


class GTK4(TextView):
    name = 'GTK 4 text view'
    key = 'gtk4'
    generation = 4
    hold = 0.1              # a longer press begins no drag
    loses_press = True
    packages = ['gir1.2-gtk-4.0', 'python3-gi']
