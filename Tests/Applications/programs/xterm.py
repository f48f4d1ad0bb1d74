"""xterm, in which `cat` takes what is pasted and shows what is copied."""
import os

from desktop import wait_until
from programs.texteditor import TextEditor

# Marked text is also the clipboard's, as people set it who want that; Shift+Insert pastes it.
RESOURCES = ['XTerm*selectToClipboard: true', 'XTerm*VT100.cutNewline: false']


class XTerm(TextEditor):
    name = 'xterm'
    key = 'xterm'
    packages = ['xterm']
    executable = 'xterm'
    ends_by_saving = True

    def command(self, file):
        resources = [word for resource in RESOURCES for word in ('-xrm', resource)]
        script = 'clear; cat "$1"; cat > "$1.typed"'
        return [self.executable, '-u8', '-title', os.path.basename(file), '-geometry', '120x48', *resources,
                '-e', 'sh', '-c', script, 'sh', file]

    def open(self, source=None):
        super().open(source)
        # The shell has come to the second `cat` when the file of what is typed is there.
        wait_until(lambda: os.path.exists(self.file + '.typed'), 'a prompt in xterm', 20)
        return self

    def select_all(self):
        """Marks the screen from corner to corner with the mouse."""
        x, y, width, height = self.desktop.geometry(self.window)
        self.desktop.drag((x + 3, y + 3), (x + width - 4, y + height - 4))

    def press_copy(self):
        """Nothing more: Ctrl+C would end the program in the terminal."""

    def paste(self):
        self.desktop.focus(self.window)
        self.desktop.key('shift+Insert')

    def save(self, has, seconds=60):
        """Ends the line and the input: `cat` has then written all."""
        self.desktop.focus(self.window)
        self.desktop.key('Return', 'ctrl+d')
        self.file += '.typed'
        wait_until(lambda: has(self.file), 'a paste in xterm', seconds)

    def content(self):
        with open(self.file, encoding='utf-8') as file:
            return file.read().removesuffix('\n')
