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


def values(path):
    """The same with what cells hold: numbers and dates as they are, text as it is shown. A flat document is read too."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as file:
            root = xml.fromstring(file.read('content.xml'))
    else:
        root = xml.parse(path).getroot()
    rows = []
    for row in root.find('.//table:table', odt.SPACES).iter(full('table:table-row')):
        cells = []
        for cell in row:
            text = '\n'.join(odt.line(paragraph) for paragraph in cell.findall('text:p', odt.SPACES))
            kind = cell.get(full('office:value-type'))
            value = {'date': cell.get(full('office:date-value')), 'string': text, None: text}.get(kind)
            if value is None:
                value = float(cell.get(full('office:value')))
            elif kind == 'date':
                value = value.removesuffix('T00:00:00')
            cells += [value] * repeated(cell, 'table:number-columns-repeated')
        rows += [trimmed(cells, '')] * repeated(row, 'table:number-rows-repeated')
    return trimmed(rows, [])


def trimmed(values, empty):
    while values and values[-1] == empty:
        values = values[:-1]
    return values


def separated(text, delimiter):
    return list(csv.reader(text.splitlines(keepends=True), delimiter=delimiter))
