#!/usr/bin/python3
"""The smallest rich-text editor of Qt: qt_editor.py FILE.html. Ctrl+S saves."""
import os, sys

from PyQt6.QtGui import QKeySequence, QShortcut
from PyQt6.QtWidgets import QApplication, QTextEdit

path = sys.argv[1]
application = QApplication(sys.argv[:1])
editor = QTextEdit()
editor.setWindowTitle(os.path.basename(path))
with open(path, encoding='utf-8') as file:
    editor.setHtml(file.read())


def save():
    with open(path + '.new', 'w', encoding='utf-8') as file:
        file.write(editor.toHtml())
    os.replace(path + '.new', path)


QShortcut(QKeySequence.StandardKey.Save, editor).activated.connect(save)
editor.resize(900, 700)
editor.show()
editor.setFocus()
application.exec()
