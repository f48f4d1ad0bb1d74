"""Reads AbiWord's own format into a `Document`."""
import re
import xml.etree.ElementTree as xml

from document import BREAK, IMAGE, NOTE, Document, Paragraph
from readers.html import MONOSPACED

BULLETS = re.compile('Bullet|Dashed|Square|Triangle|Diamond|Star|Implies|Tick|Box|Hand|Heart|Arrow')
LINK = '{http://www.w3.org/1999/xlink}href'


def properties(element):
    return {name.strip(): value.strip() for name, _, value in
            (part.partition(':') for part in (element.get('props') or '').split(';')) if value}


class Reader:
    def __init__(self, root):
        self.document, self.notes, self.tables, self.counters = Document(), Document(), 0, {}
        self.styles = {style.get('name'): style for style in root.iter('s')}
        self.kinds, self.parents = {}, {}   # of lists, by identifier
        for section in root.iter('section'):
            if not section.get('type', '').startswith(('header', 'footer')): self.blocks(section, {})
        for note in self.notes: self.document.append(note)

    def blocks(self, parent, place):
        for element in parent:
            if element.tag == 'p': self.paragraph(element, place)
            elif element.tag == 'table': self.table(element, place)
            else: self.blocks(element, place)

    def table(self, element, place):
        self.tables += 1
        for cell in element.findall('cell'):
            here = properties(cell)
            self.blocks(cell, place | {'cell': (self.tables, int(here.get('top-attach', 0)), int(here.get('left-attach', 0)))})

    def styled(self, name):
        """The properties that a style and those it is based on give."""
        found, seen = {}, set()
        while name in self.styles and name not in seen:
            seen.add(name)
            found = properties(self.styles[name]) | found
            name = self.styles[name].get('basedon')
        return found

    def paragraph(self, element, place):
        paragraph = Paragraph(**place)
        style, here = element.get('style') or '', properties(element)
        heading = re.search(r'[Hh]eading ([1-6])', style)
        if heading: paragraph.heading = int(heading[1])
        paragraph.quote = 1 if style in ('Block Text', 'Quotations') else 0
        paragraph.code = style in ('Plain Text', 'Preformatted Text')
        if paragraph.cell: paragraph.alignment = here.get('text-align', '')
        identifier = element.get('listid')
        if identifier and identifier != '0': self.item(paragraph, element, identifier, here)
        self.inlines(element, paragraph, {})
        paragraph.read_box()
        last = self.document[-1] if self.document else None
        if paragraph.code and last is not None and last.code and not paragraph.note and paragraph.cell == last.cell:
            last.add('\n' + paragraph.text)     # each line of code may be a paragraph
        else:
            (self.notes if paragraph.note else self.document).append(paragraph)

    def item(self, paragraph, element, identifier, here):
        self.kinds.setdefault(identifier, 'bullet' if BULLETS.match(here.get('list-style', '')) else 'number')
        self.parents[identifier] = element.get('parentid')
        kinds, current, seen = [], identifier, set()
        while current in self.kinds and current not in seen:
            seen.add(current)
            kinds.insert(0, self.kinds[current])
            current = self.parents[current]
        paragraph.items = tuple(kinds)
        start = here.get('start-value', '1')
        self.counters[identifier] = self.counters.get(identifier, int(start) - 1 if start.isdigit() else 0) + 1
        paragraph.number = self.counters[identifier] if kinds[-1] == 'number' else 0

    def inlines(self, element, paragraph, marks):
        paragraph.add(element.text or '', **marks)
        for child in element:
            if child.tag == 'c': self.inlines(child, paragraph, marks | self.marks(child))
            elif child.tag == 'a': self.inlines(child, paragraph, marks | {'link': child.get(LINK, '')})
            elif child.tag == 'br': paragraph.add('\n' if paragraph.code else BREAK)
            elif child.tag == 'image': paragraph.add(IMAGE)
            elif child.tag == 'field' and child.get('type') == 'footnote_ref': paragraph.add(NOTE)
            elif child.tag == 'foot': self.blocks(child, {'note': True})
            elif child.tag != 'field': self.inlines(child, paragraph, marks)
            paragraph.add(child.tail or '', **marks)

    def marks(self, element):
        here, marks = self.styled(element.get('style')) | properties(element), {}
        if 'font-weight' in here: marks['bold'] = here['font-weight'] == 'bold' or None
        if 'font-style' in here: marks['italic'] = here['font-style'] == 'italic' or None
        if 'line-through' in here.get('text-decoration', ''): marks['strike'] = True
        if here.get('text-position') in ('superscript', 'subscript'): marks['position'] = here['text-position'][:3]
        if MONOSPACED.search(here.get('font-family', '')) or element.get('style') == 'Source Text': marks['code'] = True
        if here.get('bgcolor', 'transparent') != 'transparent': marks['highlight'] = True
        return marks


def tree(path):
    """The elements of an AbiWord file."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    # AbiWord uses a prefix that it does not always declare.
    text = re.sub(r'<abiword\b[^>]*>', '<abiword xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:text="text">', text, count=1)
    return xml.fromstring(re.sub(r'<!DOCTYPE[^>]*>', '', text))


def read(path):
    """The document in an AbiWord file."""
    return Reader(tree(path)).document.tables_numbered()
