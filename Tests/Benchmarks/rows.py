"""What is measured: each function gives rows of the table."""
import os, statistics, subprocess, time
from dataclasses import dataclass
from inputs import KINDS
from measuring import LongWire, MutterServer, WaylandServer, XServer, counted, measured, quartiles, status, until

CMARK = ["cmark-gfm", "--unsafe", "-e", "table", "-e", "strikethrough", "-e", "autolink", "-e", "tasklist"]
MB = 1_000_000
MIB = 1 << 20


@dataclass
class Row:
    """One line of the table: a figure, what it stands beside, and the goal for it or for their ratio."""
    work: str
    value: float
    unit: str
    peer: str = ""
    peer_value: float | None = None
    goal: float | None = None
    note: str = ""
    # The quartiles of the ratios of all pairs, where there were several.
    ratios: tuple[float, float, float] | None = None

    @property
    def ratio(self):
        if self.ratios: return self.ratios[1]
        return self.value / self.peer_value if self.peer_value else None

    @property
    def met(self):
        if self.goal is None: return None
        judged = self.ratio if self.peer_value else self.value
        return judged <= self.goal


def beside(work, ours, peer, theirs, goal=None, note="", processor=False):
    """A row of two samples that were taken in pairs: of the time by the clock, or that of the processor."""
    times = [sample.processor if processor else sample.wall for sample in (ours, theirs)]
    ratios = quartiles([mine / other for mine, other in zip(*times) if other])
    mine, other = (statistics.median(values) * 1e3 for values in times)
    return Row(work, mine, "ms", peer, other, goal, note, ratios)


