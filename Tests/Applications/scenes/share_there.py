"""What was copied, handed to a program by `pb share`, as somebody types it: what the program then shows is copied from it,
or saved by it, and compared."""
import os, re, shlex, subprocess

from document import compare
from readers import html
from scenes.exchange import same

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCE = os.path.join(FOLDER, 'short.md')
DIRECTION = 'share'


def run(program, pb, outcome, results):
    for name, scene in scenes(program):
        try:
            install(program)
            outcome.add(program, DIRECTION, name, list(scene(program, pb)))
            program.desktop.screenshot(os.path.join(results, f'share-{name}.png'))
        except Exception as error:
            program.desktop.screenshot(os.path.join(results, f'share-{name}-failed.png'))
            outcome.fail(program, DIRECTION, name, f'{type(error).__name__}: {error}')
        program.end_shared()


def scenes(program):
    if not program.entry:
        return []
    if program.key == 'thunderbird':
        return [('message', message), ('attachment', attachment)]
    return [('document', document)]


def install(program):
    """The program's own desktop entry, but that it starts with a profile of its own."""
    wrapper = os.path.join(program.folder, os.path.basename(program.executable))
    with open(wrapper, 'w', encoding='utf-8') as file:
        file.write(f'#!/bin/sh\nexec {shlex.join(program.shared_command())} "$@"\n')
    os.chmod(wrapper, 0o755)
    with open(f'/usr/share/applications/{program.entry}.desktop', encoding='utf-8') as file:
        entry = re.sub(r'^Exec=\S+', lambda _: 'Exec=' + wrapper, file.read(), flags=re.MULTILINE)
    folder = os.path.join(program.desktop.environment['HOME'], '.local/share/applications')
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, program.entry + '.desktop'), 'w', encoding='utf-8') as file:
        file.write(re.sub(r'^TryExec=.*\n', '', entry, flags=re.MULTILINE))


def share(program, pb):
    pb('share', program.entry)
    program.window = program.desktop.wait_for_window(program.shared_title)
    program.desktop.focus(program.window)


def document(program, pb):
    pb('copy', SOURCE)
    share(program, pb)
    program.copy_all()
    pasted = pb('paste', '--timeout', '30').decode()
    with open(SOURCE, encoding='utf-8') as file:
        source = file.read()
    if program.takes_rich:
        yield from compare(html.read_markdown(source), html.read_markdown(pasted))
    else:
        yield same('source, byte for byte', source.rstrip('\n'), pasted.rstrip('\n'))


def message(program, pb):
    pb('copy', '-t', 'plain', data='Words & größer\nof two lines\n'.encode())
    share(program, pb)
    lines = lambda: [line.strip() for line in html.read_file(program.file)[0].text.split('\ue002')] if program.file else []
    program.file = program.new_file()
    program.save(lambda _: 'of two lines' in lines())
    yield same('lines of the message', ['Words & größer', 'of two lines'], [line for line in lines() if line])


def attachment(program, pb):
    picture = os.path.join(program.folder, 'a picture, it is.png')
    subprocess.run(['convert', '-size', '40x30', 'gradient:red-blue', picture], check=True)
    pb('copy', '--files', picture)
    share(program, pb)
    program.file = program.new_file()
    program.save(lambda _: program.attachments())
    with open(picture, 'rb') as file:
        yield same('attached file', [(os.path.basename(picture), file.read())], program.attachments())
