"""What Chromium and Firefox have in common: a page that can be edited and that tells what it holds."""
import os

import web
from desktop import Timeout, wait_until
from programs.program import Program
from readers import html, illustrations


class Browser(Program):
    suffix = '.html'
    carries = ('text', 'colours', 'picture')
    illustrates = copies_pictures = True
    empty = '<div>ready</div>'

    def __init__(self, desktop, selection):
        super().__init__(desktop, selection)
        self.server = None
        self.profile = os.path.join(self.folder, 'profile')
        os.makedirs(self.profile)

    def page(self, body):
        return self.write_page('page.html', web.EDITOR % body)

    def prepared(self, source):
        with open(source, encoding='utf-8') as file:
            self.server.page = file.read().encode()
        return self.write_file('page.html', self.server.page.decode())

    def new_file(self):
        self.server.page = (web.EDITOR % self.empty).encode()
        return self.write_file('page.html', '')

    def title_of(self, file):
        return self.name

    def open(self, source=None, files={}):
        """Opens a page; `files` are those beside it, as `web.Server` has them."""
        self.server = web.Server()
        self.server.files |= files
        super().open(source)
        # A page takes keys when it has been clicked on.
        self.click_above_bottom(60)
        return self

    def save(self, has, seconds=60):
        """The page tells by itself when something was pasted."""
        def told():
            if self.server.content is None:
                return False
            with open(self.file, 'w', encoding='utf-8') as file:
                file.write(self.server.content)
            return has(self.file)
        before = self.server.content
        try:
            wait_until(lambda: told() or self.server.content is not before, 'a word of the page', 10)
        except Timeout:         # a busy machine may lose keys
            self.paste()
        wait_until(told, f'a paste in {self.name}', seconds)

    def content(self):
        return html.read_file(self.file)

    def text(self):
        # Browsers hold spaces in a row as ones that do not break; who reads or copies them gets spaces.
        return self.server.text.replace('\xa0', ' ')

    def pictures(self):
        return self.server.pictures

    def illustrations(self):
        return list(illustrations.in_page(self.server.content))

    def quit(self, seconds=10):
        super().quit(seconds)
        if self.server:
            self.server.close()
        self.server = None
