"""Mousepad, the plain editor of Xfce."""
from programs.texteditor import TextEditor


class Mousepad(TextEditor):
    name = 'Mousepad'
    key = 'mousepad'
    packages = ['mousepad']
    executable = 'mousepad'

    def command(self, file):
        return [self.executable, '--disable-server', file]
