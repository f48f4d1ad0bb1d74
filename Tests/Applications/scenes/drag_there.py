"""Documents and files dragged between `pb` and a program by moves of the pointer: into it with `pb drag`, as content and as
files, and out of it onto `pb drop`, twice, as programs exist that start no second drag after one that went wrong."""
import os, shutil, subprocess, time

from desktop import Timeout, wait_until
from document import Finding, compare
from readers import html
from scenes.exchange import same
from scenes.paste_there import difference, has_end

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DIRECTION = 'drag'
# What is selected and dragged out: so much that text is where the button is pressed, wherever the window has scrolled to.
WORDS = ' '.join(f'word {number}' for number in range(400))
SELECTED = f'<h1>Heading one</h1><p>{WORDS} <b>bold</b> and a <a href="https://example.org/a">link</a>.</p>' \
           '<ul><li>first</li><li>second</li></ul>'
MARKDOWN = f'# Heading one\n\n{WORDS} **bold** and a [link](https://example.org/a).\n\n- first\n- second\n'
LINES = '\n'.join(f'line {number} *of* text' for number in range(60))
NAMES = ['a b.txt', 'ü.txt']


def run(program, pb, outcome, results):
    files = [('files', files_there), ('content as a file', content_there)]
    scenes = {'files': files, 'dragged files': files,
              'document': [('constructs.md', document_there)],
              'uploads': [('uploads', uploads), ('content as an upload', content_uploaded)]}[program.holds]
    if program.attaches:
        scenes.append(('attachments', attachments))
    if program.grip:
        scenes.append(('out', document_out if program.holds == 'document' else files_out))
    elif not program.takes_drags:
        return
    for name, scene in scenes:
        try:
            outcome.add(program, DIRECTION, name, list(scene(program, pb)))
            program.desktop.screenshot(os.path.join(results, f'drag-{name.replace(" ", "-")}.png'))
        except Exception as error:
            program.desktop.screenshot(os.path.join(results, f'drag-{name.replace(" ", "-")}-failed.png'))
            outcome.fail(program, DIRECTION, name, f'{type(error).__name__}: {error}')
        program.quit()


# The pointer

