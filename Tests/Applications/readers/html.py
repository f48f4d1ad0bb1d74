"""Reads HTML, as browsers and Qt hold it and as cmark-gfm writes it, into a `Document`."""
import html.parser, re, subprocess

from document import BREAK, IMAGE, NOTE, RULE, Document, Paragraph

BLOCKS = set('address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 '
             'h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split())
VOID = set('area base br col embed hr img input link meta source track wbr'.split())
MARKS = {'b': 'bold', 'strong': 'bold', 'i': 'italic', 'em': 'italic', 'cite': 'italic', 's': 'strike', 'strike': 'strike',
         'del': 'strike', 'code': 'code', 'tt': 'code', 'kbd': 'code', 'samp': 'code', 'mark': 'highlight',
         'summary': 'bold'}     # what shows what it folds is bold where nothing folds
CLOSED_BY = {'li': {'li'}, 'p': BLOCKS, 'td': {'td', 'th', 'tr'}, 'th': {'td', 'th', 'tr'}, 'tr': {'tr'}, 'dt': {'dt', 'dd'},
             'dd': {'dt', 'dd'}}
REFERENCE, BACK_REFERENCE = re.compile(r'(?:.*/page)?#sdfootnote\d+sym'), re.compile(r'(?:.*/page)?#sdfootnote\d+anc')
MONOSPACED = re.compile(r'mono|courier|consol', re.I)


def colour(value):
    """A colour as six hexadecimal digits, however CSS has it."""
    parts = re.fullmatch(r'rgba?\((\d+), *(\d+), *(\d+).*\)', value)
    if parts: return '#%02x%02x%02x' % tuple(map(int, parts.groups()))
    return '#' + ''.join(2 * digit for digit in value[1:]) if re.fullmatch('#[0-9a-f]{3}', value) else value


class Element:
    def __init__(self, tag, attributes, parent):
        self.tag, self.attributes, self.parent, self.children = tag, attributes, parent, []
        self.style = {name.strip().lower(): value.strip().lower() for name, _, value in
                      (part.partition(':') for part in (attributes.get('style') or '').split(';')) if value}

    def classes(self):
        return (self.attributes.get('class') or '').split()

    def above(self, *tags):
        element = self.parent
        while element and element.tag not in tags:
            element = element.parent
        return element


class Tree(html.parser.HTMLParser):
    """The elements of a page, with the end tags that may be left out."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.root = self.open = Element('', {}, None)
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        element = self.open
        while element.parent and element.tag not in ('table', 'ul', 'ol', 'blockquote') or element.tag == tag == 'li':
            if tag in CLOSED_BY.get(element.tag, ()):
                self.open = element.parent
                break
            element = element.parent
        element = Element(tag, {key: value or '' for key, value in attrs}, self.open)
        self.open.children.append(element)
        if tag not in VOID:
            self.open = element

    def handle_endtag(self, tag):
        element = self.open
        while element and element.tag != tag:
            element = element.parent
        if element:
            self.open = element.parent

    def handle_data(self, data):
        self.open.children.append(data)


class Reader:
    def __init__(self, text):
        self.document = Document()
        self.is_qt = 'qrichtext' in text[:500]
        self.paragraph, self.tables = None, 0
        self.read(Tree(text).root, {}, {})
        self.end()

    def begin(self, place):
        if self.paragraph is None:
            self.paragraph = Paragraph(**{key: value for key, value in place.items() if not key.startswith('_')})
            item = place.get('_item')
            if item is not None:
                if 'number' in item: self.paragraph.number = item.pop('number')
                if 'task' in item: self.paragraph.task = item.pop('task')

    def end(self):
        paragraph, last = self.paragraph, self.document[-1] if self.document else None
        self.paragraph = None
        if paragraph is None:
            return
        paragraph.read_box()
        if paragraph.code and self.is_qt and last is not None and last.code and paragraph.cell == last.cell:
            last.add('\n' + paragraph.text)     # Qt has an element for each line of code
        else:
            self.document.append(paragraph)

    def text(self, text, place, marks):
        if self.paragraph is None and not text.strip() and not place.get('code'):
            return
        self.begin(place)
        self.paragraph.add(text, **marks)

    def read(self, element, place, marks):
        for child in element.children:
            if isinstance(child, str):
                self.text(child, place, marks)
            elif child.tag not in ('head', 'style', 'script', 'title', 'template'):
                self.read_element(child, dict(place), dict(marks))

    def read_element(self, element, place, marks):
        tag, attributes, style = element.tag, element.attributes, element.style
        if tag == 'br':
            return self.text('\n' if place.get('code') else BREAK, place, marks)
        if tag == 'img':
            return self.text(IMAGE, place, marks | {'image': attributes.get('src', '')})
        if tag == 'hr':
            self.end(); self.text(RULE, place, marks); return self.end()
        if tag == 'input':
            if attributes.get('type') == 'checkbox' and place.get('_item') is not None:
                place['_item']['task'] = 'done' if 'checked' in attributes else 'open'
            return
        if tag in MARKS: marks[MARKS[tag]] = True
        if tag in ('sup', 'sub'): marks['position'] = tag
        if tag == 'a' and attributes.get('href'): marks['link'] = attributes['href']
        if tag in ('span', 'b', 'font', 'a', 'em', 'strong', 'p', 'li', 'td', 'code', 'div'): self.apply(style, element, marks)
        # Notes as GitHub's program writes them, and as LibreOffice does.
        if tag == 'sup' and 'footnote-ref' in element.classes() or REFERENCE.fullmatch(attributes.get('href', '')):
            return self.text(NOTE, place, {})
        if 'footnote-backref' in element.classes():
            return
        if BACK_REFERENCE.fullmatch(attributes.get('href', '')):
            if self.paragraph is None: self.begin(place)
            self.paragraph.note = True
            return
        if tag not in BLOCKS:
            return self.read(element, place, marks)
        self.end()
        self.place(element, place, marks)
        self.read(element, place, marks)
        self.end()

    def apply(self, style, element, marks):
        """What CSS within the element says."""
        weight = style.get('font-weight', '')
        if weight: marks['bold'] = weight in ('bold', 'bolder') or weight.isdigit() and int(weight) >= 600 or None
        if 'color' in style: marks['colour'] = colour(style['color'])
        if 'font-style' in style: marks['italic'] = style['font-style'] in ('italic', 'oblique') or None
        decoration = style.get('text-decoration', '') + style.get('text-decoration-line', '')
        if 'line-through' in decoration: marks['strike'] = True
        if style.get('vertical-align') in ('super', 'sub'): marks['position'] = style['vertical-align'][:3].replace('sup', 'sup')
        if 'font-family' in style and MONOSPACED.search(style['font-family']): marks['code'] = True
        if element.tag == 'span' and style.get('background-color', 'transparent') not in ('transparent', '#ffffff', 'initial') \
                and not marks.get('code'): marks['highlight'] = True

    def place(self, element, place, marks):
        tag, attributes, style = element.tag, element.attributes, element.style
        alignment = style.get('text-align') or attributes.get('align', '')
        if re.fullmatch('h[1-6]', tag): place['heading'] = int(tag[1])
        elif tag == 'blockquote': place['quote'] = place.get('quote', 0) + 1
        elif tag == 'pre': place['code'] = True; marks.pop('code', None)
        elif tag in ('ul', 'ol'):
            place['items'] = place.get('items', ()) + ('number' if tag == 'ol' else 'bullet',)
            start = attributes.get('start', '')
            element.next = int(start) if start.lstrip('-').isdigit() else 1
        elif tag == 'li':
            holder = element.above('ul', 'ol')
            number = getattr(holder, 'next', 1)
            if attributes.get('value', '').isdigit(): number = int(attributes['value'])
            if holder: holder.next = number + 1
            place['_item'] = {'number': number if holder and holder.tag == 'ol' else 0}
        elif tag == 'table':
            self.tables += 1
            element.number, element.taken, element.row = self.tables, {}, -1
        elif tag == 'tr':
            table = element.above('table')
            if table: table.row += 1
        elif tag in ('td', 'th'):
            table = element.above('table')
            if table:
                column = 0
                while (table.row, column) in table.taken: column += 1
                span = lambda name: min(int(attributes.get(name) or 1), 100) if (attributes.get(name) or '1').isdigit() else 1
                for row in range(table.row, table.row + span('rowspan')):
                    for c in range(column, column + span('colspan')): table.taken[row, c] = True
                place.update(cell=(table.number, table.row, column), items=(), quote=0)
                place['alignment'] = ''
            if tag == 'th': marks['bold'] = None
        if self.is_qt and tag in ('p', 'li', 'pre') and not place.get('cell'):
            # Qt has no other sign of a quote than these margins.
            margins = [re.match(r'(\d+)px', style.get(name, '0px')) for name in ('margin-left', 'margin-right')]
            place['quote'] = min(int(margin[1]) // 40 if margin else 0 for margin in margins)
        elif tag == 'section' and 'footnotes' in element.classes():
            place.update(note=True)
        if place.get('note') and tag in ('ol', 'li'):
            place['items'] = (); place.pop('_item', None)
        if place.get('cell') and alignment in ('left', 'center', 'right'): place['alignment'] = alignment


def read(text):
    """The document that a page is."""
    return Reader(text).document.tables_numbered()


def read_file(path):
    with open(path, encoding='utf-8') as file:
        return read(file.read())


def read_markdown(text):
    """The document that GitHub's own program takes Markdown for."""
    page = subprocess.run(['cmark-gfm', '--unsafe', '-e', 'table', '-e', 'strikethrough', '-e', 'autolink', '-e', 'tasklist',
                           '-e', 'footnotes'], input=text.encode(), capture_output=True, check=True).stdout.decode()
    return read(page)
