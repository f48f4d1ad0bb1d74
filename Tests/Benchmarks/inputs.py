"""The texts that are measured: made from a seed, so that every run has the same."""
import os, random, subprocess, zipfile

SEED = 20261120
MEGABYTE = 1_000_000
CAPTURED_RTF = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Fixtures/clipboards/report/libreoffice/text-rtf")
WORDS = """a the of and to in is that for it as was with be by on not he his but at are this have from or had an
they which one you were all her she there would their we him been has when who will no more if out so what up said
its about than into them can only other time new some could these two may first then do any like my now over such
our man me even most made after also did many off before must well back through years much where your way down
pasteboard selection target owner requestor property window server representation identifier hierarchy conformance""".split()
FOREIGN = ["日本語の段落です", "Привет, мир", "naïve café", "שלום עולם", "👩‍👩‍👧 emoji"]
CODE = "func pasted(_ bytes: [UInt8]) -> Document {\n  reader.read(bytes) // <all> & more\n}"


KINDS = ["prose", "structure", "mixture"]


class Writer:
    """Markdown of a kind: `notes` has the constructs that people use, in about the proportions of notes and reports;
    `prose` is long paragraphs, `structure` lists in lists, tables and code, `mixture` what is hard for readers."""

    def __init__(self, seed=SEED, kind="notes"):
        self.random, self.kind = random.Random(seed), kind

    def words(self, least, most):
        return [self.random.choice(WORDS) for _ in range(self.random.randint(least, most))]

    def sentence(self):
        words = self.words(6, 16)
        for place in range(len(words)):
            kind = self.random.random()
            if kind < 0.03: words[place] = f"*{words[place]}*"
            elif kind < 0.06: words[place] = f"**{words[place]}**"
            elif kind < 0.08: words[place] = f"`{words[place]}()`"
            elif kind < 0.10: words[place] = f"[{words[place]}](https://example.org/{words[place]}?q={place})"
            elif kind < 0.105: words[place] = f"~~{words[place]}~~"
            elif kind < 0.11: words[place] = self.random.choice(FOREIGN)
        return " ".join(words).capitalize() + "."

    def paragraph(self):
        return " ".join(self.sentence() for _ in range(self.random.randint(2, 6)))

    def items(self, depth=0):
        lines = []
        for number in range(self.random.randint(2, 5)):
            marker = f"{number + 1}." if depth % 2 else "-"
            lines.append("  " * depth + ("   " * (depth > 1)) + f"{marker} {self.sentence()}")
            if depth < 1 and self.random.random() < 0.3: lines += self.items(depth + 1)
        return lines

    def table(self):
        rows = [" | ".join(self.words(3, 3)) for _ in range(self.random.randint(2, 6))]
        return "\n".join(["| one | two | three |", "|:--|:-:|--:|"] + [f"| {row} |" for row in rows])

    def nested(self):
        """Items four deep, with paragraphs, code and quotes in them."""
        lines = []
        for depth in range(4):
            indent = "  " * depth
            lines += [f"{indent}- {self.sentence()}" for _ in range(self.random.randint(1, 3))]
            lines += ["", f"{indent}  {self.sentence()}", ""]
        indent = "  " * 4
        return "\n".join(lines + [f"{indent}```", f"{indent}let x = {self.random.randint(0, 99)} < y", f"{indent}```",
                                  "", f"{indent}> {self.sentence()}"])

    def hard(self):
        """What few texts have much of: other scripts, references, escapes, formulas, tags, links that are none."""
        kind = self.random.randrange(8)
        foreign = " ".join(self.random.choice(FOREIGN) for _ in range(self.random.randint(4, 12)))
        words = self.words(4, 10)
        if kind == 0: return foreign
        if kind == 1: return " ".join(f"*{word}**{word}_" for word in words)
        if kind == 2: return " ".join(f"[{word}](<{word}" for word in words) + " &amp; &#x2014; &copy; \\* \\[ \\\\"
        if kind == 3: return f"The formula $a_{{{len(words)}}} + b^2$ and ~~{foreign}~~ <b>{words[0]}</b> <i>{words[1]}"
        if kind == 4: return "".join(words) * 20
        if kind == 5: return "\n".join("> " * depth + self.sentence() for depth in range(1, 5))
        if kind == 6: return "`" + " ` `` ".join(words) + "``` www.example.org/" + words[0] + " <!-- " + words[1]
        return " ".join(f"https://example.org/{word}?{word}=%20&{word}" for word in words)

    def block(self):
        if self.kind == "prose":
            return " ".join(self.paragraph() for _ in range(3))
        if self.kind == "structure":
            return self.random.choice([self.nested, self.table, lambda: "```swift\n" + CODE + "\n```"])()
        if self.kind == "mixture":
            return self.hard()
        kind = self.random.random()
        if kind < 0.12: return "#" * self.random.randint(1, 4) + " " + " ".join(self.words(2, 6)).capitalize()
        if kind < 0.60: return self.paragraph()
        if kind < 0.78: return "\n".join(self.items())
        if kind < 0.85: return "\n".join("> " + self.sentence() for _ in range(3))
        if kind < 0.91: return "```swift\n" + CODE + "\n```"
        if kind < 0.98: return self.table()
        return "---"

    def document(self, size):
        """About `size` bytes of Markdown, never more than a block beyond."""
        blocks, length = [], 0
        while length < size:
            block = self.block() + "\n"
            blocks.append(block)
            length += len(block.encode()) + 1
        return "\n".join(blocks)


