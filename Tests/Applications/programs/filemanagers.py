"""File managers: what is copied and pasted there are files."""
import os

from desktop import wait_until
from programs.program import Program


class FileManager(Program):
    holds = 'files'
    gives_cut_once = False      # what was cut leaves the clipboard when somebody has asked for it
    knows_any_name = True       # also those that are no UTF-8
    name_of_drops = None        # what it calls the file that it makes of dropped text, where it asks for no name

    def open(self, folder):
        """Shows a folder."""
        self.file = folder
        self.process = self.desktop.start(self.command(folder), cwd=self.folder)
        self.window = self.desktop.wait_for_window(os.path.basename(folder))
        self.touch()
        return self

    def touch(self):
        """Gives the keys to the list of files, by a click where it is empty."""
        self.desktop.focus(self.window)
        x, y, width, height = self.desktop.geometry(self.window)
        self.desktop.click(x + width * 3 // 4, y + height * 3 // 4)

    def answer(self, name=None):
        """Answers what it asks about a drop: files are to be copied, content is to be a file of this name."""

    def press_cut(self):
        self.desktop.key('ctrl+x')

    def paste(self):
        self.touch()
        self.desktop.key('ctrl+v')


class Thunar(FileManager):
    name, key, packages, executable = 'Thunar', 'thunar', ['thunar'], 'thunar'
    grip = 200, 120


class PCManFM(FileManager):
    name, key, packages, executable = 'PCManFM', 'pcmanfm', ['pcmanfm'], 'pcmanfm'
    gives_cut_once = True
    grip = 230, 130


class PCManFMQt(FileManager):
    name, key, packages, executable = 'PCManFM-Qt', 'pcmanfm-qt', ['pcmanfm-qt'], 'pcmanfm-qt'
    grip = 230, 130

    def answer(self, name=None):
        if not name:
            self.desktop.key('Down', 'Return')


class Caja(FileManager):
    name, key, packages, executable = 'Caja', 'caja', ['caja'], 'caja'
    grip = 230, 150

    def command(self, folder):
        return [self.executable, '--no-desktop', '--browser', folder]


class Nemo(FileManager):
    name, key, packages, executable = 'Nemo', 'nemo', ['nemo'], 'nemo'
    grip = 230, 150

    def command(self, folder):
        return [self.executable, '--no-desktop', folder]


class Dolphin(FileManager):
    name, key, packages, executable = 'Dolphin', 'dolphin', ['dolphin'], 'dolphin'
    knows_any_name = False
    grip = 323, 187

    def command(self, folder):
        return [self.executable, '--new-window', folder]

    def answer(self, name=None):
        if not name:
            return self.desktop.key('c')
        wait_until(lambda: self.desktop.window('Dolphin') not in (None, self.window), 'a question for a name', 10)
        self.desktop.run(['xdotool', 'type', name])
        self.desktop.key('Return')


class Nautilus(FileManager):
    name, key, packages, executable = 'Nautilus', 'nautilus', ['nautilus'], 'nautilus'
    knows_any_name = False
    name_of_drops = 'Dropped Text.txt'      # GTK 4 knows nothing of XdndDirectSave0
    grip = 330, 150

    def command(self, folder):
        return [self.executable, '--new-window', folder]


ALL = [Thunar, PCManFM, PCManFMQt, Caja, Nemo, Nautilus, Dolphin]