class Clipboard:
    """Copies and pastes of whole processes."""

    def __init__(self, tools, inputs):
        self.tools, self.inputs = tools, inputs
        self.xclip = ["xclip", "-selection", "clipboard"]

    def own(self, server, path, target=None):
        server.run(*self.xclip, "-i", *(["-t", target] if target else []), path)

    def start(self):
        prints, version, conforms = measured(
            [[self.tools.print], [self.tools.pb, "--version"],
             [self.tools.pb, "type", "conforms", "public.html", "public.text"]], rounds=500)
        yield beside("start alone: `pb --version`", version, "a Swift program that prints", prints, 1.4)
        yield beside("`pb type conforms`, whole process", conforms, "a Swift program that prints", prints, 1.2)

    def paste(self):
        server = XServer()
        pb = self.tools.pb
        for name, size, rounds, goals in [("5 kB", 5000, 300, (0.75, 1.1)), ("1 MB", MB, 20, (None, 8))]:
            self.own(server, self.inputs.text(size))
            ours, xclip, xsel = measured(
                [[pb, "paste"], [*self.xclip, "-o"], ["xsel", "-b", "-o"]], server.environment, rounds)
            yield beside(f"`pb paste` of {name} plain text", ours, "xclip -o", xclip, goals[0],
                         f"xsel {xsel.milliseconds:.1f} ms")
            self.own(server, self.inputs.html(size), "text/html")
            ours, xclip = measured([[pb, "paste"], [*self.xclip, "-o", "-t", "text/html"]], server.environment, rounds)
            yield beside(f"`pb paste` of {name} HTML as Markdown", ours, "xclip -o -t text/html, unconverted", xclip,
                         goals[1])
        server.close()

    def copy(self):
        server = XServer()
        for name, size, rounds, goal in [("5 kB", 5000, 300, 0.8), ("1 MB", MB, 50, None), ("64 MiB", 1 << 26, 5, 1.2)]:
            path = self.inputs.markdown(size)
            ours, xclip = measured([[self.tools.pb, "copy", path], [*self.xclip, "-i", path]], server.environment, rounds)
            yield beside(f"`pb copy` of {name} Markdown until it returns", ours, "xclip -i", xclip, goal)
        server.close()

    def large(self):
        """Each owner on a server of its own, so that both readers may be asked in turns."""
        ours, theirs, size = XServer(), XServer(), 1 << 26
        path = self.inputs.text(size)
        ours.run(self.tools.pb, "copy", path)
        self.own(theirs, path)
        owner = until(lambda: ours.processes(self.tools.pb))[0]
        on = lambda server, *command: ["env", f"DISPLAY=:{server.number}", *command]
        pb, xclip = measured([on(ours, self.tools.pb, "paste", "--plain"), on(theirs, *self.xclip, "-o")], rounds=11)
        yield beside("64 MiB from owner to reader, `pb` to `pb`", pb, "xclip to xclip", xclip, 0.7)
        yield Row("its owner's peak memory beyond the payload", (status(owner, "VmHWM") - size) / MIB, "MiB", goal=8)
        ours.close()
        theirs.close()

    def show(self):
        server, size = XServer(), 300 * MB
        server.run(self.tools.pb, "copy", self.inputs.markdown(size))
        owner = until(lambda: server.processes(self.tools.pb))[0]
        before = status(owner, "VmHWM")
        shown, = measured([[self.tools.pb, "show"]], server.environment, rounds=3)
        yield Row("`pb show` of 300 MB of Markdown", shown.milliseconds, "ms", goal=200)
        yield Row("its owner's growth", (status(owner, "VmHWM") - before) / MIB, "MiB", goal=16)
        server.close()

    def round_trips(self):
        server = XServer()
        wire, pb, path = LongWire(server), self.tools.pb, self.inputs.markdown(5000)
        copies, pastes = ([pb, "copy", path], [*self.xclip, "-i", path]), ([pb, "paste"], [*self.xclip, "-o"])
        for name, commands, goal in [("copy", copies, 3), ("paste", pastes, 4)]:
            # What is copied over the wire goes with it.
            if name == "paste": server.run(pb, "copy", path)
            (ours, theirs), late = map(wire.round_trips, commands), [wire.milliseconds(command, 0.1) for command in commands]
            yield Row(f"waits for the server and the owner: a {name}", ours, "", goal=goal, note=f"xclip {theirs}")
            yield Row(f"a {name} over 100 ms of latency", late[0], "ms", "xclip", late[1])
        server.close()

    def watch(self):
        server = XServer()
        watcher = subprocess.Popen([self.tools.pb, "watch"], env=server.environment, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, bufsize=0)
        delays, path = [], self.inputs.markdown(5000)
        server.run(self.tools.pb, "copy", path)
        watcher.stdout.readline()
        for _ in range(30):
            start = time.monotonic()
            subprocess.Popen([self.tools.pb, "copy", path], env=server.environment, stdout=subprocess.DEVNULL)
            watcher.stdout.readline()
            delays.append(time.monotonic() - start)
        watcher.kill()
        yield Row("from the start of a `pb copy` to the line of `pb watch`", statistics.median(delays) * 1e3, "ms")
        server.close()

    def crowd(self):
        server = XServer()
        owner = subprocess.Popen([self.tools.soak, "own", str(MB)], env=server.environment, stdout=subprocess.PIPE)
        owner.stdout.readline()
        for count in [1, 10, 100, 1000]:
            start = time.monotonic()
            server.run(self.tools.soak, "crowd", str(count))
            yield Row(f"1 MB to {count} requestors at once", time.monotonic() - start, "s")
        owner.kill()
        server.close()

    def serve(self):
        """After copies enough that what is not given back would show."""
        server, copies, seconds = XServer(), 2_000, 30
        service = subprocess.Popen([self.tools.pb, "serve"], env=server.environment, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        path = self.inputs.markdown(5000)
        for _ in range(copies): server.run(self.tools.pb, "copy", path)
        server.run(self.tools.pb, "paste")
        yield Row(f"`pb serve` after {copies:,} copies, resident", status(service.pid, "VmRSS") / MIB, "MiB", goal=10,
                  note=f"its own {status(service.pid, 'RssAnon') / MIB:.1f} MiB")
        # What is still under way for the last copy is not idleness.
        time.sleep(2)
        before = status(service.pid, "voluntary_ctxt_switches")
        time.sleep(seconds)
        yield Row(f"`pb serve` idle, wake-ups in {seconds} s", status(service.pid, "voluntary_ctxt_switches") - before, "",
                  goal=0)
        service.kill()
        server.close()

    def boards(self, count=200):
        """Pasteboards of one's own, each with its owner."""
        server, path = XServer(), self.inputs.markdown(5000)
        start = time.monotonic()
        for number in range(count): server.run(self.tools.pb, "copy", "--pasteboard", f"board{number}", path)
        yield Row(f"a copy to each of {count} pasteboards", (time.monotonic() - start) / count * 1e3, "ms")
        owners = server.processes(self.tools.pb)
        memory = sum(status(owner, "RssAnon") for owner in owners) / max(1, len(owners))
        yield Row("memory of its own that an owner takes", memory / MIB, "MiB", note=f"{len(owners)} owners")
        paste, = measured([[self.tools.pb, "paste", "--pasteboard", f"board{count // 2}"]], server.environment, 30)
        yield Row(f"a paste of one of {count}", paste.milliseconds, "ms")
        server.close()


class Wayland:
    """Copies and pastes of whole processes on a compositor."""

    def __init__(self, tools, inputs):
        self.pb, self.inputs = tools.pb, inputs

    def wayland(self):
        server = WaylandServer()
        small, large = self.inputs.text(5000), self.inputs.text(1 << 26)
        with open(small) as file: text = file.read()
        with open(small, "rb") as file: server.run("wl-copy", "-t", "text/plain;charset=utf-8", stdin=file)
        ours, wl_paste = measured([[self.pb, "paste"], ["wl-paste", "-n"]], server.environment, 100)
        yield beside("Wayland: `pb paste` of 5 kB plain text", ours, "wl-paste -n", wl_paste, 0.8)
        # Of a file wl-copy starts `cat` for each paste, whoever pastes: half of the time.
        server.run("wl-copy", "--", text)
        ours, wl_paste = measured([[self.pb, "paste"], ["wl-paste", "-n"]], server.environment, 100)
        yield beside("Wayland: the same from an owner that starts no process", ours, "wl-paste -n", wl_paste, 0.8)
        from_file = ["sh", "-c", f"wl-copy < {small}"]
        ours, wl_file = measured([[self.pb, "copy", small], from_file], server.environment, 20)
        yield beside("Wayland: `pb copy` of a file", ours, "wl-copy < FILE, which starts xdg-mime", wl_file, 0.6)
        # By themselves: fifteen processes between them would leave nothing in the processor's caches.
        ours, wl_text = measured([[self.pb, "copy", small], ["wl-copy", "--", text]], server.environment, 100)
        yield beside("Wayland: the same", ours, "wl-copy TEXT", wl_text, 1.3)
        server.run(self.pb, "copy", "--type", "plain", large)
        ours, = measured([[self.pb, "paste", "--raw", "text/plain"]], server.environment, 9)
        with open(large, "rb") as file: server.run("wl-copy", "-t", "text/plain", stdin=file)
        theirs, = measured([["wl-paste", "-n", "-t", "text/plain"]], server.environment, 9)
        yield beside("Wayland: 64 MiB from owner to reader, `pb` to `pb`", ours, "wl-copy to wl-paste", theirs, 0.3)
        server.close()


class GNOME:
    """Copies and pastes of whole processes on Mutter, beside the same through its Xwayland."""

    def __init__(self, tools, inputs):
        self.pb, self.inputs = tools.pb, inputs

    def gnome(self):
        server = MutterServer()
        small, html = self.inputs.text(5000), self.inputs.html(5000)
        for name, operand, words in [("plain text", small, ["paste"]), ("HTML", html, ["paste", "-t", "html"])]:
            server.run(self.pb, "copy", operand)
            ours, bridged = measured([[self.pb, *words], [self.pb, *words, "--backend", "x11"]], server.environment, 60)
            yield beside(f"GNOME: `pb paste` of 5 kB {name}", ours, "the same through Xwayland", bridged, 1.0)
        ours, bridged = measured([[self.pb, "copy", small], [self.pb, "copy", small, "--backend", "x11"]],
                                 server.environment, 60)
        yield beside("GNOME: `pb copy` of 5 kB", ours, "the same through Xwayland", bridged, 1.0)
        server.close()


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
                                  lambda path: [self.tools.gumbo, path], 0.5, KINDS, 4)

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
