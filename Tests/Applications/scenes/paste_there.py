"""Markdown copied with `pb copy`, pasted in a program, saved there, and compared with its source."""
import os, re, shutil

from document import Finding, compare
from readers import html

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DIRECTION = 'paste'


def run(program, pb, report, results):
    source = os.path.join(FOLDER, 'constructs.md')
    with open(source, encoding='utf-8') as file:
        markdown = file.read()
    program.open()
    program.copy_all()
    pb('copy', source)
    program.paste()
    program.save(lambda path: has_end(path, program))
    program.desktop.screenshot(os.path.join(results, 'paste.png'))
    shutil.copy(program.file, os.path.join(results, 'paste' + os.path.splitext(program.file)[1]))
    content = program.content()
    if isinstance(content, str):
        same = content.rstrip('\n') == markdown.rstrip('\n')
        found = 'the same' if same else difference(markdown, content)
        report.add(program, DIRECTION, 'constructs.md', [Finding('source, byte for byte', markdown, 'the same', found)])
    else:
        report.add(program, DIRECTION, 'constructs.md', compare(html.read_markdown(markdown), content))


def has_end(path, program):
    """Whether the last words have arrived, and the notes, which come after them or before."""
    try:
        before = program.file
        program.file = path
        content = program.content()
        program.file = before
    except Exception:       # half written, or not there yet
        return False
    text = content if isinstance(content, str) else ' '.join(paragraph.text for paragraph in content)
    return 'last paragraph ends here' in text and 'second note' in text


def difference(wanted, found):
    for number, (a, b) in enumerate(zip(wanted.splitlines(), found.splitlines()), 1):
        if a != b:
            return f'line {number} is {b!r}'
    return f'{len(found)} characters instead of {len(wanted)}'
