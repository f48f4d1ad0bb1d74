"""Reads tables: cells of an OpenDocument spreadsheet, as they are shown, and files of separated values."""
import csv, zipfile
import xml.etree.ElementTree as xml

from readers import odt
from readers.odt import full

MOST_REPEATED = 100     # more of the same cells are the empty rest of a sheet


def repeated(element, attribute):
    count = int(element.get(full(attribute)) or 1)
    return count if count <= MOST_REPEATED else 0


def read(path):
    """The rows of the first sheet, without empty ones at the end of it and empty cells at the end of a row."""
    with zipfile.ZipFile(path) as file:
        sheet = xml.fromstring(file.read('content.xml')).find('.//table:table', odt.SPACES)
    rows = []
    for row in sheet.iter(full('table:table-row')):
        cells = []
        for cell in row:
            text = '\n'.join(odt.line(paragraph) for paragraph in cell.findall('text:p', odt.SPACES))
            cells += [text] * repeated(cell, 'table:number-columns-repeated')
        rows += [trimmed(cells, '')] * repeated(row, 'table:number-rows-repeated')
    return trimmed(rows, [])


def trimmed(values, empty):
    while values and values[-1] == empty:
        values = values[:-1]
    return values


def separated(text, delimiter):
    return list(csv.reader(text.splitlines(keepends=True), delimiter=delimiter))
