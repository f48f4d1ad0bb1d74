"""What a document says, in a form in which two documents can be compared construct by construct.

A document is a row of paragraphs; each is text in which every character carries what it is: in which cell, which item,
of which format, with which address. `compare` lines up the words of two documents and looks at each construct of the
first: is the same text the same construct in the second? What only the second has is found the other way round.
"""
import dataclasses, difflib, re, unicodedata

NOTE, RULE, BREAK, IMAGE = '\ue000', '\ue001', '\ue002', '\ue003'   # characters that stand for what is not text


@dataclasses.dataclass
class Paragraph:
    """A block with text in it, and where it stands."""
    heading: int = 0
    quote: int = 0
    code: bool = False
    items: tuple = ()           # the lists around it, outermost first: 'bullet' or 'number'
    number: int | None = None   # of the item that it begins; 0 of a bullet
    task: str = ''              # 'done' or 'open'
    cell: tuple = ()            # number of the table, row and column
    alignment: str = ''         # of its cell
    note: bool = False          # it is the text of a note
    text: str = ''
    marks: list = dataclasses.field(default_factory=list)   # for each character, a dictionary of formats

    def add(self, text, **marks):
        """Adds text; white space is one space, and none at the start."""
        for character in text:
            if not self.code and character.isspace() and character != BREAK:
                if not self.text or self.text[-1] in ' ' + BREAK:
                    continue
                character = ' '
            self.text += character
            self.marks.append(marks)

    def add_line(self, paragraph):
        """Adds a line of code that a program holds as a paragraph."""
        self.text += '\n' + paragraph.text
        self.marks += [{}] + paragraph.marks

    def is_whole(self, mark):
        return all(marks.get(mark) for marks, c in zip(self.marks, self.text) if is_word(c))

    def read_box(self):
        """Takes a box at the start of an item for the box of a task."""
        box = re.match('[☐☑☒]\\s*', self.text)
        if box and self.number is not None:
            self.task = 'open' if self.text[0] == '☐' else 'done'
            self.text, self.marks = self.text[box.end():], self.marks[box.end():]

    def finish(self):
        while self.text and (self.text[-1].isspace() or self.text[-1] == BREAK):
            self.text = self.text[:-1]
            self.marks.pop()
        return bool(self.text)


class Document(list):
    """A row of paragraphs."""

    def append(self, paragraph):
        if paragraph.finish():
            super().append(paragraph)

    def tables_numbered(self):
        """Tables by their order, whatever numbers their reader gave them; no rows and columns that are empty."""
        numbers = {}
        for paragraph in self:
            if paragraph.cell:
                number = numbers.setdefault(paragraph.cell[0], len(numbers))
                paragraph.cell = (number,) + paragraph.cell[1:]
        for place in (1, 2):
            for number in numbers.values():
                cells = [p for p in self if p.cell and p.cell[0] == number]
                places = {value: index for index, value in enumerate(sorted({p.cell[place] for p in cells}))}
                for p in cells:
                    p.cell = p.cell[:place] + (places[p.cell[place]],) + p.cell[place + 1:]
        return self


def words(document):
    """The words of a document, each with the paragraph and the place in it where it begins."""
    found = []
    for paragraph in document:
        text = paragraph.text
        for match in re.finditer(r'[\w\u0590-\u05ff\u0600-\u06ff]+|[^\w\s]', text):
            found.append((match.group(), paragraph, match.start()))
    return found


def script(word):
    """The kind of writing that a word is in, where programs are known to fail."""
    point = max(map(ord, word))
    if any(unicodedata.bidirectional(c) in ('R', 'AL') for c in word): return 'right-to-left text'
    if point >= 0x1f000 or word in '\u200d\ufe0f': return 'emoji'
    if 0x2e80 <= point <= 0xd7ff or 0xf900 <= point <= 0xfaff: return 'Chinese, Japanese, Korean'
    return 'text'


# What each construct is at a character: None where it is not there. What Markdown has no place for is not looked at: lists
# and paragraphs within cells, lines within headings, the alignment of a header cell, bold headings and header cells. Italics of
# a whole heading are how it looks.
CONSTRUCTS = {
    'heading': lambda p, m: p.heading or None,
    'list item': lambda p, m: p.items or None if not p.cell else None,
    'number of an item': lambda p, m: p.number if p.items and p.number and not p.cell else None,
    'task box': lambda p, m: p.task or None,
    'table cell': lambda p, m: p.cell or None,
    'alignment of a cell': lambda p, m: p.alignment if p.cell and p.cell[1] and p.alignment in ('center', 'right') else None,
    'quote': lambda p, m: p.quote or None,
    'code block': lambda p, m: True if p.code else None,
    'bold': lambda p, m: m.get('bold') and not p.heading and not (p.cell and p.cell[1] == 0) or None,
    'italic': lambda p, m: m.get('italic') if not (p.heading and p.is_whole('italic')) else None,
    'strikethrough': lambda p, m: m.get('strike'),
    'code': lambda p, m: m.get('code') if not p.code else None,
    'superscript, subscript': lambda p, m: m.get('position'),
    'highlight': lambda p, m: m.get('highlight'),
    'link': lambda p, m: m.get('link'),
    'footnote': lambda p, m: 'its text' if p.note else None,
}
SPECIAL = {NOTE: 'footnote', RULE: 'rule', BREAK: 'line break', IMAGE: 'image'}


