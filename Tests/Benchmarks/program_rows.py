"""Questions about types, and instructions of fixed work."""
import os, subprocess
from measuring import XServer, counted, measured
from row import Row, beside


class Types:
    """Questions about types: within a process, and of files."""

    def __init__(self, tools, inputs):
        self.tools = tools

    def types(self):
        names = {"conforms": "`conforms(to:)`", "extension": "type of a file extension", "mime": "type of a MIME type"}
        for line in subprocess.run([self.tools.lookups], check=True, capture_output=True, text=True).stdout.splitlines():
            name, nanoseconds, _ = line.split("\t")
            yield Row(f"{names[name]}, in the library", float(nanoseconds), "ns", goal=100 if name == "conforms" else None)
        yield from self.files()

    def files(self, count=10_000):
        """What files are, by their names and what is in them; the same files for each program."""
        paths = []
        for folder, _, names in os.walk("/usr/share"):
            paths += (os.path.join(folder, name) for name in names if os.path.isfile(os.path.join(folder, name)))
            if len(paths) >= count: break
        paths = paths[:count]
        commands = [[self.tools.pb, "type", "of", "--mime"], ["file", "--mime-type"],
                    ["gio", "info", "-a", "standard::content-type"]]
        # Whoever came first would read them from the disk.
        measured([commands[0] + paths], rounds=1)
        ours, file, gio = measured([command + paths for command in commands], rounds=1)
        yield beside(f"types of {len(paths):,} files", ours, "file --mime-type", file, 0.5)
        yield beside(f"types of {len(paths):,} files", ours, "gio info", gio)


class Instructions:
    """Fixed work, counted by valgrind: the same on a busy machine and a quiet one."""

    def __init__(self, tools, inputs):
        self.tools, self.inputs = tools, inputs

    def instructions(self):
        server = XServer()
        pb, own = self.tools.pb, self.inputs.text(5000)
        baseline = counted([self.tools.print])
        yield Row("instructions of `pb --version`, millions", counted([pb, "--version"]) / 1e6, "",
                  "a Swift program that prints", baseline / 1e6)
        server.run("xclip", "-selection", "clipboard", "-i", own)
        # A copy comes last: its owner stays.
        works = [("`pb type conforms`", ["type", "conforms", "public.html", "public.text"]), ("`pb paste` of 5 kB", ["paste"])]
        for size, name in [(5000, "5 kB"), (100_000, "100 kB")]:
            works += [(f"Markdown → HTML, {name}", ["convert", "--to", "html", self.inputs.markdown(size)]),
                      (f"Markdown → RTF, {name}", ["convert", "--to", "rtf", self.inputs.markdown(size)]),
                      (f"HTML → Markdown, {name}", ["convert", "--to", "markdown", self.inputs.html(size)]),
                      (f"RTF → Markdown, {name}", ["convert", "--to", "markdown", self.inputs.rtf(size)])]
        for name, words in works + [("`pb copy` of 5 kB", ["copy", own])]:
            yield Row(f"instructions of {name}, millions", counted([pb, *words], server.environment) / 1e6, "")
        server.close()
