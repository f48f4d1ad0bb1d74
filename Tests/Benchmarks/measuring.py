"""How things are measured: processes, an X server of the run's own, and a proxy that counts round trips."""
import json, os, select, shlex, shutil, socket, statistics, subprocess, tempfile, threading, time


def median_time(commands, environment, runs=200):
    """The median wall time of each command in seconds, measured by hyperfine.

    In several rounds, each with all of them: what else the machine does meets them alike.
    """
    rounds = min(10, runs)
    times = [[] for _ in commands]
    with tempfile.NamedTemporaryFile(suffix=".json") as result:
        for _ in range(rounds):
            subprocess.run(
                ["hyperfine", "--shell=none", "--warmup=3", f"--runs={max(2, runs // rounds)}", "--export-json", result.name]
                + [shlex.join(command) for command in commands],
                check=True, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            with open(result.name) as file: entries = json.load(file)["results"]
            for all_times, entry in zip(times, entries): all_times += entry["times"]
    return [statistics.median(all_times) for all_times in times]


def usage(command, environment=None, times=1):
    """The median processor time in seconds, and the peak memory in bytes, of runs that end well."""
    seconds, peak = [], 0
    for _ in range(times):
        with open(os.devnull, "r+b") as null:
            process = subprocess.Popen(command, env=environment, stdin=null, stdout=null, stderr=subprocess.PIPE)
            errors = process.stderr.read()
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise RuntimeError(f"{shlex.join(command)}: {errors.decode(errors='replace').strip()}")
        seconds.append(used.ru_utime + used.ru_stime)
        peak = max(peak, used.ru_maxrss * 1024)
    return statistics.median(seconds), peak


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


def status(process, name):
    """A figure of /proc/PID/status; memory in bytes."""
    with open(f"/proc/{process}/status") as file:
        for line in file:
            if line.startswith(name + ":"):
                words = line.split()
                return int(words[1]) * (1024 if words[-1] == "kB" else 1)


class RoundTripProxy:
    """Stands between a client and the server like a long wire: what the server says takes a while to come.

    The time of a program with it, less its time without, tells how often it waits, one time after the other.
    """

    DELAY = 0.1

    def __init__(self, server):
        self.server = server
        self.listener = socket.socket(socket.AF_UNIX)
        for self.number in range(300, 400):
            try: self.listener.bind(f"\0/tmp/.X11-unix/X{self.number}")
            except OSError: continue
            break
        self.listener.listen()

    def count(self, command):
        """Waits for the server or for the owner, without the first one, for the connection itself."""
        slow, fast = (min(self.time(command, delay) for _ in range(3)) for delay in (self.DELAY, 0))
        return round((slow - fast) / self.DELAY) - 1

    def time(self, command, delay):
        done = threading.Event()
        thread = threading.Thread(target=self.forward, args=(delay, done), daemon=True)
        thread.start()
        environment = {**self.server.environment, "DISPLAY": f":{self.number}"}
        start = time.monotonic()
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       stdin=subprocess.DEVNULL)
        taken = time.monotonic() - start
        done.set()
        thread.join()
        return taken

    def forward(self, delay, done):
        client, _ = self.listener.accept()
        server = socket.socket(socket.AF_UNIX)
        server.connect(f"\0/tmp/.X11-unix/X{self.server.number}")
        under_way = []    # (when it is due, bytes), in order
        while not done.is_set():
            wait = min(0.01, max(0, under_way[0][0] - time.monotonic())) if under_way else 0.01
            for side in select.select([client, server], [], [], wait)[0]:
                data = side.recv(1 << 16)
                if not data: done.set()
                elif side is client: server.sendall(data)
                else: under_way.append((time.monotonic() + delay, data))
            while under_way and under_way[0][0] <= time.monotonic(): client.sendall(under_way.pop(0)[1])
        client.close()
        server.close()
