"""What is no document of Pasteboard's making, pasted in a program and compared with what was copied: program text with
every space of it, tables cell by cell, HTML with the colours it came with, a picture point by point."""
import dataclasses, itertools, os, re, shutil, subprocess
from typing import Callable

from document import Finding
from readers import html, tables

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'carried')
PROGRAM = os.path.join(FOLDER, 'parcels.py')
TABS = 'Name\tWeight\nRolf\t12\n'
DIRECTION = 'carry'
# What stands before HTML that does not say its encoding, if it matters: programs would guess another.
DECLARATION = b'<meta http-equiv="content-type" content="text/html; charset=utf-8">'


@dataclasses.dataclass
class Scene:
    """One copy and how it is told that it arrived as it was."""
    name: str
    kind: str                   # one of those in `Program.carries`
    copy: Callable              # given the program, `pb` and the folder of the results
    has_come: Callable          # given the program that has saved
    judge: Callable             # gives findings


def run(program, pb, report, results):
    for scene in SCENES:
        if scene.kind not in program.carries:
            continue
        try:
            report.add(program, DIRECTION, scene.name, list(play(scene, program, pb, results)))
        except Exception as error:
            program.desktop.screenshot(os.path.join(results, f'carry-{scene.name}-failed.png'))
            offered = ', '.join(program.selection.targets())
            report.fail(program, DIRECTION, scene.name, f'{type(error).__name__}: {error}; on the clipboard: {offered}')
        program.quit()


def play(scene, program, pb, results):
    program.open()
    program.copy_all()
    copied = scene.copy(program, pb, results)
    program.paste()
    program.save(lambda _: comes(scene, program))
    program.desktop.screenshot(os.path.join(results, f'carry-{scene.name}.png'))
    shutil.copy(program.file, os.path.join(results, f'carry-{scene.name}{os.path.splitext(program.file)[1]}'))
    yield from scene.judge(program, copied, results)


def comes(scene, program):
    try:
        return scene.has_come(program)
    except Exception:       # half written
        return False


# Text

def copy_text(by_name):
    def copy(program, pb, results):
        if by_name:
            pb('copy', PROGRAM)
        else:
            pb.pbcopy(read(PROGRAM))
        return read(PROGRAM).decode()
    return copy


def judge_text(program, copied, results):
    """A finding a line; what editors put at the end of a file is theirs."""
    pairs = itertools.zip_longest(copied.rstrip('\n').split('\n'), program.text().rstrip('\n').split('\n'))
    for wanted, found in pairs:
        yield Finding('line with its spaces', wanted or '', 'the same', 'the same' if wanted == found else repr(found))


# Tables

def copy_table(name, delimiter):
    def copy(program, pb, results):
        path = os.path.join(FOLDER, name)
        pb('copy', path)
        return tables.separated(read(path).decode(), delimiter)
    return copy


def copy_tabs(program, pb, results):
    pb.pbcopy(TABS.encode())
    return tables.separated(TABS, '\t')


def is_same_number(wanted, found):
    """Whether only zeros at the end are missing, which a sheet shows or not; those in front are somebody's numbers."""
    return re.fullmatch(r'[1-9][0-9]*\.[0-9]*', wanted) and wanted.rstrip('0').removesuffix('.') == found


def judge_table(program, copied, results):
    """A finding a cell, and one for cells that nobody copied."""
    found = program.content()
    for row, cells in enumerate(copied):
        for column, wanted in enumerate(cells):
            there = found[row][column] if row < len(found) and column < len(found[row]) else ''
            yield Finding('cell of a table', wanted, wanted, wanted if is_same_number(wanted, there) else there)
    more = [cells[len(copied[row]) if row < len(copied) else 0:] for row, cells in enumerate(found)]
    yield Finding('no other cells', str(more), [], [cell for cells in more for cell in cells])


# Colours

def copy_coloured(program, pb, results):
    """HTML as a highlighter of program text writes it, and what whoever asks for it gets, all in ASCII too."""
    page = subprocess.run(['/usr/bin/pygmentize', '-f', 'html', '-O', 'noclasses', PROGRAM], capture_output=True,
                          check=True).stdout
    asked = []
    for version in page.decode().encode('ascii', 'xmlcharrefreplace'), page:
        pb('copy', '-t', 'html', data=version)
        command = ['xclip', '-selection', 'clipboard', '-t', 'text/html', '-o']
        asked.append((version, program.desktop.run(command, check=True).stdout))
    return page, asked


def judge_colours(program, copied, results):
    page, asked = copied
    for version, got in asked:
        wanted = version if version.isascii() else DECLARATION + version
        yield Finding('HTML, byte for byte', 'what xclip gets', 'the same', 'the same' if wanted == got else f'{got[:100]}…')
    wanted, found = (list(coloured(document)) for document in (html.read(page.decode()), program.content()))
    yield Finding('words', 'all words', [word for word, _ in wanted], [word for word, _ in found])
    for (word, look), (_, there) in zip(wanted, found):
        yield Finding('word with its colour', word, look, there)
    yield from judge_text(program, read(PROGRAM).decode(), results)


def coloured(document):
    """The words, each with the colour it has and whether it is bold or italic. Black is the colour of text."""
    for paragraph in document:
        for match in re.finditer(r'\w+|[^\w\s]+', paragraph.text):
            marks = paragraph.marks[match.start()]
            colour = marks.get('colour')
            yield match.group(), (None if colour == '#000000' else colour, bool(marks.get('bold')), bool(marks.get('italic')))


# Pictures

def copy_picture(program, pb, results):
    """The screen as it is, a file."""
    path = os.path.join(program.folder, 'screen.png')
    program.desktop.run(['import', '-window', 'root', path], check=True)
    pb('copy', path)
    return read(path)


def judge_picture(program, copied, results):
    found = program.pictures()
    yield Finding('picture', 'how many', 1, len(found))
    paths = [os.path.join(results, name) for name in ('copied.png', 'pasted.png')]
    for path, picture in zip(paths, [copied, *found]):
        with open(path, 'wb') as file:
            file.write(picture)
    differing = subprocess.run(['compare', '-metric', 'AE', *paths, 'null:'], capture_output=True, text=True).stderr
    # ImageMagick 7 gives their share behind the number.
    yield Finding('picture', 'points that are different', '0', ' '.join(differing.split()[:1]))


def read(path):
    with open(path, 'rb') as file:
        return file.read()


has_last_line = lambda program: 'The last line of the program' in program.text()
has_last_row = lambda program: any('the last row' in cell for row in program.content() for cell in row)
has_picture = lambda program: bool(program.pictures())

SCENES = [
    Scene('parcels.py', 'text', copy_text(by_name=True), has_last_line, judge_text),
    Scene('pbcopy of parcels.py', 'text', copy_text(by_name=False), has_last_line, judge_text),
    Scene('articles.tsv', 'table', copy_table('articles.tsv', '\t'), has_last_row, judge_table),
    Scene('articles.csv', 'table', copy_table('articles.csv', ','), has_last_row, judge_table),
    Scene('articles-semicolons.csv', 'table', copy_table('articles-semicolons.csv', ';'), has_last_row, judge_table),
    Scene('pbcopy of tabs', 'table', copy_tabs, lambda program: 'Rolf' in str(program.content()), judge_table),
    Scene('coloured HTML', 'colours', copy_coloured, has_last_line, judge_colours),
    Scene('picture', 'picture', copy_picture, has_picture, judge_picture),
]
