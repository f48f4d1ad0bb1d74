"""Mousepad, the plain editor of Xfce."""
from programs.texteditor import TextEditor


class Mousepad(TextEditor):
    name = 'Mousepad'
    key = 'mousepad'
    packages = ['mousepad']
    executable = 'mousepad'
    entry = 'org.xfce.mousepad'
    shared_title = 'pasteboard.txt'

    def command(self, file):
        return [*self.shared_command(), file]

    def shared_command(self):
        return [self.executable, '--disable-server']
