"""How things are measured: processes in interleaved pairs, an X server of the run's own, and wires that are long."""
import os, re, select, shlex, shutil, signal, socket, statistics, subprocess, tempfile, threading, time
from dataclasses import dataclass


@dataclass
class Sample:
    """What a command took in each round."""
    wall: list[float]
    processor: list[float]
    peak: int = 0

    @property
    def milliseconds(self): return statistics.median(self.wall) * 1e3

    @property
    def processor_milliseconds(self): return statistics.median(self.processor) * 1e3


def quartiles(values):
    """The lower quartile, the median and the upper one."""
    if len(values) < 2: return values[0], values[0], values[0]
    return tuple(statistics.quantiles(values, n=4, method="inclusive"))


def run_once(command, environment, actions):
    start = time.perf_counter()
    process = os.posix_spawnp(command[0], command, environment, file_actions=actions)
    _, status, used = os.wait4(process, 0)
    wall = time.perf_counter() - start
    if status != 0: raise RuntimeError(f"{shlex.join(command)}: exit status {os.waitstatus_to_exitcode(status)}")
    return wall, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def measured(commands, environment=None, rounds=200):
    """A `Sample` of each command: one run of each after the other in every round, so that what else the machine does
    meets them alike, and what one leaves in the caches of the processor is not there for its next run alone."""
    environment = os.environ if environment is None else environment
    null = os.open(os.devnull, os.O_RDWR)
    actions = [(os.POSIX_SPAWN_DUP2, null, number) for number in range(3)]
    samples = [Sample([], []) for _ in commands]
    try:
        if rounds > 20:
            for command in commands: run_once(command, environment, actions)
        for _ in range(rounds):
            for sample, command in zip(samples, commands):
                wall, processor, peak = run_once(command, environment, actions)
                sample.wall.append(wall)
                sample.processor.append(processor)
                sample.peak = max(sample.peak, peak)
    finally:
        os.close(null)
    return samples


def counted(command, environment=None):
    """The instructions of a process, without those of its children."""
    # A file, not a pipe: the process that a copy leaves behind keeps it open, and a pipe would be waited for.
    with tempfile.TemporaryFile("w+") as said:
        subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command], env=environment, check=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said)
        said.seek(0)
        return int(re.search(r"Collected\s*: (\d+)", said.read()).group(1))


def until(condition, seconds=20):
    """Waits for something to become true; returns it."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        value = condition()
        if value: return value
        time.sleep(0.002)
    raise RuntimeError("what was waited for did not happen")


class XServer:
    """Xvfb, and the environment for its clients."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "64x64x24", "-maxclients", "2048"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number = int(self.process.stdout.readline())
        self.environment = {name: value for name, value in os.environ.items() if name != "XAUTHORITY"}
        self.environment["DISPLAY"] = f":{self.number}"

    def run(self, *command, **options):
        # A program that stays in the background must not hold a pipe of ours.
        return subprocess.run(command, env=self.environment, check=True, stdout=options.pop("stdout", subprocess.DEVNULL),
                              stderr=subprocess.DEVNULL, **options)

    def processes(self, program):
        """The processes of a program that are connected to this server."""
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.readlink(f"/proc/{name}/exe") != os.path.realpath(program): continue
                with open(f"/proc/{name}/environ", "rb") as file: variables = file.read().split(b"\0")
            except OSError: continue
            if f"DISPLAY=:{self.number}".encode() in variables: found.append(int(name))
        return found

    def close(self):
        self.process.terminate()
        self.process.wait()


