"""What is measured: each function gives rows of the table."""
import os, statistics, subprocess, time
from dataclasses import dataclass
from measuring import RoundTripProxy, WaylandServer, XServer, median_time, status, until, usage

CMARK = ["cmark-gfm", "--unsafe", "-e", "table", "-e", "strikethrough", "-e", "autolink", "-e", "tasklist"]
MB = 1_000_000


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

    @property
    def ratio(self): return self.value / self.peer_value if self.peer_value else None

    @property
    def met(self):
        if self.goal is None: return None
        judged = self.ratio if self.peer_value else self.value
        return judged <= self.goal


class Clipboard:
    """Copies and pastes of whole processes."""

    def __init__(self, tools, inputs):
        self.tools, self.inputs = tools, inputs
        self.xclip = ["xclip", "-selection", "clipboard"]

    def own(self, server, path, target=None):
        server.run(*self.xclip, "-i", *(["-t", target] if target else []), path)

    def start(self):
        with_print, pb, conforms = median_time(
            [[self.tools.print], [self.tools.pb, "--version"],
             [self.tools.pb, "type", "conforms", "public.html", "public.text"]], os.environ)
        yield Row("start alone: `pb --version`", pb * 1e3, "ms", "Swift's print", with_print * 1e3)
        yield Row("`pb type conforms`, whole process", conforms * 1e3, "ms", "Swift's print", with_print * 1e3, 1.3)

    def paste(self):
        server = XServer()
        pb = self.tools.pb
        for name, size, runs, goal in [("5 kB", 5000, 300, 0.8), ("1 MB", MB, 50, None)]:
            self.own(server, self.inputs.text(size))
            ours, xclip, xsel = median_time(
                [[pb, "paste"], [*self.xclip, "-o"], ["xsel", "-b", "-o"]], server.environment, runs)
            yield Row(f"`pb paste` of {name} plain text", ours * 1e3, "ms", "xclip -o", xclip * 1e3, goal,
                      f"xsel {xsel * 1e3:.1f} ms")
            self.own(server, self.inputs.html(size), "text/html")
            ours, xclip = median_time([[pb, "paste"], [*self.xclip, "-o", "-t", "text/html"]], server.environment, runs)
            yield Row(f"`pb paste` of {name} HTML as Markdown", ours * 1e3, "ms", "xclip -o -t text/html, unconverted",
                      xclip * 1e3, 1.5 if size == 5000 else None)
        server.close()

    def copy(self):
        server = XServer()
        for name, size, runs, goal in [("5 kB", 5000, 300, 1.0), ("1 MB", MB, 100, None), ("64 MiB", 1 << 26, 10, None)]:
            path = self.inputs.markdown(size)
            ours, xclip = median_time([[self.tools.pb, "copy", path], [*self.xclip, "-i", path]], server.environment, runs)
            yield Row(f"`pb copy` of {name} Markdown until it returns", ours * 1e3, "ms", "xclip -i", xclip * 1e3, goal)
        server.close()

    def large(self):
        server, size = XServer(), 1 << 26
        path = self.inputs.text(size)
        server.run(self.tools.pb, "copy", path)
        owner = until(lambda: server.processes(self.tools.pb))[0]
        ours, = median_time([[self.tools.pb, "paste", "--plain"]], server.environment, 15)
        peak = status(owner, "VmHWM")
        self.own(server, path)
        xclip, = median_time([[*self.xclip, "-o"]], server.environment, 15)
        yield Row("64 MiB from owner to reader, `pb` to `pb`", ours * 1e3, "ms", "xclip to xclip", xclip * 1e3, 1.0)
        yield Row("its owner's peak memory beyond the payload", (peak - size) / (1 << 20), "MiB", goal=16)
        server.close()

    def round_trips(self):
        server = XServer()
        proxy, pb, path = RoundTripProxy(server), self.tools.pb, self.inputs.markdown(5000)
        copy, xclip_copy = proxy.count([pb, "copy", path]), proxy.count([*self.xclip, "-i", path])
        # What was copied through the proxy went with it.
        server.run(pb, "copy", path)
        paste, xclip_paste = proxy.count([pb, "paste"]), proxy.count([*self.xclip, "-o"])
        yield Row("round trips of a paste", paste, "", goal=4, note=f"xclip {xclip_paste}")
        yield Row("round trips of a copy", copy, "", goal=3, note=f"xclip {xclip_copy}")
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
        server, copies = XServer(), 10_000
        service = subprocess.Popen([self.tools.pb, "serve"], env=server.environment, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        path = self.inputs.markdown(5000)
        for _ in range(copies): server.run(self.tools.pb, "copy", path)
        server.run(self.tools.pb, "paste")
        yield Row(f"`pb serve` after {copies:,} copies, resident", status(service.pid, "VmRSS") / (1 << 20), "MiB", goal=12)
        # What is still under way for the last copy is not idleness.
        time.sleep(2)
        before = status(service.pid, "voluntary_ctxt_switches")
        time.sleep(60)
        yield Row("`pb serve` idle, wake-ups a minute", status(service.pid, "voluntary_ctxt_switches") - before, "", goal=0)
        service.kill()
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
        ours, wl_paste = median_time([[self.pb, "paste"], ["wl-paste", "-n"]], server.environment, 300)
        yield Row("Wayland: `pb paste` of 5 kB plain text", ours * 1e3, "ms", "wl-paste -n", wl_paste * 1e3, 0.6)
        from_file = ["sh", "-c", f"wl-copy < {small}"]
        ours, wl_file, wl_text = median_time([[self.pb, "copy", small], from_file, ["wl-copy", text]],
                                             server.environment, 100)
        yield Row("Wayland: `pb copy` of a file", ours * 1e3, "ms", "wl-copy < FILE, which starts xdg-mime", wl_file * 1e3, 0.6)
        yield Row("Wayland: the same", ours * 1e3, "ms", "wl-copy TEXT", wl_text * 1e3, 1.2)
        server.run(self.pb, "copy", "--type", "plain", large)
        ours, = median_time([[self.pb, "paste", "--raw", "text/plain"]], server.environment, 15)
        with open(large, "rb") as file: server.run("wl-copy", "-t", "text/plain", stdin=file)
        theirs, = median_time([["wl-paste", "-n", "-t", "text/plain"]], server.environment, 15)
        yield Row("Wayland: 64 MiB from owner to reader, `pb` to `pb`", ours * 1e3, "ms", "wl-copy to wl-paste", theirs * 1e3, 0.8)
        server.close()


class Conversions:
    """Files from one language to another: processor time, so that a busy machine counts less."""

    def __init__(self, tools, inputs):
        self.tools, self.inputs = tools, inputs

    def direction(self, name, source, to, input, peers, goal):
        """Rows at each size; `peers` is (name, size, command of a path)."""
        times = {}
        for label, size in [("5 kB", 5000), ("1 MB", MB), ("10 MB", 10 * MB), ("100 MB", 100 * MB)]:
            if size > self.tools.largest: continue
            path = input(size)
            command = [self.tools.pb, "convert", "--from", source, "--to", to, path]
            seconds, peak = usage(command, times=7 if size <= MB else 3 if size <= 10 * MB else 1)
            times[size] = seconds
            note = f"{os.path.getsize(path) / seconds / 1e6:.0f} MB/s, peak {peak / (1 << 20):.0f} MiB"
            compared = [peer for peer in peers if peer[1] == size]
            for peer, _, make in compared:
                peer_seconds, _ = usage(make(path), times=1 if size > MB and peer in ("unrtf", "pandoc") else 3)
                is_goal = peer != "pandoc"
                yield Row(f"{name}, {label}", seconds * 1e3, "ms", peer, peer_seconds * 1e3,
                          goal if is_goal and size == 10 * MB else None, note)
            if not compared: yield Row(f"{name}, {label}", seconds * 1e3, "ms", note=note)
        if 100 * MB in times:
            # Below that, the start of the process would count.
            yield Row(f"{name}: time at 100 MB over ten times that at 10 MB", times[100 * MB] / times[10 * MB] / 10, "×", goal=1.25)

    def markdown_to_html(self):
        yield from self.direction("Markdown → HTML", "markdown", "html", self.inputs.markdown, [
            ("cmark-gfm", MB, lambda path: [*CMARK, path]), ("cmark-gfm", 10 * MB, lambda path: [*CMARK, path]),
            ("pandoc", MB, lambda path: ["pandoc", "-f", "gfm", "-t", "html", path])], 1.5)

    def markdown_to_rtf(self):
        yield from self.direction("Markdown → RTF", "markdown", "rtf", self.inputs.markdown, [
            ("cmark-gfm to HTML", 10 * MB, lambda path: [*CMARK, path]),
            ("pandoc", MB, lambda path: ["pandoc", "-f", "gfm", "-t", "rtf", path])], 2.0)

    def html_to_markdown(self):
        yield from self.direction("HTML → Markdown", "html", "markdown", self.inputs.html, [
            ("gumbo's bare parse", 10 * MB, lambda path: [self.tools.gumbo, path]),
            ("pandoc", MB, lambda path: ["pandoc", "-f", "html", "-t", "gfm", path])], 2.0)

    def rtf_to_markdown(self):
        yield from self.direction("RTF → Markdown", "rtf", "markdown", self.inputs.rtf, [
            ("unrtf", 10 * MB, lambda path: ["unrtf", "--html", path]),
            ("pandoc", MB, lambda path: ["pandoc", "-f", "rtf", "-t", "gfm", path])], 0.1)
        if self.tools.largest < 10 * MB: return
        # unrtf's time depends on what is in the file.
        path = self.inputs.own_rtf(10 * MB)
        seconds, _ = usage([self.tools.pb, "convert", "--from", "rtf", "--to", "markdown", path], times=3)
        unrtf, _ = usage(["unrtf", "--html", path])
        yield Row("RTF → Markdown, 10 MB of Pasteboard's own", seconds * 1e3, "ms", "unrtf", unrtf * 1e3, 0.1)


    def office(self):
        """Documents of word processors: as large as Markdown makes them, beside the same work for RTF and in pandoc."""
        written = {}
        for size in (5000, MB, 10 * MB):
            if size > self.tools.largest: continue
            label = {5000: "5 kB", MB: "1 MB", 10 * MB: "10 MB"}[size]
            path, times = self.inputs.markdown(size), 7 if size < MB else 3
            rtf, _ = usage([self.tools.pb, "convert", path, "--to", "rtf"], times=times)
            for kind in ("docx", "odt"):
                written[kind, size] = target = f"{path}.{kind}"
                seconds, peak = usage([self.tools.pb, "convert", path, "--to", kind, "-o", target], times=times)
                yield Row(f"Markdown → {kind.upper()}, {label}", seconds * 1e3, "ms", "Markdown → RTF", rtf * 1e3,
                          1.5 if size == 10 * MB else None, f"peak {peak / (1 << 20):.0f} MiB")
        for (kind, size), path in written.items():
            seconds, peak = usage([self.tools.pb, "convert", path, "--to", "markdown"], times=3)
            peers = [["pandoc", "-f", kind, "-t", "gfm", path]] if size <= MB else [None]
            for command in peers:
                theirs = usage(command)[0] * 1e3 if command else None
                yield Row(f"{kind.upper()} → Markdown, from {size // 1000:,} kB of it", seconds * 1e3, "ms",
                          "pandoc" if command else "", theirs, None, f"peak {peak / (1 << 20):.0f} MiB")


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
        def seconds(*command):
            subprocess.run([*command, *paths], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            start = time.monotonic()
            subprocess.run([*command, *paths], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            return time.monotonic() - start
        ours = seconds(self.tools.pb, "type", "of", "--mime")
        work = f"types of {len(paths):,} files"
        yield Row(work, ours * 1e3, "ms", "file --mime-type", seconds("file", "--mime-type") * 1e3, 0.5)
        yield Row(work, ours * 1e3, "ms", "gio info", seconds("gio", "info", "-a", "standard::content-type") * 1e3)
