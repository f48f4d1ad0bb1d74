"""A private desktop: an X server, a window manager, a session bus and a home folder, all thrown away afterwards.

Nothing of the user's is seen or touched: every program gets this desktop's environment and no other.
"""
import os, shutil, signal, subprocess, tempfile, time

from Xlib import X, Xatom, display, error
from Xlib.protocol import event

POLL = 0.05     # seconds between two looks at a condition


class Timeout(Exception):
    """Something that a person would have seen by now did not happen."""


def wait_until(condition, what, seconds=60):
    """The first true value of `condition`, looked at until `seconds` are over."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise Timeout(f'{what} did not happen within {seconds:g} s')
        time.sleep(POLL)


class Desktop:
    """An X server with a window manager, and what a person does on it with keys and mouse."""

    def __init__(self, size='1280x1000'):
        self.folder = tempfile.mkdtemp(prefix='pasteboard-applications.')
        self.processes = []
        self.pings = 0
        read, write = os.pipe()
        self.start(['Xvfb', '-displayfd', str(write), '-screen', '0', size + 'x24', '-nolisten', 'tcp'],
                   environment=os.environ, pass_fds=[write])
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise Timeout('Xvfb did not start')
        self.environment = self.make_environment(':' + number)
        self.connection = display.Display(':' + number)
        self.root = self.connection.screen().root
        self.root.change_attributes(event_mask=X.SubstructureNotifyMask | X.StructureNotifyMask)    # where answers to pings come
        self.start(['openbox', '--sm-disable'])
        wait_until(lambda: self.root_property('_NET_SUPPORTING_WM_CHECK'), 'the window manager')

    def make_environment(self, name):
        folders = {variable: os.path.join(self.folder, folder) for variable, folder in
                   [('HOME', 'home'), ('XDG_RUNTIME_DIR', 'runtime'), ('TMPDIR', 'tmp')]}
        for path in folders.values():
            os.makedirs(path, mode=0o700)
        environment = {key: os.environ[key] for key in ('PATH', 'LANG', 'LC_ALL') if key in os.environ}
        environment.setdefault('LC_ALL', 'C.UTF-8')
        # No accessibility bus, no portals, no hardware: none of them is there.
        environment |= folders | {'DISPLAY': name, 'NO_AT_BRIDGE': '1', 'GTK_A11Y': 'none', 'GTK_USE_PORTAL': '0',
                                  'GDK_BACKEND': 'x11', 'QT_QPA_PLATFORM': 'xcb', 'LIBGL_ALWAYS_SOFTWARE': '1',
                                  'MOZ_CRASHREPORTER_DISABLE': '1', 'GSK_RENDERER': 'cairo', 'PYTHONUNBUFFERED': '1'}
        bus = subprocess.Popen(['dbus-daemon', '--session', '--nofork', '--print-address=1', '--nopidfile'],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True,
                               start_new_session=True)
        self.processes.append(bus)
        environment['DBUS_SESSION_BUS_ADDRESS'] = bus.stdout.readline().strip()
        return environment

    def start(self, command, environment=None, **options):
        """Starts a program of this desktop in a process group of its own; `end` or the end of the desktop ends it."""
        options.setdefault('stdin', subprocess.DEVNULL)
        options.setdefault('stdout', subprocess.DEVNULL)
        options.setdefault('stderr', subprocess.DEVNULL)
        process = subprocess.Popen(command, env=environment or self.environment, start_new_session=True, **options)
        self.processes.append(process)
        return process

    def run(self, command, **options):
        """Runs a program of this desktop to its end."""
        options.setdefault('timeout', 120)
        return subprocess.run(command, env=self.environment, capture_output=True, **options)

    def end(self, process, seconds=10):
        """Asks a program and its helpers to end, and ends them if they do not."""
        for sign in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(process.pid, sign)
            except ProcessLookupError:
                pass
            try:
                process.wait(seconds)
                break
            except subprocess.TimeoutExpired:
                continue
        if process in self.processes:
            self.processes.remove(process)

    def close(self):
        while self.processes:
            self.end(self.processes[-1], 5)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # Windows

    def root_property(self, name):
        value = self.root.get_full_property(self.connection.intern_atom(name), X.AnyPropertyType)
        return list(value.value) if value else []

    def title(self, window):
        try:
            value = self.connection.create_resource_object('window', window).get_full_property(
                self.connection.intern_atom('_NET_WM_NAME'), X.AnyPropertyType)
            if value is None:
                value = self.connection.create_resource_object('window', window).get_full_property(
                    Xatom.WM_NAME, X.AnyPropertyType)
        except (error.BadWindow, error.XError):
            return ''
        value = value.value if value else b''
        return value if isinstance(value, str) else bytes(value).decode('utf-8', 'replace')

    def windows(self):
        """The windows that the window manager knows, with their titles, oldest first."""
        return [(window, self.title(window)) for window in self.root_property('_NET_CLIENT_LIST')]

    def window(self, title):
        """The newest window whose title has `title` in it."""
        found = [window for window, name in self.windows() if title in name]
        return found[-1] if found else None

    def wait_for_window(self, title, seconds=90):
        return wait_until(lambda: self.window(title), f'a window titled “{title}” (there are {self.windows()})', seconds)

    def window_classes(self):
        """The classes, in small letters, of all windows there are, those unseen too."""
        found = set()
        for window in self.root.query_tree().children:
            try:
                names = window.get_wm_class() or ()
            except error.XError:
                continue
            found.update(name.lower() for name in names)
        return found

    def menus(self):
        """The windows that are seen and that no window manager frames."""
        found = set()
        for window in self.root.query_tree().children:
            try:
                attributes = window.get_attributes()
            except error.XError:
                continue
            if attributes.override_redirect and attributes.map_state == X.IsViewable:
                found.add(window.id)
        return found

    def focus(self, window):
        def active():
            if self.root_property('_NET_ACTIVE_WINDOW') == [window]:
                return True
            self.run(['wmctrl', '-i', '-a', hex(window)])
            return False
        wait_until(active, f'focus on “{self.title(window)}”', 20)

    def wait_until_handled(self, window, seconds=60):
        """Waits until a program has handled the keys pressed so far: it answers a ping in its turn (EWMH, _NET_WM_PING)."""
        ping, protocols = (self.connection.intern_atom(name) for name in ('_NET_WM_PING', 'WM_PROTOCOLS'))
        target = self.connection.create_resource_object('window', window)
        if ping not in (target.get_wm_protocols() or []):
            return
        self.pings += 1
        message = event.ClientMessage(window=target, client_type=protocols, data=(32, [ping, self.pings, window, 0, 0]))
        target.send_event(message)
        self.connection.flush()
        def answered():
            while self.connection.pending_events():
                found = self.connection.next_event()
                if found.type == X.ClientMessage and found.client_type == protocols \
                        and list(found.data[1][:2]) == [ping, self.pings]:
                    return True
            return False
        wait_until(answered, f'an answer of “{self.title(window)}”', seconds)

    def geometry(self, window):
        """The position of a window on the screen and its size."""
        found = self.connection.create_resource_object('window', window)
        size, place = found.get_geometry(), found.translate_coords(self.root, 0, 0)
        return -place.x, -place.y, size.width, size.height

    def rows(self, window):
        """The rows of what is seen of a window, each with four bytes for a point."""
        x, y, width, height = self.geometry(window)
        # Windows may reach beyond the screen.
        left, top = max(x, 0), max(y, 0)
        screen = self.root.get_geometry()
        width, height = min(x + width, screen.width) - left, min(y + height, screen.height) - top
        seen = self.root.get_image(left, top, width, height, X.ZPixmap, 0xFFFFFFFF).data
        return [bytes(seen[row * width * 4:(row + 1) * width * 4]) for row in range(height)]

    def key(self, *keys):
        self.run(['xdotool', 'key', '--clearmodifiers', *keys])

    def click(self, x, y, button=1):
        self.run(['xdotool', 'mousemove', str(x), str(y), 'click', str(button)])

    def drag(self, start, end):
        """Presses the first button at one place and releases it at another, as one selects text."""
        self.run(['xdotool', 'mousemove', *map(str, start), 'mousedown', '1',
                  'mousemove', *(str((a + b) // 2) for a, b in zip(start, end)),
                  'mousemove', *map(str, end), 'mouseup', '1'])

    def move_slowly(self, start, end):
        """Moves the pointer as a hand does, with two moves where it ends: programs often accept the second alone."""
        def move(x, y, pause):
            self.run(['xdotool', 'mousemove', str(x), str(y)])
            time.sleep(pause)
        for step in range(1, 5):
            move(start[0] + 6 * step, start[1] + 2 * step, 0.05)
        for step in range(1, 11):
            move(start[0] + (end[0] - start[0]) * step // 10, start[1] + (end[1] - start[1]) * step // 10, 0.06)
        time.sleep(0.4)
        move(end[0] + 2, end[1] + 1, 0.3)

    def screenshot(self, path):
        self.run(['import', '-window', 'root', path])
