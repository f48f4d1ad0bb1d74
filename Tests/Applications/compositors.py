"""Compositors of Wayland without a screen, each with a folder of its own, all thrown away afterwards.

Some refuse to run as root, and Xwayland wants a user whom the system knows: they run as `nobody` then.
"""
import os, shutil, signal, socket, subprocess, tempfile

import debian
from desktop import wait_until


class Compositor:
    """A compositor, and what people do on it with keys."""

    name = key = executable = ''
    packages = []
    has_data_control = True
    has_keys = False        # whether keys can be pressed in it
    has_focus_rule = False  # whether X11 gets and gives only what a window with the focus does

    @classmethod
    def missing(cls):
        return debian.missing(cls.executable, 'wl-paste')

    @classmethod
    def version(cls):
        return debian.version(cls.packages[0])

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix='pasteboard-wayland.')
        self.processes = []
        environment = {key: os.environ[key] for key in ('PATH', 'LANG') if key in os.environ}
        self.environment = environment | {
            'HOME': self.folder, 'XDG_RUNTIME_DIR': self.folder, 'LC_ALL': 'C.UTF-8', 'GDK_BACKEND': 'wayland',
            'NO_AT_BRIDGE': '1', 'LIBGL_ALWAYS_SOFTWARE': '1'}
        self.as_user = []
        if os.getuid() == 0:
            os.chmod(self.folder, 0o700)
            shutil.chown(self.folder, 'nobody', 'nogroup')
            self.as_user = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
            # Systems make it when they start, containers do not; Xwayland refuses one that its user has made.
            os.makedirs('/tmp/.X11-unix', exist_ok=True)
            shutil.chown('/tmp/.X11-unix', 'root', 'root')
            os.chmod('/tmp/.X11-unix', 0o1777)
        self.log = open(os.path.join(self.folder, 'log'), 'wb')
        try:
            self.begin()
        except BaseException:
            self.__exit__()
            raise

    def begin(self):
        self.process = self.start(self.as_user + self.command(), stdout=self.log, stderr=self.log,
                                  env=self.environment | self.own_environment())
        self.environment['WAYLAND_DISPLAY'] = wait_until(self.display, f'the start of {self.name}', 30)
        self.ready()

    def kill(self):
        """As a crash would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        wait_until(lambda: not self.display(), f'the end of {self.name}', 20)

    def restart(self):
        self.kill()
        self.begin()

    def display(self):
        """The name of the socket, once somebody listens there."""
        for name in os.listdir(self.folder):
            if not name.startswith('w') or '.' in name: continue
            with socket.socket(socket.AF_UNIX) as client:
                try: client.connect(os.path.join(self.folder, name))
                except OSError: continue
            return name
        return None

    def own_environment(self):
        return {}

    def ready(self):
        """Waits for what else than the socket must be there."""

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        os.chmod(path, 0o644)
        return path

    def start(self, command, **options):
        for stream in ('stdin', 'stdout', 'stderr'):
            options.setdefault(stream, subprocess.DEVNULL)
        options.setdefault('env', self.environment)
        process = subprocess.Popen(command, start_new_session=True, **options)
        self.processes.append(process)
        return process

    def run(self, command, **options):
        """Runs a client to its end; gives what it wrote."""
        options.setdefault('stderr', subprocess.DEVNULL)
        options.setdefault('timeout', 120)
        if 'input' not in options:
            options.setdefault('stdin', subprocess.DEVNULL)
        options.setdefault('env', self.environment)
        return subprocess.run(command, stdout=subprocess.PIPE, check=True, **options).stdout

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            try:
                os.killpg(process.pid, signal.SIGKILL if process is not self.process else signal.SIGTERM)
            except ProcessLookupError:
                pass
        for process in self.processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Sway(Compositor):
    name, key, executable = 'sway', 'sway', 'sway'
    packages = ['sway', 'wl-clipboard', 'xwayland', 'wtype', 'foot', 'xclip', 'gir1.2-gtk-3.0']
    has_keys = has_focus_rule = True

    def command(self):
        configuration = self.write('sway.conf', 'xwayland enable\noutput HEADLESS-1 resolution 1280x800\n'
                                   f"exec sh -c 'echo $DISPLAY > {self.folder}/display'\n")
        return ['sway', '-c', configuration]

    def own_environment(self):
        return {'WLR_BACKENDS': 'headless', 'WLR_LIBINPUT_NO_DEVICES': '1', 'WLR_RENDERER': 'pixman'}


class KWin(Compositor):
    name, key, executable = 'KWin', 'kwin', 'kwin_wayland'
    packages = ['kwin-wayland', 'wl-clipboard', 'dbus-daemon']

    def command(self):
        # Its capability keeps it from being run in containers; a copy has none. Its plug-ins want its name.
        copy = os.path.join(self.folder, 'kwin_wayland')
        if not os.path.exists(copy):
            shutil.copyfile(shutil.which('kwin_wayland'), copy)
            os.chmod(copy, 0o755)
        return ['dbus-run-session', '--', copy, '--virtual', '--width', '1024', '--height', '768', '--socket', 'wl-kwin',
                '--no-lockscreen']

    def own_environment(self):
        return {'KWIN_COMPOSE': 'Q'}


class Mutter(Compositor):
    name, key, executable = 'Mutter', 'mutter', 'mutter'
    packages = ['mutter', 'wl-clipboard', 'xwayland', 'xclip', 'dbus-daemon', 'python3-gi', 'gnome-text-editor']
    options = ''
    has_data_control = False

    def command(self):
        # The bus of the session is where its content is read.
        script = 'echo "$DBUS_SESSION_BUS_ADDRESS" > "$HOME/bus"; exec mutter --headless --wayland ' \
                 f'--virtual-monitor 1024x768 --wayland-display wl-mutter {self.options}'
        return ['dbus-run-session', '--', 'sh', '-c', script]

    def ready(self):
        with open(os.path.join(self.folder, 'bus'), encoding='utf-8') as file:
            self.environment['DBUS_SESSION_BUS_ADDRESS'] = file.read().strip()
        self.find_xwayland()

    def find_xwayland(self):
        key = wait_until(lambda: next((name for name in os.listdir(self.folder) if 'Xwaylandauth' in name), None),
                         "Xwayland's key", 30)
        self.environment['XAUTHORITY'] = os.path.join(self.folder, key)
        number = wait_until(self.x_display, 'Xwayland', 30)
        self.environment['DISPLAY'] = f':{number}'

    def x_display(self):
        """The number in Mutter's log."""
        with open(os.path.join(self.folder, 'log'), encoding='utf-8', errors='replace') as file:
            for line in file:
                if 'X11 display' in line or 'Xwayland' in line or 'DISPLAY' in line:
                    for word in line.replace(',', ' ').replace("'", ' ').split():
                        if word.startswith(':') and word[1:].isdigit():
                            return word[1:]
        return None


