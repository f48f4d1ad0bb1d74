#!/usr/bin/python3
"""The smallest Markdown editor of Qt: qt_markdown_editor.py FILE.md. It copies its source, declared as Markdown."""
import os, sys

from PyQt6.QtCore import QMimeData
from PyQt6.QtWidgets import QApplication, QPlainTextEdit


class Editor(QPlainTextEdit):
    def createMimeDataFromSelection(self):
        text = self.textCursor().selection().toPlainText()
        data = QMimeData()
        data.setText(text)
        data.setData('text/markdown', text.encode())
        return data


path = sys.argv[1]
application = QApplication(sys.argv[:1])
editor = Editor()
editor.setWindowTitle(os.path.basename(path))
with open(path, encoding='utf-8') as file:
    editor.setPlainText(file.read())
editor.resize(900, 700)
editor.show()
editor.setFocus()
application.exec()
