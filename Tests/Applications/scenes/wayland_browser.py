"""Firefox on a compositor of Wayland, GNOME's too: a page that is copied, and rich text that is pasted into one."""
import glob, os, shutil

import debian, web
from desktop import wait_until
from document import compare
from programs.firefox import SETTINGS, Firefox
from readers import html
from scenes import gnome

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGES = sorted(glob.glob(os.path.join(FOLDER, 'documents', '*.html')))
SOURCE = os.path.join(FOLDER, 'constructs.md')


def missing(kind):
    return debian.missing('firefox-esr', *(['wtype'] if kind.has_keys else []))


class Page:
    """Firefox with one page that tells what it holds, and keys for it."""

    def __init__(self, scenes, content):
        compositor = scenes.compositor
        self.server = web.Server()
        self.server.page = content.encode()
        profile = os.path.join(compositor.folder, 'firefox')
        os.makedirs(profile, exist_ok=True)
        with open(os.path.join(profile, 'user.js'), 'w', encoding='utf-8') as file:
            file.write(SETTINGS)
        if compositor.as_user:
            # It is not run by anybody but the one whose home folder it is.
            shutil.chown(profile, 'nobody', 'nogroup')
        compositor.environment['MOZ_ENABLE_WAYLAND'] = '1'
        self.keyboard = scenes.keyboard()
        self.program = compositor.start(
            [*compositor.as_user, 'firefox-esr', '--no-remote', '--profile', profile, self.server.address])

    def close(self):
        self.program.kill()
        if self.keyboard: self.keyboard.kill()
        self.server.close()


class Program:
    """Stands for Firefox in the table; what is lost of its pages is what is lost of them under X."""
    name, key = 'Firefox on Wayland', Firefox.key


def whole_page(scenes):
    """What two copies in a row gave: keys may come while the page still loads."""
    seen = [None]

    def is_whole():
        scenes.press('a', 'c')
        if 'text/html' not in scenes.pb_names(): return False
        before, seen[0] = seen[0], scenes.pb('paste', '--timeout', '30').decode()
        return before == seen[0]

    wait_until(is_whole, 'a copy of Firefox', 90)
    return seen[0]


def copied(scenes, report):
    """Each page, as Markdown, compared with what the page is."""
    for path in PAGES:
        name = os.path.basename(path)
        with open(path, encoding='utf-8') as file:
            source = file.read()
        page = Page(scenes, source)
        try:
            pasted = whole_page(scenes)
        finally:
            page.close()
            scenes.pb('clear')
        with open(os.path.join(scenes.results, name + '.md'), 'w', encoding='utf-8') as file:
            file.write(pasted)
        report.add(Program, 'copy', name, compare(html.read_file(path), html.read_markdown(pasted)))


def pasted(scenes, report):
    """A document of all constructs, in a page that can be edited."""
    scenes.pb('copy', SOURCE)
    page = Page(scenes, web.EDITOR % '<div>ready</div>')
    has_arrived = lambda: scenes.press('a', 'v') or 'last paragraph ends here' in (page.server.content or '')
    try:
        wait_until(has_arrived, 'a paste in Firefox', 90)
        content = page.server.content
    finally:
        page.close()
    path = os.path.join(scenes.results, 'pasted.html')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(content)
    with open(SOURCE, encoding='utf-8') as file:
        report.add(Program, 'paste', 'constructs.md', compare(html.read_markdown(file.read()), html.read_file(path)))


def scenes(kind):
    """The scenes on a compositor by name."""
    return {'firefox copied': copied, 'firefox pasted': pasted} if (kind.has_keys or kind.key in gnome.KINDS) and not missing(kind) else {}
