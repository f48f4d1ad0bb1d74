"""GIMP: what it copies is a picture."""
import os, time

from desktop import wait_until
from programs.program import Program


class GIMP(Program):
    name = 'GIMP'
    key = 'gimp'
    packages = ['gimp']
    executable = 'gimp'
    holds = 'picture'

    def command(self, file):
        return [self.executable, '--new-instance', '--no-splash', '--no-data', '--no-fonts', file]

    def open(self, source=None):
        """Opens a picture; GIMP 3 greets everyone who is new, in a window above."""
        self.file = self.prepared(source) if source else self.new_file()
        self.process = self.desktop.start(self.command(self.file), cwd=self.folder)
        def opened():
            greeting = self.desktop.window('Welcome to GIMP')
            if greeting:
                self.desktop.run(['wmctrl', '-i', '-c', hex(greeting)])
                time.sleep(1)
            return not greeting and self.desktop.window(self.title_of(self.file))
        self.window = wait_until(opened, f'a picture in {self.name} (there are {self.desktop.windows()})', 90)
        self.desktop.focus(self.window)
        return self

    def title_of(self, file):
        """The name of a picture that is not GIMP's own stands in brackets, without its extension."""
        return f'[{os.path.splitext(os.path.basename(file))[0]}]'

    def paste(self):
        """Pastes as a new picture."""
        self.desktop.focus(self.window)
        self.desktop.key('ctrl+shift+v')
