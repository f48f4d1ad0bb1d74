"""Workbooks that `pb` copies, pasted in a spreadsheet program, and cells copied there that `pb` pastes into one: the cells
must hold the same values, dates and numbers among them."""
import itertools, os, shutil

from document import Finding
from readers import tables

SOURCE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'carried', 'orders.fods')
DIRECTION = 'carry'


def run(program, pb, report, results):
    for name, scene in ('orders.xlsx', paste_there), ('cells as orders.xlsx', copy_there):
        try:
            report.add(program, DIRECTION, name, list(scene(program, pb, results)))
        except Exception as error:
            program.desktop.screenshot(os.path.join(results, f'sheets-{scene.__name__}-failed.png'))
            report.fail(program, DIRECTION, name, f'{type(error).__name__}: {error}')
        program.quit()


def paste_there(program, pb, results):
    book = os.path.join(program.folder, 'orders.xlsx')
    pb('convert', SOURCE, '-o', book)
    program.open()
    program.copy_all()
    pb('copy', book)
    program.paste()
    program.save(lambda file: 'the last row' in itertools.chain(*tables.read(file)))
    program.desktop.screenshot(os.path.join(results, 'sheets-pasted.png'))
    shutil.copy(program.file, os.path.join(results, 'sheets-pasted.ods'))
    yield from compared(tables.values(SOURCE), tables.values(program.file))


def copy_there(program, pb, results):
    source = os.path.join(program.desktop.folder, 'orders.ods')
    pb('convert', SOURCE, '-o', source)
    program.open(source)
    program.copy_all()
    program.desktop.screenshot(os.path.join(results, 'sheets-copied.png'))
    book, back = (os.path.join(program.folder, name) for name in ('pasted.xlsx', 'pasted.fods'))
    pb('paste', '--timeout', '30', '-o', book)
    shutil.copy(book, results)
    pb('convert', book, '-o', back)
    yield from compared(tables.values(SOURCE), tables.values(back))


def compared(wanted, found):
    """A finding a cell, and one for cells that nobody copied."""
    for row, cells in enumerate(wanted):
        for column, value in enumerate(cells):
            there = found[row][column] if row < len(found) and column < len(found[row]) else ''
            yield Finding('value of a cell', str(value), value, there)
    yield Finding('no other cells', '', [len(cells) for cells in wanted], [len(cells) for cells in found])
