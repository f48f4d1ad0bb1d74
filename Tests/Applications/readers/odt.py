"""Reads OpenDocument text, as LibreOffice saves it, into a `Document`."""
import zipfile
import xml.etree.ElementTree as xml

from document import BREAK, IMAGE, NOTE, RULE, Document, Paragraph, script
from readers.html import MONOSPACED

SPACES = {'text': 'urn:oasis:names:tc:opendocument:xmlns:text:1.0', 'style': 'urn:oasis:names:tc:opendocument:xmlns:style:1.0',
          'fo': 'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0', 'table': 'urn:oasis:names:tc:opendocument:xmlns:table:1.0',
          'office': 'urn:oasis:names:tc:opendocument:xmlns:office:1.0', 'xlink': 'http://www.w3.org/1999/xlink',
          'draw': 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0', 'svg': 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0'}


def full(name):
    space, _, local = name.partition(':')
    return '{%s}%s' % (SPACES[space], local)


class Style:
    """A style with what it inherits."""

    def __init__(self, element, table):
        self.element, self.table = element, table
        self.name = element.get(full('style:display-name')) or element.get(full('style:name'), '').replace('_20_', ' ')

    def chain(self):
        style, seen = self, set()
        while style and style.name not in seen:
            seen.add(style.name)
            yield style
            style = self.table.get((style.element.get(full('style:family')), style.element.get(full('style:parent-style-name'))))

    def named(self, name):
        return any(style.name == name for style in self.chain())

    def value(self, kind, name):
        for style in self.chain():
            properties = style.element.find(f'style:{kind}-properties', SPACES)
            if properties is not None and properties.get(full(name)) is not None:
                return properties.get(full(name))
        return ''


