"""A Markdown file with pictures of several kinds, copied with `pb copy` and pasted in a program; copied there and pasted
with `pb paste --media`; and pictures that browsers copy by themselves."""
import os, re, shutil, subprocess

from desktop import Timeout, wait_until
from document import Finding
from likeness import likeness

DIRECTION = 'pictures'
MARKDOWN = '''# Illustrations

First ![words of the photograph](b.jpg) and then ![words of the drawing](c.svg) in a line.

![words of the diagram](<a b.png>)

A ![words of what is missing](none.png) one, and these are the last words.
'''
DRAWING = '''<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40" viewBox="0 0 60 40">
<rect width="60" height="40" fill="#4080c0"/><circle cx="30" cy="20" r="15" fill="#f0c030"/></svg>
'''
# In the order of the text.
PICTURES = {'words of the photograph': 'b.jpg', 'words of the drawing': 'c.svg', 'words of the diagram': 'a b.png'}


def run(program, pb, outcome, results):
    scenes = ([('illustrated.md', illustrated)] if program.illustrates else []) \
        + ([('a picture of a page', copied_alone)] if program.copies_pictures else [])
    for name, scene in scenes:
        try:
            outcome.add(program, DIRECTION, name, list(scene(program, pb, results)))
        except Exception as error:
            program.desktop.screenshot(os.path.join(results, f'pictures-{name}-failed.png'))
            offered = ', '.join(program.selection.targets())
            outcome.fail(program, DIRECTION, name, f'{type(error).__name__}: {error}; on the clipboard: {offered}')
        program.quit()


def make(folder):
    """The document with its pictures; gives its path."""
    os.makedirs(folder)
    for name, what in {'a b.png': 'gradient:red-blue', 'b.jpg': 'plasma:green-yellow'}.items():
        subprocess.run(['convert', '-size', '80x50', what, os.path.join(folder, name)], check=True)
    for name, text in {'c.svg': DRAWING, 'illustrated.md': MARKDOWN}.items():
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
            file.write(text)
    return os.path.join(folder, 'illustrated.md')


def illustrated(program, pb, results):
    folder = os.path.join(program.folder, 'illustrated')
    document = make(folder)
    program.open()
    program.copy_all()
    told = program.desktop.run([pb.path, 'copy', document], check=True).stderr.decode()
    yield Finding('what is told', 'none.png', ['none.png'], re.findall(r'left out the picture ([^\s:]+)', told))
    program.paste()
    program.save(lambda _: has_come(program))
    program.desktop.screenshot(os.path.join(results, 'pictures-illustrated.png'))
    shutil.copy(program.file, os.path.join(results, f'pictures-illustrated{os.path.splitext(program.file)[1]}'))
    yield from compare(program.illustrations(), text_of(program), folder, program.folder, 'there')
    program.copy_all()
    media = os.path.join(program.folder, 'media')
    markdown = pb('paste', '--media', media, '--timeout', '30').decode()
    with open(os.path.join(results, 'pictures-pasted.md'), 'w', encoding='utf-8') as file:
        file.write(markdown)
    yield from compare(list(pasted(markdown)), markdown, folder, program.folder, 'back')


def has_come(program):
    try:
        return 'the last words' in text_of(program) and len(program.illustrations()) >= 2
    except Exception:       # half written
        return False


def text_of(program):
    return ' '.join(paragraph.text for paragraph in program.content())


def pasted(markdown):
    """The pictures of Markdown that `pb` has written, with their words."""
    for words, address in re.findall(r'!\[([^\]]*)\]\(<?([^)>]*)>?\)', markdown):
        with open(address, 'rb') as file:
            yield words, file.read()


def compare(found, text, folder, scratch, where):
    """Each picture of the document, beside those that are found in its order; what is missing leaves its words."""
    left = list(found)
    for words, name in PICTURES.items():
        path = os.path.join(folder, name)
        there = next((index for index, (_, held) in enumerate(left) if likeness(path, held, scratch) == 'the same'), None)
        if there is None:
            state = 'its words' if words in text else 'not there'
            yield Finding(f'picture {where}', name, 'the same', state)
            continue
        yield Finding(f'picture {where}', name, 'the same', 'the same')
        yield Finding(f'its words {where}', name, words, left.pop(there)[0])
    yield Finding(f'picture {where}', 'no others', [], [f'{words}: {len(held or b"")} bytes' for words, held in left])
    yield Finding(f'its words {where}', 'none.png', True, 'words of what is missing' in text)


def copied_alone(program, pb, results):
    """A picture of a page, by the menu that a click on it with the right button opens."""
    picture = os.path.join(program.folder, 'served.png')
    # Without words about its colours, which Firefox would adjust to the screen.
    subprocess.run(['convert', '-size', '400x300', 'gradient:red-blue', '-define', 'png:exclude-chunks=all', 'PNG24:' + picture],
                   check=True)
    with open(picture, 'rb') as file:
        served = file.read()
    page = program.write_page('page.html', '<!DOCTYPE html><title>picture</title><img src="/served.png" alt="words of the picture">')
    program.open(page, files={'/served.png': ('image/png', served)})
    desktop = program.desktop
    x, y, width, height = desktop.geometry(program.window)
    program.selection.clear()
    def copied():
        others = desktop.menus()
        desktop.click(x + 150, y + 250, button=3)       # below the bars of the window
        try:
            wait_until(lambda: desktop.menus() - others, 'a menu', 3)
            desktop.key('y')
            return wait_until(program.selection.owner, 'a copy', 3)
        except Timeout:
            desktop.key('Escape')
            return None
    wait_until(copied, 'a copy of the picture')
    program.desktop.screenshot(os.path.join(results, 'pictures-alone.png'))
    media = os.path.join(program.folder, 'media-alone')
    markdown = pb('paste', '--media', media, '--timeout', '30').decode()
    found = list(pasted(markdown))
    with open(os.path.join(results, 'pictures-alone-pasted.png'), 'wb') as file:
        file.write(b''.join(held for _, held in found))
    yield Finding('pictures', markdown, 1, len(found))
    yield Finding('picture copied alone', 'served.png', ['the same'], [likeness(picture, held, program.folder) for _, held in found])