def drop_at(program, pb, *arguments, data=None):
    """Has the pointer carry what `pb drag` is given into the middle of a program's window, and clicks."""
    desktop = program.desktop
    x, y, width, height = desktop.geometry(program.window)
    end = x + width * 3 // 5, y + height * 3 // 5
    desktop.run(['xdotool', 'mousemove', str(end[0] - 120), str(end[1] - 120)])
    process = subprocess.Popen([pb.path, 'drag', *arguments], env=desktop.environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    try:
        time.sleep(0.5)         # till the pointer is its own
        desktop.move_slowly((end[0] - 120, end[1] - 120), end)
        desktop.run(['xdotool', 'click', '1'])
        _, words = process.communicate(timeout=30)
        return Finding('drop is taken', '', 0, process.returncode if not words else words.decode())
    except subprocess.TimeoutExpired:
        return Finding('drop is taken', '', 0, 'no end')
    finally:
        process.kill()
        process.wait()


def drag_out(program, pb, *arguments):
    """Drags what is selected in a program onto `pb drop`; what that writes."""
    desktop = program.desktop
    left, top, _, _ = desktop.geometry(program.window)
    start = left + program.grip[0], top + program.grip[1]
    time.sleep(program.memory)
    # Where no window covers it: the target opens beside the pointer.
    desktop.run(['xdotool', 'mousemove', '1060', '900'])
    process = subprocess.Popen([pb.path, 'drop', *arguments], env=desktop.environment, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL)
    try:
        window = desktop.wait_for_window('pb drop', 20)
        x, y, width, height = desktop.geometry(window)
        desktop.run(['xdotool', 'mousemove', *map(str, start), 'mousedown', '1'])
        time.sleep(program.hold)
        desktop.move_slowly(start, (x + width // 3, y + height // 2))
        time.sleep(0.5)         # a busy program answers late
        desktop.run(['xdotool', 'mouseup', '1'])
        try:
            return process.communicate(timeout=10)[0]
        except subprocess.TimeoutExpired:
            raise Timeout('nothing was dropped')
    finally:
        process.kill()
        process.wait()


# Documents

def document_there(program, pb):
    source = os.path.join(FOLDER, 'constructs.md')
    with open(source, encoding='utf-8') as file:
        markdown = file.read()
    program.open()
    program.copy_all()
    program.select_all()
    program.desktop.key('Delete')
    program.desktop.wait_until_handled(program.window)
    yield drop_at(program, pb, source)
    program.save(lambda path: has_end(path, program))
    content = program.content()
    if isinstance(content, str):
        equal = content.strip('\n') == markdown.strip('\n')
        yield Finding('source, byte for byte', markdown, 'the same', 'the same' if equal else difference(markdown, content))
    else:
        yield from compare(html.read_markdown(markdown), content)


def document_out(program, pb):
    # What holds text alone gives it as it is.
    wanted = MARKDOWN if program.copies_rich else LINES
    program.open(program.page(SELECTED if program.copies_rich else LINES))
    program.copy_all()
    for turn in ('first', 'second'):
        if turn == 'second' and program.loses_press:
            program.click_above_bottom(60)
        program.select_all()
        program.desktop.wait_until_handled(program.window)
        yield same(f'{turn} drag out', wanted, drag_out(program, pb).decode())


# Files

def folder(program, name, names):
    path = os.path.join(program.folder, name)
    os.makedirs(path)
    for file in names:
        with open(os.path.join(path, file), 'w') as out:
            out.write(file)
    return path


def held(path, count):
    """What files a folder has, once there are so many, and none of them is being written (KDE)."""
    def names():
        found = os.listdir(path)
        return found if len(found) >= count and not any(name.endswith('.part') for name in found) else None
    found = {}
    for name in wait_until(names, f'{count} files', 15):
        with open(os.path.join(path, name), encoding='utf-8') as file:
            found[name] = file.read()
    return found


def files_there(program, pb):
    source, goal = folder(program, 'drag-source', NAMES), folder(program, 'drag-goal', [])
    program.open(goal)
    yield drop_at(program, pb, *(os.path.join(source, name) for name in NAMES))
    program.answer()
    yield same('dragged files', {name: name for name in NAMES}, held(goal, len(NAMES)))
    yield same('files that stay', sorted(NAMES), sorted(os.listdir(source)))


def content_there(program, pb):
    goal, notes = folder(program, 'content-goal', []), program.write_file('notes.md', '# Notes\n')
    program.open(goal)
    yield drop_at(program, pb, notes)
    program.answer('notes.md')
    yield same('content as a file', {program.name_of_drops or 'notes.md': '# Notes\n'}, held(goal, 1))


def files_out(program, pb):
    source = folder(program, 'out-source', NAMES)
    program.open(source)
    for turn in ('first', 'second'):
        program.touch()
        program.select_all()
        program.desktop.wait_until_handled(program.window)
        found = drag_out(program, pb, '-0').decode().split('\0')[:-1]
        yield same(f'{turn} drag out', sorted(os.path.join(source, name) for name in NAMES), sorted(found))


# Pages and messages that take files

def uploads(program, pb):
    source = folder(program, 'upload-source', NAMES)
    program.open()
    yield drop_at(program, pb, *(os.path.join(source, name) for name in NAMES))
    yield same('dragged files', {name: name for name in NAMES}, program.dropped()['files'])


def content_uploaded(program, pb):
    notes = program.write_file('notes.md', '# Notes\n')
    program.open()
    yield drop_at(program, pb, notes)
    found = program.dropped()
    yield same('content as a file', {'notes.md': '# Notes\n'}, found['files'])
    yield same('text beside it', '# Notes\n', found['text'])
    yield same('HTML beside it', True, '<h1>Notes</h1>' in found['html'])


def attachments(program, pb):
    source = folder(program, 'attachment-source', NAMES)
    program.open()
    yield drop_at(program, pb, '--files', *(os.path.join(source, name) for name in NAMES))
    yield same('dragged files', {name: name for name in NAMES}, program.save_attachments(len(NAMES)))
