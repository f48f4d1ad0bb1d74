"""Copies and pastes of whole processes: X11, Wayland, GNOME, a socket, and pb under the names of other tools."""
import os, statistics, subprocess, time
from measuring import LongWire, MutterServer, WaylandServer, XServer, measured, status, until
from row import MB, MIB, Row, beside


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
        wire, pb, path = LongWire.to_display(server), self.tools.pb, self.inputs.markdown(5000)
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
        yield Row("private memory of an owner", memory / MIB, "MiB", note=f"{len(owners)} owners")
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


class Faces:
    """pb under the names of other tools, beside the tools."""

    def __init__(self, tools, inputs):
        self.tools, self.inputs = tools, inputs
        self.folder = os.path.join(inputs.folder, "faces")

    def faces(self):
        subprocess.run([self.tools.pb, "generate", "faces", self.folder, "--program", self.tools.pb], check=True,
                       stdout=subprocess.DEVNULL)
        small, large = self.inputs.text(5000), self.inputs.text(MB)
        server, clipboard = XServer(), ["-selection", "clipboard"]
        for name, path, rounds in [("5 kB", small, 300), ("1 MB", large, 30)]:
            server.run("xclip", *clipboard, "-i", path)
            for command in [["xclip", *clipboard, "-o"], ["xsel", "-ob"]]:
                yield self.row(server, command, f"{name} of text", rounds)
        yield self.row(server, ["xclip", *clipboard, "-i", small], "5 kB of text", 300)
        server.close()
        server = WaylandServer()
        with open(small) as file: server.run("wl-copy", "--", file.read())
        yield self.row(server, ["wl-paste", "-n"], "5 kB of text", 100)
        server.close()

    def row(self, server, command, content, rounds):
        ours, theirs = measured([[os.path.join(self.folder, command[0]), *command[1:]], command], server.environment, rounds)
        return beside(f"pb as `{' '.join(command[:-1] if os.path.isabs(command[-1]) else command)}`, {content}", ours,
                      f"the real {command[0]}", theirs)


class Socket:
    """Copies and pastes on a far machine, through a socket that the desktop shares."""

    def __init__(self, tools, inputs):
        self.pb, self.inputs = tools.pb, inputs

    def socket(self):
        server, path = XServer(), os.path.join(self.inputs.folder, "socket")
        service = subprocess.Popen([self.pb, "serve", "--socket", path, "--allow", "copy,paste"], env=server.environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(lambda: os.path.exists(path))
        far = {name: value for name, value in server.environment.items() if name != "DISPLAY"}
        wire = LongWire.to_socket(path, far)
        small, html = self.inputs.text(5000), self.inputs.html(5000)
        # The desktop bounds how often a far machine may copy.
        for work, copied, command, goal in [("copy", small, ["copy", small], 2), ("paste", small, ["paste"], 3),
                                            ("paste of HTML as Markdown", html, ["paste"], 3)]:
            if command == ["paste"]: server.run(self.pb, "copy", copied)
            near, = measured([[self.pb, *command]], far | {"PB_SOCKET": path}, 10 if command[0] == "copy" else 100)
            yield Row(f"far machine: a {work}, 5 kB, no latency", near.milliseconds, "ms")
            yield Row(f"far machine: round trips of a {work}", wire.round_trips([self.pb, *command]) + 1, "", goal=goal)
            yield Row(f"far machine: a {work} over 50 ms of latency", wire.milliseconds([self.pb, *command], 0.05), "ms")
        size = 1 << 26
        server.run(self.pb, "copy", "--type", "plain", self.inputs.text(size))
        large, = measured([[self.pb, "paste", "--raw", "text/plain"]], far | {"PB_SOCKET": path}, 5)
        yield Row("far machine: a paste of 64 MiB, no latency", large.milliseconds, "ms", note=f"peak {large.peak / MIB:.0f} MiB")
        service.terminate()
        service.wait()
        server.close()