class WaylandServer:
    """sway without a screen, and the environment for its clients."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="pasteboard-bench-wayland-")
        configuration = os.path.join(self.folder, "sway.conf")
        with open(configuration, "w") as file: file.write("xwayland disable\n")
        command = ["sway", "-c", configuration]
        if os.getuid() == 0:
            # It does not run as root.
            shutil.chown(self.folder, "nobody", "nogroup")
            command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + command
        inherited = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        self.environment = inherited | {"XDG_RUNTIME_DIR": self.folder, "WAYLAND_DISPLAY": "wayland-1"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=inherited | {
                "XDG_RUNTIME_DIR": self.folder, "HOME": self.folder, "WLR_BACKENDS": "headless",
                "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"})
        until(lambda: os.path.exists(os.path.join(self.folder, "wayland-1")))

    def run(self, *command, **options):
        # A program that stays in the background must not hold a pipe of ours.
        return subprocess.run(command, env=self.environment, check=True, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, **options)

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)


class MutterServer:
    """Mutter without a screen, with its bus and Xwayland, and the environment for its clients."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="pasteboard-bench-mutter-")
        inherited = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        self.environment = inherited | {"XDG_RUNTIME_DIR": self.folder, "WAYLAND_DISPLAY": "wayland-bench"}
        script = ('echo "$DBUS_SESSION_BUS_ADDRESS" > "$XDG_RUNTIME_DIR/bus-address"; exec mutter --headless --wayland '
                  '--virtual-monitor 800x600 --wayland-display wayland-bench')
        self.log = os.path.join(self.folder, "log")
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                ["dbus-run-session", "--", "sh", "-c", script], stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                env=inherited | {"XDG_RUNTIME_DIR": self.folder, "HOME": self.folder}, start_new_session=True)
        display = until(lambda: re.search(r"public X11 display (:\d+)", self.said()))
        until(lambda: os.path.exists(os.path.join(self.folder, "wayland-bench")))
        key = until(lambda: next((name for name in os.listdir(self.folder) if "Xwaylandauth" in name), None))
        with open(os.path.join(self.folder, "bus-address")) as file: address = file.read().strip()
        self.environment |= {"DBUS_SESSION_BUS_ADDRESS": address, "DISPLAY": display[1],
                             "XAUTHORITY": os.path.join(self.folder, key)}

    def said(self):
        with open(self.log, errors="replace") as file: return file.read()

    def run(self, *command, **options):
        return subprocess.run(command, env=self.environment, check=True, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, **options)

    def close(self):
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def status(process, name):
    """A figure of /proc/PID/status; memory in bytes."""
    with open(f"/proc/{process}/status") as file:
        for line in file:
            if line.startswith(name + ":"):
                words = line.split()
                return int(words[1]) * (1024 if words[-1] == "kB" else 1)


class LongWire:
    """Stands between a program and the server it talks to, and holds back what the server says.

    `round_trips` counts how often a program waits; `milliseconds` is what it takes when each answer comes late.
    """

    # Longer than a client that has what it asked for takes to ask for more.
    QUIET = 0.05

    def __init__(self, listener, address, environment):
        self.listener, self.address, self.environment = listener, address, environment
        listener.listen()

    @classmethod
    def to_display(cls, server):
        listener = socket.socket(socket.AF_UNIX)
        for number in range(300, 400):
            try: listener.bind(f"\0/tmp/.X11-unix/X{number}")
            except OSError: continue
            break
        return cls(listener, f"\0/tmp/.X11-unix/X{server.number}", {**server.environment, "DISPLAY": f":{number}"})

    @classmethod
    def to_socket(cls, path, environment):
        """For a program on a far machine: `environment` has no display."""
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path + ".far")
        return cls(listener, path, {**environment, "PB_SOCKET": path + ".far"})

    def round_trips(self, command):
        """How often a program waits for the server or for the owner, without the first time, for the connection."""
        return min(self.run(command, self.hold)[1] for _ in range(3)) - 1

    def milliseconds(self, command, latency):
        """What a program takes if everything that the server says comes `latency` seconds late."""
        return min(self.run(command, lambda *sides: self.delay(*sides, latency))[0] for _ in range(3)) * 1e3

    def run(self, command, forward):
        """The seconds that a program takes, and what `forward` returns."""
        done, results = threading.Event(), []
        def serve():
            client, _ = self.listener.accept()
            server = socket.socket(socket.AF_UNIX)
            server.connect(self.address)
            results.append(forward(client, server, done))
            client.close()
            server.close()
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        start = time.monotonic()
        subprocess.run(command, env=self.environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       stdin=subprocess.DEVNULL)
        taken = time.monotonic() - start
        done.set()
        thread.join()
        return taken, results[0]

    def hold(self, client, server, done):
        """Hands answers on only when the client says nothing more; returns how often."""
        held, releases = b"", 0
        while not done.is_set():
            ready = select.select([client, server], [], [], self.QUIET)[0]
            for side in ready:
                data = side.recv(1 << 20)
                if not data: done.set()
                elif side is client: server.sendall(data)
                else: held += data
            if not ready and held and not done.is_set():
                client.sendall(held)
                held, releases = b"", releases + 1
        return releases

    def delay(self, client, server, done, latency):
        under_way = []    # (when it is due, bytes), in order
        while not done.is_set():
            wait = min(0.01, max(0, under_way[0][0] - time.monotonic())) if under_way else 0.01
            for side in select.select([client, server], [], [], wait)[0]:
                data = side.recv(1 << 20)
                if not data: done.set()
                elif side is client: server.sendall(data)
                else: under_way.append((time.monotonic() + latency, data))
            while under_way and under_way[0][0] <= time.monotonic(): client.sendall(under_way.pop(0)[1])
