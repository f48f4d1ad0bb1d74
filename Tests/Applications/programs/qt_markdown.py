"""A Markdown editor of Qt, in a window of our own, `editors/qt_markdown_editor.py`."""
import os

from programs.qt import FOLDER, Qt


class QtMarkdown(Qt):
    name = 'Markdown editor of Qt'
    key = 'qt-markdown'
    suffix = '.md'

    def command(self, file):
        return [self.python, os.path.join(FOLDER, 'editors', 'qt_markdown_editor.py'), file]

    def content(self):
        with open(self.file, encoding='utf-8') as file:
            return file.read()
