"""A field for text in a page of Chromium, as forms and comments have it."""
from programs.chromium import Chromium
import web


class Field(Chromium):
    name = 'Chromium, text field'
    key = 'field'
    suffix = '.txt'
    empty = 'ready'
    copies_rich = takes_rich = False
    carries = ('text',)
    illustrates = copies_pictures = False
    grip = None

    def prepared(self, source):
        with open(source, encoding='utf-8') as file:
            return self.show(file.read())

    def new_file(self):
        return self.show(self.empty)

    def title_of(self, file):
        return Chromium.name

    def show(self, text):
        self.server.page = (web.FIELD % text.replace('&', '&amp;').replace('<', '&lt;')).encode()
        return self.write_file('field.txt', text)

    def content(self):
        with open(self.file, encoding='utf-8') as file:
            return file.read()
