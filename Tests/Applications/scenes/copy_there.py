"""Documents copied in a program, pasted with `pb paste`, and compared with what the program itself holds."""
import glob, os, shutil, subprocess

from document import Finding, compare
from readers import html
from scenes.paste_there import difference

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DIRECTION = 'copy'


def documents(program):
    if not program.copies_rich:
        return [os.path.join(FOLDER, 'short.md' if program.key == 'xterm' else 'constructs.md')]
    found = sorted(glob.glob(os.path.join(FOLDER, 'documents', '*')))
    return [path for path in found if path.endswith(program.reads)]


def run(program, pb, report, results):
    for path in documents(program):
        name = os.path.basename(path)
        try:
            program.open(path)
        except subprocess.CalledProcessError:
            report.skipped.append((program.name, f'it cannot open {name}'))
            continue
        try:
            copy(program, pb, report, results, path, name)
        except Exception as error:
            program.desktop.screenshot(os.path.join(results, f'copy-{name}-failed.png'))
            report.fail(program, DIRECTION, name, error)
        program.quit()


def copy(program, pb, report, results, path, name):
    program.copy_all()
    program.desktop.screenshot(os.path.join(results, f'copy-{name}.png'))
    program.selection.save(os.path.join(results, f'copy-{name}'), lambda target: target.startswith('text/'))
    pasted = pb('paste', '--timeout', '30').decode()
    with open(os.path.join(results, f'copy-{name}', 'pasted.md'), 'w', encoding='utf-8') as file:
        file.write(pasted)
    shutil.copy(program.file, os.path.join(results, f'copy-{name}'))
    content = program.content()
    if isinstance(content, str):
        same = pasted.rstrip('\n') == content.rstrip('\n')
        found = 'the same' if same else difference(content, pasted)
        report.add(program, DIRECTION, name, [Finding('source, byte for byte', content, 'the same', found)])
    else:
        report.add(program, DIRECTION, name, compare(content, html.read_markdown(pasted)))
