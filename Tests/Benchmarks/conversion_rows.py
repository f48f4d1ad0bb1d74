"""Files from one format to another."""
import os, statistics
from inputs import KINDS
from measuring import measured
from row import MB, MIB, Row, beside

CMARK = ["cmark-gfm", "--unsafe", "-e", "table", "-e", "strikethrough", "-e", "autolink", "-e", "tasklist"]

# A sentence in each old character set, with the name that HTML has for it and Python's.
SETS = [("windows-1252", "Le café naïf coûte déjà huit euros. ", "cp1252"),
        ("windows-1251", "Привет, мир, это проверка старых кодировок. ", "cp1251"),
        ("Shift_JIS", "日本語の段落です、文字コードを確かめます。", "cp932"),
        ("GB18030", "中文段落，用于检查旧的字符编码。", "gb18030")]


class Conversions:
    """Files from one language to another: processor time, so that a busy machine counts less."""

    def __init__(self, tools, inputs):
        self.tools, self.inputs = tools, inputs

    def convert(self, source, to, path): return [self.tools.pb, "convert", "--from", source, "--to", to, path]

    def direction(self, name, source, to, input, peer, peer_command, goal, kinds, memory_goal=None, fastest=None):
        """Ten megabytes of each kind of text beside the other program, and a hundred of the first by themselves.

        `fastest` is a further program, its command and the goal beside it.
        """
        name = f"{name}, 10 MB"
        for kind in kinds:
            if self.tools.largest < 10 * MB: return
            path = input(10 * MB, kind)
            further = [fastest[1](path)] if fastest else []
            ours, theirs, *others = measured([self.convert(source, to, path), peer_command(path), *further], rounds=3)
            speed = os.path.getsize(path) / statistics.median(ours.processor) / 1e6
            yield beside(f"{name} of {kind}", ours, peer, theirs, goal, f"{speed:.0f} MB/s", processor=True)
            for other in others:
                yield beside(f"{name} of {kind}", ours, fastest[0], other, fastest[2], processor=True)
        if self.tools.largest < 100 * MB: return
        small, = measured([self.convert(source, to, input(10 * MB, kinds[0]))], rounds=3)
        path = input(100 * MB, kinds[0])
        large, = measured([self.convert(source, to, path)], rounds=1)
        # Below that, the start of the process would count.
        yield Row(f"{name.replace('10 MB', '100 MB')}: time over ten times that of 10 MB",
                  large.processor_milliseconds / small.processor_milliseconds / 10, "", goal=1.25)
        yield Row(f"{name.replace('10 MB', '100 MB')}: peak memory over the input's size",
                  large.peak / os.path.getsize(path), "", goal=memory_goal, note=f"{large.peak / MIB:.0f} MiB")

    def markdown_to_html(self):
        yield from self.direction("Markdown → HTML", "markdown", "html", self.inputs.markdown, "cmark-gfm",
                                  lambda path: [*CMARK, path], 0.5, KINDS,
                                  fastest=("md4c", lambda path: [self.tools.md4c, path], 2))

    def markdown_to_rtf(self):
        yield from self.direction("Markdown → RTF", "markdown", "rtf", self.inputs.markdown, "cmark-gfm to HTML",
                                  lambda path: [*CMARK, path], 0.8, KINDS, 6)

    def html_to_markdown(self):
        yield from self.direction("HTML → Markdown", "html", "markdown", self.inputs.html, "gumbo's bare parse",
                                  lambda path: [self.tools.gumbo, path], 0.5, KINDS, 4,
                                  fastest=("html-to-markdown", lambda path: [*self.tools.html_to_markdown, path], 0.4))

    def rtf_to_markdown(self):
        unrtf = lambda path: ["unrtf", "--html", path]
        # unrtf's time depends on what is in the file.
        yield from self.direction("RTF → Markdown", "rtf", "markdown", lambda size, kind: self.inputs.rtf(size), "unrtf",
                                  unrtf, 0.12, ["LibreOffice's copies"])
        yield from self.direction("RTF → Markdown", "rtf", "markdown", self.inputs.own_rtf, "unrtf", unrtf, 0.08, KINDS)

    def tables(self):
        size = min(100 * MB, self.tools.largest)
        path = self.inputs.table(size)
        ours, = measured([self.convert("csv", "markdown", path)], rounds=1)
        work = f"{size // MB} MB of comma-separated values as Markdown"
        yield Row(work, ours.processor_milliseconds, "ms", note=f"{ours.peak / MIB:.0f} MiB")

    def pandoc(self):
        """The program that most people would take, on a megabyte."""
        for source, to, path in [("markdown", "html", self.inputs.markdown(MB)), ("markdown", "rtf", self.inputs.markdown(MB)),
                                 ("html", "markdown", self.inputs.html(MB)), ("rtf", "markdown", self.inputs.rtf(MB))]:
            names = [{"markdown": "gfm"}.get(name, name) for name in (source, to)]
            ours, theirs = measured([self.convert(source, to, path), ["pandoc", "-f", names[0], "-t", names[1], path]], rounds=1)
            yield beside(f"{source} → {to}, 1 MB", ours, "pandoc", theirs, processor=True)

    def office(self):
        """Documents of word processors: as large as Markdown makes them, beside the same work for RTF and in pandoc."""
        written = {}
        for label, size, rounds in (("5 kB", 5000, 7), ("1 MB", MB, 3), ("10 MB", 10 * MB, 3)):
            if size > self.tools.largest: continue
            path = self.inputs.markdown(size)
            for kind in ("docx", "odt"):
                written[kind, label] = target = f"{path}.{kind}"
                ours, rtf = measured([[self.tools.pb, "convert", path, "--to", kind, "-o", target],
                                      [self.tools.pb, "convert", path, "--to", "rtf"]], rounds=rounds)
                yield beside(f"Markdown → {kind.upper()}, {label}", ours, "Markdown → RTF", rtf,
                             1.5 if size == 10 * MB else None, f"peak {ours.peak / MIB:.0f} MiB", processor=True)
        for (kind, label), path in written.items():
            work, command = f"{kind.upper()} → Markdown, of {label}", [self.tools.pb, "convert", path, "--to", "markdown"]
            if label == "10 MB":
                ours, = measured([command], rounds=1)
                yield Row(work, ours.processor_milliseconds, "ms", note=f"peak {ours.peak / MIB:.0f} MiB")
            else:
                ours, theirs = measured([command, ["pandoc", "-f", kind, "-t", "gfm", path]], rounds=1)
                yield beside(work, ours, "pandoc", theirs, processor=True)

    def sheets(self):
        """Spreadsheets, by the size of the XML in them."""
        for megabytes, rounds in [(5, 5), (100, 1)]:
            if megabytes * MB > self.tools.largest: continue
            source, book = self.inputs.sheet(megabytes * MB)
            ours, = measured([[self.tools.pb, "convert", book, "--to", "csv"]], rounds=rounds)
            goals = (300, 64) if megabytes == 5 else (None, None)
            yield Row(f"XLSX with {megabytes} MB of XML → CSV", ours.processor_milliseconds, "ms", goal=goals[0])
            yield Row(f"XLSX with {megabytes} MB of XML → CSV: peak memory", ours.peak / MIB, "MiB", goal=goals[1])
            ours, = measured([[self.tools.pb, "convert", source, "--to", "xlsx", "-o", book + ".again.xlsx"]], rounds=rounds)
            yield Row(f"CSV → XLSX with {megabytes} MB of XML", ours.processor_milliseconds, "ms",
                      note=f"peak {ours.peak / MIB:.0f} MiB")

    def character_sets(self):
        """Ten megabytes of text in old character sets as Markdown, beside the same text in UTF-8."""
        size = min(10 * MB, self.tools.largest)
        for name, sample, codec in SETS:
            for kind in ("html", "rtf"):
                old, utf8 = (self.inputs.encoded(size, kind, sample, name, codec), self.inputs.encoded(size, kind, sample))
                ours, theirs = measured([self.convert(kind, "markdown", path) for path in (old, utf8)], rounds=3)
                speed = os.path.getsize(old) / statistics.median(ours.processor) / 1e6
                yield beside(f"{kind.upper()} in {name} → Markdown", ours, "the same text in Unicode", theirs,
                             note=f"{speed:.0f} MB/s", processor=True)
