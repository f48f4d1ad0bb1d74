"""What every driver of a program can do: open a document, copy all of it, paste into it, save it."""
import os, shutil

import debian
from desktop import Timeout, wait_until


class Program:
    """A program on a desktop, driven through its windows. One file a program derives from it."""

    name = ''               # as people call it
    key = ''                # as ONLY names it
    packages = []           # Debian packages
    executable = ''
    suffix = '.txt'         # of the documents that it saves
    copies_rich = True      # what it copies is more than text
    takes_rich = True       # what it pastes is more than text
    holds = 'document'      # or 'table'
    carries = ()            # what else than documents is tried in it: text, colours, picture, table
    illustrates = False     # its documents show pictures: `illustrations`
    copies_pictures = False # a click with the right button offers to copy a picture, by the key y
    ends_by_saving = False  # it takes one paste
    reads = ('.html',)      # the kinds of documents that it opens
    grip = None             # where in its window to press to drag what is selected; None: nothing is dragged out
    takes_drags = False     # what is dragged into it is tried where nothing is dragged out
    hold = 1                # seconds to hold the button before it moves: LibreOffice begins no drag earlier
    attaches = False        # files that are dropped on it are attached
    loses_press = False     # the press after a drag out of it does nothing there
    memory = 0              # seconds for which it knows of no window that is new since its last drag or click
    entry = None            # its desktop entry, where `pb share` hands it what was copied
    shared_title = ''       # what the title of its window has in it then
    empty = 'ready'         # the content of a new document: copying it proves that keys arrive

    def __init__(self, desktop, selection):
        self.desktop, self.selection = desktop, selection
        self.process = self.window = self.file = None
        self.folder = os.path.join(desktop.folder, self.key)
        os.makedirs(self.folder, exist_ok=True)

    @classmethod
    def missing(cls):
        """Why the program cannot be run, if so."""
        return debian.missing(cls.executable)

    @classmethod
    def version(cls):
        """The version as its Debian package has it."""
        return debian.version(cls.packages[0])

    # What a driver defines

    def command(self, file):
        """The command that opens a file."""
        return [self.executable, file]

    def new_file(self):
        """Makes the file of a new document, which has the text `empty` in it."""
        return self.write_file('new' + self.suffix, self.empty)

    def prepared(self, source):
        """A copy of a document in the program's own format."""
        return shutil.copy(source, os.path.join(self.folder, os.path.basename(source)))

    def page(self, body):
        """The file of a document that has this HTML in it, for `open`."""
        return self.write_page('page.html', f'<!DOCTYPE html><meta charset="utf-8"><body>{body}</body>')

    def write_page(self, name, text):
        folder = os.path.join(self.desktop.folder, 'pages')
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
            file.write(text)
        return file.name

    def content(self):
        """What the saved document says: a `Document`, or its text if the program has nothing but text."""
        with open(self.file, encoding='utf-8') as file:
            return file.read()

    def text(self):
        """The text of the saved document, with every space if it has nothing but text."""
        content = self.content()
        return content if isinstance(content, str) else '\n'.join(paragraph.text for paragraph in content)

    def illustrations(self):
        """The pictures that the saved document shows, each with what stands for it in text; see `readers/illustrations.py`."""
        raise NotImplementedError

    def pictures(self):
        """What the saved document shows of pictures, as they are in it."""
        return [held for _, held in self.illustrations() if held]

    def title_of(self, file):
        return os.path.basename(file)

    # What a person does

    def open(self, source=None):
        """Starts the program with a document of its own, a new one if there is no source."""
        self.file = self.prepared(source) if source else self.new_file()
        self.process = self.desktop.start(self.command(self.file), cwd=self.folder)
        self.window = self.desktop.wait_for_window(self.title_of(self.file))
        self.desktop.focus(self.window)
        return self

    def click_above_bottom(self, distance):
        x, y, width, height = self.desktop.geometry(self.window)
        self.desktop.click(x + width // 2, y + height - distance)

    def shared_command(self):
        """What starts it with a profile of its own, without what it is to open."""
        return [self.executable]

    def end_shared(self, seconds=10):
        """Closes the window of what was handed to it, and with it the program, which nobody here has started."""
        if self.window:
            window, self.window = self.window, None
            self.desktop.run(['wmctrl', '-i', '-c', hex(window)])
            self.desktop.run(['xkill', '-id', hex(window)])
            wait_until(lambda: window not in self.desktop.root_property('_NET_CLIENT_LIST'), f'the end of {self.name}', seconds)

    def select_all(self):
        self.desktop.key('ctrl+a')

    def press_copy(self):
        self.desktop.key('ctrl+c')

    def copy_all(self, seconds=90):
        """Copies the whole document. The first keys may come before the program listens: they are pressed again."""
        self.selection.clear()
        def owned():
            self.desktop.focus(self.window)
            self.select_all()
            self.press_copy()
            try:
                return wait_until(self.selection.owner, 'a copy', 3)
            except Timeout:
                return None
            finally:
                self.desktop.wait_until_handled(self.window)
        wait_until(owned, f'a copy in {self.name}', seconds)

    def paste(self):
        """Replaces the whole document by what is on the clipboard."""
        self.desktop.focus(self.window)
        self.select_all()
        self.desktop.key('ctrl+v')

    def paste_again(self):
        """Pastes once more if the program is known to overlook the first time."""

    def save(self, has, seconds=60):
        """Saves until the saved document has what was pasted in it: a big paste takes its time."""
        def saved():
            self.desktop.focus(self.window)
            self.desktop.key('ctrl+s')
            try:
                return wait_until(lambda: has(self.file), 'a save', 3)
            except Timeout:
                self.paste_again()
                return None
        wait_until(saved, f'a save in {self.name}', seconds)

    def quit(self, seconds=10):
        if self.process:
            self.desktop.end(self.process, seconds)
            window = self.window
            wait_until(lambda: window not in self.desktop.root_property('_NET_CLIENT_LIST'), f'the end of {self.name}', 10)
        self.process = self.window = None

    def write_file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        return path
