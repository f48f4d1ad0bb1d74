"""A picture between `pb` and a program that draws, both ways, compared point by point."""
import os, subprocess

from desktop import wait_until
from likeness import points
from scenes.exchange import same

DIRECTION = 'pictures'
SIZE = '40x30'


def run(program, pb, outcome, results):
    try:
        outcome.add(program, DIRECTION, 'picture', list(play(program, pb)))
        program.desktop.screenshot(os.path.join(results, 'pictures.png'))
    except Exception as error:
        program.desktop.screenshot(os.path.join(results, 'pictures-failed.png'))
        offered = ', '.join(program.selection.targets())
        outcome.fail(program, DIRECTION, 'picture', f'{type(error).__name__}: {error}; on the clipboard: {offered}')
    program.quit()


def play(program, pb):
    source = os.path.join(program.desktop.folder, 'source.png')
    # Without words about its colours, after which GIMP 3 would ask.
    subprocess.run(['convert', '-size', SIZE, 'gradient:red-blue', '-define', 'png:exclude-chunks=all', 'PNG24:' + source],
                   check=True)
    program.open(source)
    program.copy_all()
    for name in ['pasted.png', 'pasted.bmp', 'pasted.jpg']:
        path = os.path.join(program.folder, name)
        pb('paste', '-o', path, '--timeout', '10')
        found = points(path)
        if name.endswith('.jpg'):       # which is not the same point by point
            yield same('size of ' + name, SIZE, found[0])
        else:
            yield same(name, points(source), found)
    photograph = os.path.join(program.folder, 'photograph.jpg')
    subprocess.run(['convert', '-size', '50x20', 'gradient:green-yellow', photograph], check=True)
    pb('copy', photograph)
    program.paste()
    wait_until(lambda: any('50x20' in title.replace('×', 'x') for _, title in program.desktop.windows()),
               f'a new picture in {program.name}', 30)
    program.copy_all()
    pasted = os.path.join(program.folder, 'again.png')
    pb('paste', '-o', pasted, '--timeout', '10')
    yield same('picture from pb', points(photograph), points(pasted))