class MutterAlone(Mutter):
    """Without Xwayland."""

    name, key = 'Mutter without Xwayland', 'mutter-alone'
    options = '--no-x11'

    def find_xwayland(self):
        """There is none."""


class Weston(Compositor):
    """In a window of a private X server: without a screen it has no keyboard, and so no focus."""

    name, key, executable = 'Weston', 'weston', 'weston'
    packages = ['weston', 'wl-clipboard', 'xvfb', 'xdotool']
    has_data_control = False

    def command(self):
        script = 'exec weston --backend=x11-backend.so --use-pixman --socket=wl-weston --idle-time=0'
        # The X server chooses a number that is free.
        return ['xvfb-run', '-a', '-s', '-screen 0 1024x768x24', 'sh', '-c',
                f'echo "$DISPLAY $XAUTHORITY" > {self.folder}/server; {script}']

    def ready(self):
        """The pointer gives its window the focus."""
        with open(os.path.join(self.folder, 'server'), encoding='utf-8') as file:
            display, authority = file.read().split()
        environment = self.environment | {'DISPLAY': display, 'XAUTHORITY': authority}
        self.run(['xdotool', 'mousemove', '400', '300', 'click', '1'], env=environment)


COMPOSITORS = [Sway, KWin, Mutter, MutterAlone, Weston]
