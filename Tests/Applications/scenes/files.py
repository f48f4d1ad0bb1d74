"""Files between `pb` and a file manager, both ways, copied and cut, compared on disk: a space, an umlaut, a line feed and
bytes that are no UTF-8 in their names, and a folder."""
import os

from desktop import Timeout, wait_until
from scenes.exchange import same

DIRECTION = 'files'
NAMES = [b'a b.txt', 'ü.txt'.encode(), b'x\ny.txt', b'bad\xff.txt']
FOLDER = b'folder'
FORMS = {'text/uri-list', 'x-special/gnome-copied-files', 'x-special/mate-copied-files'}


def run(program, pb, outcome, results):
    for name, scene in [('pasted there', pasted_there), ('cut and pasted there', cut_there), ('copied there', copied_there),
                        ('cut there', moved_here)]:
        try:
            outcome.add(program, DIRECTION, name, list(scene(program, pb)))
            program.desktop.screenshot(os.path.join(results, f'files-{name.replace(" ", "-")}.png'))
        except Exception as error:
            program.desktop.screenshot(os.path.join(results, f'files-{name.replace(" ", "-")}-failed.png'))
            offered = ', '.join(program.selection.targets())
            outcome.fail(program, DIRECTION, name, f'{type(error).__name__}: {error}; on the clipboard: {offered}')
        program.quit()


def names(program):
    return [name for name in NAMES if program.knows_any_name or is_text(name)]


def is_text(name):
    try:
        return bool(name.decode())
    except UnicodeDecodeError:
        return False


def folder(program, name, filled=True):
    path = os.fsencode(os.path.join(program.folder, name))
    os.makedirs(path)
    if filled:
        os.makedirs(path + b'/' + FOLDER)
        for file in names(program) + [FOLDER + b'/inner.txt']:
            with open(path + b'/' + file, 'wb') as out:
                out.write(file)
    return path


def tree(path):
    """The files below a folder with what is in them."""
    found = {}
    for base, _, names in os.walk(path):
        for name in names:
            with open(os.path.join(base, name), 'rb') as file:
                found[os.path.relpath(os.path.join(base, name), path)] = file.read()
    return found


def paths(program, source):
    return [source + b'/' + name for name in names(program) + [FOLDER]]


def paste_into(program, goal, wanted):
    """Pastes until something comes: the first keys may come before the program listens."""
    def has_begun():
        program.paste()
        try:
            return wait_until(lambda: os.listdir(goal), 'a file', 4)
        except Timeout:
            return None
    wait_until(has_begun, f'files in {program.name}', 40)
    try:
        wait_until(lambda: tree(goal) == wanted, 'all files', 10)
    except Timeout:
        pass        # the comparison tells what is missing


def pasted_there(program, pb):
    source, goal = folder(program, 'copy-source'), folder(program, 'copy-goal', filled=False)
    program.open(os.fsdecode(goal))
    pb('copy', *paths(program, source))
    wanted = tree(source)
    paste_into(program, goal, wanted)
    yield same('pasted files', wanted, tree(goal))
    yield same('files that stay', wanted, tree(source))


def cut_there(program, pb):
    source, goal = folder(program, 'cut-source'), folder(program, 'cut-goal', filled=False)
    wanted = tree(source)
    program.open(os.fsdecode(goal))
    pb('copy', '--cut', *paths(program, source))
    paste_into(program, goal, wanted)
    yield same('moved files', wanted, tree(goal))
    yield same('files that are gone', {}, tree(source))


def take_all(program, press):
    """Copies or cuts what the window shows, until the clipboard has it all."""
    program.selection.clear()
    def owned():
        program.touch()
        program.select_all()
        program.desktop.wait_until_handled(program.window)
        try:
            # Keys that come too early copy the path that is shown.
            return wait_until(taken, 'a copy', 3)
        except Timeout:
            return None
    def taken():
        # GTK's file managers let nothing be copied for a moment after the selection has changed.
        press()
        try:
            return wait_until(lambda: FORMS & set(program.selection.targets()), 'files on the clipboard', 0.5)
        except Timeout:
            return None
    wait_until(owned, f'a copy in {program.name}', 40)


def copied_there(program, pb):
    source = folder(program, 'there-source')
    goal = folder(program, 'there-goal', filled=False)
    program.open(os.fsdecode(source))
    take_all(program, program.press_copy)
    listed = pb('paste', '-t', 'files', '-0').split(b'\0')[:-1]
    yield same('listed files', sorted(paths(program, source)), sorted(listed))
    pb('paste', '--into', goal, '--move')
    yield same('copies of them', tree(source), tree(goal))


def moved_here(program, pb):
    source = folder(program, 'here-source')
    goal = folder(program, 'here-goal', filled=False)
    wanted = tree(source)
    program.open(os.fsdecode(source))
    take_all(program, program.press_cut)
    if not program.gives_cut_once:
        yield same('verb', True, b'"verb": "cut"' in pb('paste', '-t', 'files', '--json'))
    pb('paste', '--into', goal, '--move')
    yield same('moved here', wanted, tree(goal))
    yield same('gone there', {}, tree(source))