class Inputs:
    """Files of the sizes asked for, in a folder of the run's own."""

    def __init__(self, folder, pb):
        self.folder, self.pb = folder, pb

    def path(self, name, make):
        path = os.path.join(self.folder, name)
        if not os.path.exists(path):
            with open(path, "wb") as file: make(file)
        return path

    def markdown(self, size, kind="notes"):
        def make(file):
            # Longer ones are a megabyte again and again: making them must not take longer than measuring.
            piece = (Writer(kind=kind).document(min(size, 1_000_000)) + "\n").encode()
            for _ in range(max(1, round(size / len(piece)))): file.write(piece)
        return self.path(f"{size}.{kind}.md", make)

    def html(self, size, kind="notes"):
        def make(file):
            source = self.markdown(size if size < 1_000_000 else 1_000_000, kind)
            piece = subprocess.run(["cmark-gfm", "-e", "table", "-e", "strikethrough", source],
                                   check=True, capture_output=True).stdout
            for _ in range(max(1, round(size / len(piece)))): file.write(piece)
        return self.path(f"{size}.{kind}.html", make)

    def rtf(self, size):
        """RTF as LibreOffice copies it: the body of a captured copy, again and again under its header."""
        def make(file):
            with open(CAPTURED_RTF, "rb") as captured: text = captured.read()
            start, end = text.index(b"\\pard\\plain"), text.rindex(b"}")
            file.write(text[:start])
            for _ in range(max(1, round((size - start) / (end - start)))): file.write(text[start:end])
            file.write(text[end:])
        return self.path(f"{size}.rtf", make)

    def own_rtf(self, size, kind="notes"):
        """RTF as Pasteboard writes it of one long document."""
        def convert(source, file):
            file.flush()
            subprocess.run([self.pb, "convert", "--to", "rtf", source], check=True, stdout=file)
            return file.tell()
        def make(file):
            # Into the file at once: what this process has held is counted into the peaks of those that it starts.
            megabytes = round(size / convert(self.markdown(1_000_000, kind), file))
            file.seek(0)
            file.truncate()
            convert(self.markdown(max(1, megabytes) * 1_000_000, kind), file)
        return self.path(f"{size}.{kind}.own.rtf", make)

    def table(self, size):
        """Comma-separated values."""
        def make(file):
            numbers, lines = random.Random(SEED), ["name,number,text,day"]
            for row in range(10_000):
                words = " ".join(numbers.choice(WORDS) for _ in range(6))
                lines.append(f'{numbers.choice(WORDS)},{numbers.random():.6f},"{words}, ""{row}""",2026-11-{row % 28 + 1:02}')
            piece = ("\n".join(lines) + "\n").encode()
            for _ in range(max(1, round(size / len(piece)))): file.write(piece)
        return self.path(f"{size}.csv", make)

    def text(self, size):
        def make(file):
            piece = (Writer(SEED + 1).document(min(size, 1_000_000))).encode()
            for start in range(0, size, len(piece)): file.write(piece[:size - start])
        return self.path(f"{size}.txt", make)

    def sheet(self, size):
        """Comma-separated values, and the same as XLSX, whose sheet's XML has about `size` bytes."""
        def convert(source, book): subprocess.run([self.pb, "convert", source, "--to", "xlsx", "-o", book], check=True)
        def xml(book):
            with zipfile.ZipFile(book) as parts: return sum(part.file_size for part in parts.infolist())
        small = self.table(MEGABYTE // 2)
        convert(small, small + ".xlsx")
        source = self.table(round(size * os.path.getsize(small) / xml(small + ".xlsx")))
        book = f"{source}.xlsx"
        if not os.path.exists(book): convert(source, book)
        return source, book

    def encoded(self, size, kind, sample, name=None, codec=None):
        """HTML or RTF of paragraphs of a sentence, in Unicode, or in the character set `name`, which Python calls `codec`."""
        def make(file):
            if kind == "html":
                start, piece, end = f'<meta charset="{name or "utf-8"}">', f"<p>{sample * 8}</p>\n", ""
                start, piece, end = (text.encode(codec or "utf-8") for text in (start, piece, end))
            else:
                page = {"cp1252": 1252, "cp1251": 1251, "cp932": 932, "gb18030": 936}.get(codec, 1252)
                def letter(character):
                    if ord(character) < 128: return character.encode()
                    if codec: return b"".join(b"\\'%02x" % byte for byte in character.encode(codec))
                    return b"\\u%d?" % (ord(character) - (65536 if ord(character) > 32767 else 0))
                start = b"{\\rtf1\\ansi\\ansicpg%d\\deff0{\\fonttbl{\\f0 Arial;}}\\f0 " % page
                piece, end = b"".join(map(letter, sample * 8)) + b"\\par\n", b"}"
            file.write(start)
            for _ in range(round(size / len(piece))): file.write(piece)
            file.write(end)
        return self.path(f"{size}.{sample[:4]}.{name or 'utf-8'}.{kind}", make)