@dataclasses.dataclass
class Finding:
    """One construct of the wanted document, and what became of it."""
    construct: str
    text: str
    wanted: object
    found: object

    @property
    def right(self):
        return self.wanted == self.found


def compare(wanted, found):
    """A finding for each construct of `wanted`, and for each that only `found` has."""
    ours, theirs = words(wanted), words(found)
    pairs, back = {}, {}
    matcher = difflib.SequenceMatcher(None, [w for w, _, _ in ours], [w for w, _, _ in theirs], autojunk=False)
    for start, other, length in matcher.get_matching_blocks():
        for offset in range(length):
            (word, p, i), (_, q, j) = ours[start + offset], theirs[other + offset]
            for step in range(len(word)):
                pairs[id(p), i + step] = q, j + step
                back[id(q), j + step] = p, i + step
    findings = []
    for text, p, i in ours:
        if text in SPECIAL and not (text == BREAK and p.heading):
            findings.append(Finding(SPECIAL[text], around(p, i), 'there', 'there' if (id(p), i) in pairs else 'lost'))
    for p in wanted:
        findings += written(p, pairs)
    for name, value in CONSTRUCTS.items():
        for p in wanted:
            for i, j, here in runs(p, lambda c, p=p: value(p, p.marks[c])):
                there = [pairs.get((id(p), c)) for c in range(i, j) if is_word(p.text[c])]
                values = [value(t[0], t[0].marks[t[1]]) for t in there if t is not None] or ['lost']
                if there:
                    findings.append(Finding(name, p.text[i:j], here, next((v for v in values if v != here), here)))
        for q in found:
            for i, j, there in runs(q, lambda c, q=q: value(q, q.marks[c])):
                here = [back.get((id(q), c)) for c in range(i, j) if is_word(q.text[c])]
                values = [value(t[0], t[0].marks[t[1]]) for t in here if t is not None]
                if values and all(v is None for v in values):
                    findings.append(Finding(name, q.text[i:j], None, there))
    return findings


def written(paragraph, pairs):
    """Findings about the words themselves: nothing lost, nothing joined to another paragraph."""
    by_script = {}
    for match in re.finditer(r'[^\s' + ''.join(SPECIAL) + ']+', paragraph.text):
        for i, character in enumerate(match.group(), match.start()):
            if not unicodedata.category(character).startswith('Cf'):
                by_script.setdefault(script(character), []).append(i)
    for kind, places in by_script.items():
        there = [pairs.get((id(paragraph), i)) for i in places]
        excerpt = ''.join(paragraph.text[i] for i in places)
        lost = ''.join(paragraph.text[i] for i, t in zip(places, there) if t is None)
        yield Finding(kind, excerpt, 'all of it', f'without “{lost}”' if lost else 'all of it')
    homes = [pairs[id(paragraph), i][0] for i in range(len(paragraph.text)) if (id(paragraph), i) in pairs]
    if homes and not paragraph.cell:
        alone = all(home is homes[0] for home in homes)
        whole = len(homes[0].text.split()) <= len(paragraph.text.split())
        yield Finding('paragraph', paragraph.text, 'one', 'one' if alone and whole else 'joined' if alone else 'split')


def runs(paragraph, value):
    """The stretches of a paragraph over which a value is the same and there."""
    start, current = 0, None
    for i in range(len(paragraph.text) + 1):
        here = value(i) if i < len(paragraph.text) else None
        if i < len(paragraph.text) and paragraph.text[i] == ' ' and here is None and current is not None:
            following = value(i + 1) if i + 1 < len(paragraph.text) else None
            here = current if following == current else None
        if here != current:
            if current is not None and any(is_word(c) for c in paragraph.text[start:i]):
                yield start, i, current
            start, current = i, here
    return


def is_word(character):
    return not character.isspace() and character not in SPECIAL


def around(paragraph, place):
    return paragraph.text[max(0, place - 12):place + 12].translate({ord(k): f'⟨{v}⟩' for k, v in SPECIAL.items()})
