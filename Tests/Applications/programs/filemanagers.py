"""File managers: what is copied and pasted there are files."""
import os

from programs.program import Program


class FileManager(Program):
    holds = 'files'
    gives_cut_once = False      # what was cut leaves the clipboard when somebody has asked for it

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


class Caja(FileManager):
    name, key, packages, executable = 'Caja', 'caja', ['caja'], 'caja'

    def command(self, folder):
        return [self.executable, '--no-desktop', '--browser', folder]


class Nemo(FileManager):
    name, key, packages, executable = 'Nemo', 'nemo', ['nemo'], 'nemo'

    def command(self, folder):
        return [self.executable, '--no-desktop', folder]


ALL = [Thunar, PCManFM, PCManFMQt, Caja, Nemo]
