"""GIMP: what it copies is a picture."""
import os

from programs.program import Program


class GIMP(Program):
    name = 'GIMP'
    key = 'gimp'
    packages = ['gimp']
    executable = 'gimp'
    holds = 'picture'

    def command(self, file):
        return [self.executable, '--new-instance', '--no-splash', '--no-data', '--no-fonts', file]

    def title_of(self, file):
        """The name of a picture that is not GIMP's own stands in brackets, without its extension."""
        return f'[{os.path.splitext(os.path.basename(file))[0]}]'

    def paste(self):
        """Pastes as a new picture."""
        self.desktop.focus(self.window)
        self.desktop.key('ctrl+shift+v')
