"""File managers: what is copied and pasted there are files."""
import os, time

from desktop import Timeout, wait_until
from programs.program import Program


class FileManager(Program):
    holds = 'files'
    gives_cut_once = False      # what was cut leaves the clipboard when somebody has asked for it
    knows_any_name = True       # also those that are no UTF-8
    name_of_drops = None        # what it calls the file that it makes of dropped text, where it asks for no name

    def open(self, folder):
        """Shows a folder."""
        self.touches = 0
        self.file = folder
        self.process = self.desktop.start(self.command(folder), cwd=self.folder)
        self.window = self.desktop.wait_for_window(os.path.basename(folder))
        self.touch()
        return self

    def touch(self):
        """Gives the keys to the list of files, by a click where it is empty."""
        self.desktop.focus(self.window)
        x, y, width, height = self.desktop.geometry(self.window)
        # Elsewhere each time: Dolphin selects all files after two clicks on one place.
        self.touches += 1
        self.desktop.click(x + width * 3 // 4 - 40 * (self.touches % 2), y + height * 3 // 4)

    def select_all(self):
        """Selects all files, and finds out where the first one is: each release shows them elsewhere."""
        self.desktop.wait_until_handled(self.window)
        before = self.settled_rows()
        super().select_all()
        try:
            self.grip = wait_until(lambda: changed_place(before, self.desktop.rows(self.window)), 'selected files', 3)
        except Timeout:
            pass

    def settled_rows(self):
        """What is seen of it once that stays for a moment: bars may still come in."""
        seen = []
        def stays():
            seen.append(self.desktop.rows(self.window))
            time.sleep(0.3)
            return seen[-1] == self.desktop.rows(self.window)
        try:
            wait_until(stays, 'a quiet window', 5)
        except Timeout:
            pass
        return seen[-1]

    def answer(self, name=None):
        """Answers what it asks about a drop: files are to be copied, content is to be a file of this name."""

    def press_cut(self):
        self.desktop.key('ctrl+x')

    def paste(self):
        self.touch()
        self.desktop.key('ctrl+v')


def changed_place(before, after):
    """The middle of the first thing that looks another way, and is no larger than what is seen of a file; None if nothing does."""
    (longest, most), stretch = (20, 160), None
    # Bars are at the top, words about the selection at the bottom.
    rows = [row for row in range(len(before) // 4, len(before) * 5 // 6) if before[row] != after[row]]
    for row in rows:
        start = None
        for column in range(len(after[row]) // 4 + 1):
            part = slice(4 * column, 4 * column + 4)
            if before[row][part] != after[row][part]:
                start = column if start is None else start
            elif start is not None:
                if longest < column - start < most: longest, stretch = column - start, slice(4 * start, 4 * column)
                start = None
    if not stretch: return None
    among = [row for row in rows if before[row][stretch] != after[row][stretch]]
    # A line alone is a frame around a file that was selected before.
    return ((stretch.start + stretch.stop) // 8, (among[0] + among[-1]) // 2) if among[-1] - among[0] > 10 else None


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
        self.desktop.key('ctrl+a')      # what it suggests, with an extension
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
