"""Between programs, with `pb serve` as the clipboard manager: what it makes of a copy, keeps of it, and leaves alone."""
import os
import time

from desktop import Timeout, wait_until
from document import Finding, compare
from programs.chromium import Chromium
from programs.gtk import GTK3
from programs.libreoffice import LibreOffice
from programs.managers import MANAGERS
from programs.qt import Qt
from programs.qt_markdown import QtMarkdown
from readers import html
from scenes.paste_there import has_end
from selection import Selection

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCE = os.path.join(FOLDER, 'constructs.md')
QUIET = 3       # seconds in which a program that takes a copy for itself would have done so
BIG = 50_000_000


class Scenes:
    """Each method is a scene; it gives findings, and runs on a desktop of its own."""

    def __init__(self, desktop, pb, results):
        self.desktop, self.pb, self.results = desktop, pb, results
        self.selection = Selection(desktop)

    def program(self, kind):
        return kind(self.desktop, self.selection)

    def serve(self):
        """Starts the service and waits until it is the clipboard manager."""
        process = self.pb.serve()
        wait_until(Selection(self.desktop, 'CLIPBOARD_MANAGER').owner, 'the service', 20)
        return process

    def wait_for_service(self):
        """Waits until the service answers in place of a program that has ended; its window may have the number of that one's."""
        wait_until(lambda: self.selection.owner() and self.selection.targets(2), 'an answer of the service', 20)

    def markdown_becomes_rich(self):
        """Markdown copied in one program, pasted in another as rich text."""
        self.serve()
        editor = self.program(QtMarkdown).open(SOURCE)
        page = self.program(Chromium).open()
        page.copy_all()
        editor.copy_all()
        wait_until(lambda: 'text/html' in self.selection.targets(), 'HTML of the Markdown', 20)
        page.paste()
        page.save(lambda path: has_end(path, page))
        markdown = self.read(SOURCE)
        yield from compare(html.read_markdown(markdown), page.content())
        yield same('Markdown as it was', markdown, self.pb('paste').decode())

    def rich_text_outlives(self, kind, document):
        """Rich text copied in a program that is then ended, pasted in Qt."""
        self.serve()
        editor = self.program(Qt).open()
        editor.copy_all()
        source = self.program(kind).open(os.path.join(FOLDER, 'documents', document))
        source.copy_all()
        before = self.pb('paste', '--timeout', '20').decode()
        source.quit()
        self.wait_for_service()
        yield same('paste after the end', before, self.pb('paste', '--timeout', '20').decode())
        editor.paste()
        editor.save(lambda path: 'ready' not in self.read(path))
        headings = lambda content: [(p.heading, p.text) for p in content if p.heading]
        yield same('headings in Qt', headings(html.read_markdown(before)), headings(editor.content()))

    def rich_text_of_libreoffice_outlives(self):
        return self.rich_text_outlives(LibreOffice, 'letter.fodt')

    def rich_text_of_chromium_outlives(self):
        return self.rich_text_outlives(Chromium, 'handbook.html')

    def fifty_megabytes(self):
        """A copy of 50 MB, of a program that ends, and into one."""
        path = os.path.join(self.desktop.folder, 'big.txt')
        line = 'The quick brown fox jumps over the lazy dog, again and again: %09d\n'
        with open(path, 'w') as file:
            file.writelines(line % number for number in range(BIG // len(line % 0)))
        text = self.read(path)
        self.serve()
        source = self.program(GTK3).open(path)
        source.copy_all(180)
        yield same('50 MB from GTK 3', text, self.pb('paste', '--plain', '--timeout', '60').decode())
        source.quit(60)     # it hands all of it over
        self.wait_for_service()
        yield same('50 MB after its end', text, self.pb('paste', '--plain', '--timeout', '60').decode())
        target = self.program(GTK3).open()
        target.copy_all()
        self.pb('copy', '--type', 'plain', path)
        target.paste()
        target.save(lambda saved: os.path.getsize(saved) >= len(text), 180)
        yield same('50 MB into GTK 3', text, target.content())

    def marked_text_is_left_alone(self):
        """Text marked with the mouse is the primary selection's; the clipboard stays."""
        self.serve()
        self.pb('copy', SOURCE)
        owner = self.selection.owner()
        primary = Selection(self.desktop, 'PRIMARY')
        editor = self.program(GTK3).open(os.path.join(FOLDER, 'short.md'))
        x, y, width, height = self.desktop.geometry(editor.window)
        def marked():
            self.desktop.focus(editor.window)
            self.desktop.drag((x + 2, y + 2), (x + width - 40, y + height - 40))
            self.desktop.wait_until_handled(editor.window)
            return primary.owner()
        wait_until(marked, 'marked text', 30)
        text = (primary.read('UTF8_STRING') or b'').decode()
        yield same('marked text', self.read(editor.file).rstrip('\n'), text.rstrip('\n'))
        yield same('pb paste of it', text, self.pb('paste', '--pasteboard', 'primary').decode())
        yield same('owner of the clipboard', owner, self.selection.owner())
        yield same('clipboard beside it', self.read(SOURCE), self.pb('paste').decode())

    def beside_manager(self, manager):
        """Another manager runs as well: a rich copy stays rich, while its owner lives and after."""
        manager.start(self.desktop)
        self.pb('copy', SOURCE)
        owner = self.selection.owner()
        try:
            wait_until(lambda: self.selection.owner() != owner, 'another owner', QUIET)
        except Timeout:
            pass
        yield same(f'rich copy beside {manager.name}', True, 'text/html' in self.selection.targets())
        yield same(f'Markdown beside {manager.name}', self.read(SOURCE), self.pb('paste').decode())

    def secret_beside_manager(self, manager):
        """Another manager runs: it keeps nothing of a secret, is not given the one paste, and brings nothing back."""
        manager.start(self.desktop)
        self.pb('copy', '--type', 'plain', data=b'before')
        for options, words in [(['--sensitive', '--clear-after', '2'], b'hunter-2'), (['--once'], b'hunter-3')]:
            self.pb('copy', '--type', 'plain', *options, data=words)
            time.sleep(QUIET - 2)
            yield same(f'pasted beside {manager.name}', words, self.pb('paste', '--plain'))
            time.sleep(QUIET)
            yield same(f'afterwards beside {manager.name}', False, 'UTF8_STRING' in self.selection.targets())
        kept = self.desktop.run(['grep', '-rlaE', 'hunter-[23]', self.desktop.folder]).stdout
        yield same(f'written by {manager.name}', b'', kept)

    def service_beside_manager(self, manager):
        """The service and another manager: what a program that ended had copied is still rich."""
        self.serve()
        manager.start(self.desktop)
        page = self.program(Chromium).open(os.path.join(FOLDER, 'documents', 'recipe.html'))
        page.copy_all()
        before = self.pb('paste', '--timeout', '20').decode()
        page.quit()
        self.wait_for_service()
        owners = {self.selection.owner()}
        try:
            wait_until(lambda: owners.add(self.selection.owner()) or len(owners) > 3, 'a fight', QUIET)
        except Timeout:
            pass
        yield same(f'no fight with {manager.name}', True, len(owners) <= 3)
        yield same(f'rich paste beside {manager.name}', before, self.pb('paste', '--timeout', '20').decode())

    @staticmethod
    def read(path):
        with open(path, encoding='utf-8') as file:
            return file.read()


def same(name, wanted, found):
    short = lambda value: value if len(str(value)) < 200 else f'{len(value)} characters, not the same'
    return Finding(name, name, wanted if wanted == found else short(wanted), found if wanted == found else short(found))


def scenes():
    """The scenes that can be played here, by name, and why others cannot."""
    needs = {'markdown_becomes_rich': [QtMarkdown, Chromium], 'rich_text_of_libreoffice_outlives': [Qt, LibreOffice],
             'rich_text_of_chromium_outlives': [Qt, Chromium], 'fifty_megabytes': [GTK3], 'marked_text_is_left_alone': [GTK3]}
    for name, programs in needs.items():
        why = next((kind.missing() for kind in programs if kind.missing()), None)
        yield name, getattr(Scenes, name), why
    for manager in MANAGERS:
        why = manager.missing()
        yield f'secret beside {manager.name}', lambda s, m=manager: s.secret_beside_manager(m), why
        yield f'beside {manager.name}', lambda s, m=manager: s.beside_manager(m), why
        yield f'service beside {manager.name}', lambda s, m=manager: s.service_beside_manager(m), why or Chromium.missing()
