"""A rich-text editor of Qt 6: PyQt6's QTextEdit, in a window of our own, `editors/qt_editor.py`."""
import os, subprocess, sys

from programs.program import Program
from readers import html, illustrations

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Qt(Program):
    name = 'Qt QTextEdit'
    key = 'qt'
    packages = ['libxcb-cursor0', 'libxcb-icccm4', 'libxcb-image0', 'libxcb-keysyms1', 'libxcb-render-util0',
                'libxkbcommon-x11-0', 'python3-venv']
    suffix = '.html'
    empty = '<p>ready</p>'
    grip = 300, 300
    illustrates = True
    python = sys.executable     # one that has PyQt6; the runner sets it

    @classmethod
    def missing(cls):
        test = subprocess.run([cls.python, '-c', 'import PyQt6.QtWidgets'], capture_output=True)
        return 'PyQt6 is not installed' if test.returncode else None

    @classmethod
    def version(cls):
        answer = subprocess.run([cls.python, '-c', 'import PyQt6.QtCore as q; print(q.QT_VERSION_STR)'], capture_output=True, text=True)
        return answer.stdout.strip()

    def command(self, file):
        return [self.python, os.path.join(FOLDER, 'editors', 'qt_editor.py'), file]

    def content(self):
        return html.read_file(self.file)

    def illustrations(self):
        with open(self.file, encoding='utf-8') as file:
            return list(illustrations.in_page(file.read()))