class Reader:
    def __init__(self, *roots):
        self.styles, self.lists, self.fonts = {}, {}, {}
        for root in roots:
            for element in root.iter(full('style:style')):
                self.styles[element.get(full('style:family')), element.get(full('style:name'))] = Style(element, self.styles)
            for element in root.iter(full('text:list-style')):
                self.lists[element.get(full('style:name'))] = element
            for element in root.iter(full('style:font-face')):
                self.fonts[element.get(full('style:name'))] = element.get(full('svg:font-family'), '')
        self.document, self.notes, self.counters, self.tables = Document(), Document(), {}, 0
        self.last_numbers = {}
        body = roots[-1].find('.//office:body/office:text', SPACES)
        self.blocks(body, {})
        for note in self.notes: self.document.append(note)

    def style(self, family, element, attribute):
        return self.styles.get((family, element.get(full(attribute))))

    def blocks(self, parent, place):
        for element in parent:
            tag = element.tag
            if tag in (full('text:p'), full('text:h')): self.paragraph(element, place)
            elif tag == full('text:list'): self.list(element, dict(place))
            elif tag == full('table:table'): self.table(element, dict(place))
            elif tag in (full('text:section'), full('text:index-body')): self.blocks(element, place)

    def list(self, element, place):
        """A list; `place['_list']` is the style and the counters of the list around it."""
        outer = place.get('_list')
        name = element.get(full('text:style-name')) or (outer[0] if outer else None)
        items = place.get('items', ())
        level = len(items) + 1
        kind, start = self.level(name, level)
        counter = start - 1
        if element.get(full('text:continue-numbering')) == 'true' or element.get(full('text:continue-list')):
            counter = self.last_numbers.get((element.get(full('text:continue-list')) or name, level), counter)
        own = element.get('{http://www.w3.org/XML/1998/namespace}id')
        for item in element:
            if item.tag not in (full('text:list-item'), full('text:list-header')):
                continue
            holds = next(iter(item), None)
            if item.tag == full('text:list-item') and holds is not None and holds.tag != full('text:list'):
                value = item.get(full('text:start-value'))
                counter = int(value) if value else counter + 1
            for key in (name, own):
                if key: self.last_numbers[key, level] = counter
            here = dict(place, items=items + (kind,), _list=(name,))
            here['_item'] = {'number': counter if kind == 'number' else 0} if item.tag == full('text:list-item') else None
            self.blocks(item, here)

    def level(self, name, level):
        style = self.lists.get(name)
        for element in style if style is not None else ():
            if element.get(full('text:level')) == str(level):
                if element.tag == full('text:list-level-style-number') and element.get(full('style:num-format')):
                    return 'number', int(element.get(full('text:start-value')) or 1)
                return 'bullet', 1
        return 'bullet', 1

    def table(self, element, place):
        self.tables += 1
        number, row = self.tables, -1
        rows = [r for r in element.iter(full('table:table-row'))]
        for r in rows:
            row += 1
            column = 0
            for cell in r:
                if cell.tag not in (full('table:table-cell'), full('table:covered-table-cell')): continue
                for _ in range(min(int(cell.get(full('table:number-columns-repeated')) or 1), 100)):
                    if cell.tag == full('table:table-cell'):
                        self.blocks(cell, dict(place, cell=(number, row, column), items=(), quote=0, _list=None))
                    column += 1

    def paragraph(self, element, place):
        style = self.style('paragraph', element, 'text:style-name')
        paragraph = Paragraph(**{key: value for key, value in place.items() if not key.startswith('_')})
        item = place.get('_item')
        if item: paragraph.number = item.pop('number', None)    # of its first paragraph alone
        if element.tag == full('text:h'): paragraph.heading = int(element.get(full('text:outline-level')) or 1)
        marks = {}
        if style:
            if style.named('Title'): paragraph.heading = 1
            paragraph.quote = 1 if style.named('Quotations') else 0
            paragraph.code = style.named('Preformatted Text') and not paragraph.cell
            if style.named('Horizontal Line'): paragraph.add(RULE)
            if paragraph.cell:
                paragraph.alignment = {'end': 'right', 'right': 'right', 'center': 'center'}.get(style.value('paragraph', 'fo:text-align'), '')
            marks = self.marks(style, {})
        if paragraph.code: marks.pop('code', None)
        self.inlines(element, paragraph, marks)
        if not paragraph.text.strip() and style and style.value('paragraph', 'fo:border-bottom') not in ('', 'none'):
            paragraph.add(RULE)
        paragraph.read_box()
        last = self.document[-1] if self.document else None
        if paragraph.code and last is not None and last.code and paragraph.items == last.items and paragraph.number is None \
                and not paragraph.cell and not paragraph.note:
            last.add_line(paragraph)     # each line of code is a paragraph
            return
        if paragraph.note: self.notes.append(paragraph)
        else: self.document.append(paragraph)

    def marks(self, style, marks):
        marks = dict(marks)
        for script, western, other in (('', 'fo:', ''), ('-asian', 'style:', '-asian'), ('-complex', 'style:', '-complex')):
            weight = style.value('text', f'{western}font-weight{other}')
            if weight: marks['bold' + script] = weight == 'bold' or None
            slant = style.value('text', f'{western}font-style{other}')
            if slant: marks['italic' + script] = slant in ('italic', 'oblique') or None
        if style.value('text', 'style:text-line-through-style') not in ('', 'none'): marks['strike'] = True
        position = style.value('text', 'style:text-position')
        if position:
            first = position.split()[0]
            marks['position'] = 'sup' if first == 'super' or first[0].isdigit() and first != '0%' else 'sub' if first[0] in 's-' else None
        font = style.value('text', 'style:font-name')
        if style.named('Source Text') or MONOSPACED.search(self.fonts.get(font, '') + font): marks['code'] = True
        if style.value('text', 'fo:background-color') not in ('', 'transparent'): marks['highlight'] = True
        if style.value('text', 'fo:color'): marks['colour'] = style.value('text', 'fo:color')
        return marks

    def add(self, paragraph, text, marks):
        """Adds text; OpenDocument has formats of their own for text in East Asian and in complex scripts."""
        for character in text:
            of = script(character)
            suffix = '-asian' if of.startswith('Chinese') else '-complex' if of == 'right-to-left text' else ''
            paragraph.add(character, **{key: value for key, value in marks.items() if '-' not in key}
                          | {key: marks.get(key + suffix) for key in ('bold', 'italic')})

    def inlines(self, element, paragraph, marks):
        self.add(paragraph, element.text or '', marks)
        for child in element:
            tag = child.tag
            if tag == full('text:span'):
                style = self.style('text', child, 'text:style-name')
                self.inlines(child, paragraph, self.marks(style, marks) if style else marks)
            elif tag == full('text:a'):
                link = child.get(full('xlink:href'), '')
                self.inlines(child, paragraph, marks | {'link': link})
            elif tag == full('text:s'): paragraph.add(' ' * int(child.get(full('text:c')) or 1), **marks)
            elif tag == full('text:tab'): paragraph.add('\t' if paragraph.code else ' ', **marks)
            elif tag == full('text:line-break'): paragraph.add('\n' if paragraph.code else BREAK, **marks)
            elif tag == full('text:note'):
                paragraph.add(NOTE)
                self.blocks(child.find('text:note-body', SPACES), {'note': True})
            elif tag == full('draw:frame'):
                image = child.find('draw:image', SPACES)
                if image is not None: paragraph.add(IMAGE, image=image.get(full('xlink:href'), ''))
            elif tag not in (full('text:bookmark'), full('office:annotation')):
                self.inlines(child, paragraph, marks)
            self.add(paragraph, child.tail or '', marks)


def line(element):
    """The text of a paragraph with each space and tab of it; as OpenDocument has it, white space in the XML is one space."""
    text = ''
    def add(piece):
        nonlocal text
        for character in piece or '':
            text += ' ' if character.isspace() and not text.endswith(' ') else '' if character.isspace() else character
    add(element.text)
    for child in element:
        if child.tag == full('text:s'): text += ' ' * int(child.get(full('text:c')) or 1)
        elif child.tag == full('text:tab'): text += '\t'
        elif child.tag == full('text:line-break'): text += '\n'
        else: text += line(child)
        add(child.tail)
    return text


def text(path):
    """The text in an ODT file with every space, a line for each paragraph."""
    with zipfile.ZipFile(path) as file:
        body = xml.fromstring(file.read('content.xml')).find('.//office:body/office:text', SPACES)
    return '\n'.join(line(element) for element in body.iter()
                     if element.tag in (full('text:p'), full('text:h')))


def read(path):
    """The document in an ODT file."""
    with zipfile.ZipFile(path) as file:
        return Reader(xml.fromstring(file.read('styles.xml')), xml.fromstring(file.read('content.xml'))).document.tables_numbered()
