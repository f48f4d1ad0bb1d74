"""What X11 alone gives where compositors pass it on to the window with the focus only, beside what data control gives."""
import os, shutil, subprocess

from desktop import wait_until
from scenes.exchange import same

TEXT, OTHER = 'привет – café', 'copied on the other side'


class Bridge:
    """Programs of X11, as the user whom Xwayland lets in."""

    def __init__(self, compositor, path):
        self.compositor = compositor
        copy = os.path.join(compositor.folder, 'pb')
        shutil.copyfile(path, copy)
        os.chmod(copy, 0o755)
        self.pb = [*compositor.as_user, copy]
        self.environment = {key: value for key, value in compositor.environment.items() if key != 'WAYLAND_DISPLAY'}
        self.environment['DISPLAY'] = wait_until(self.display, "Xwayland's number", 20)

    def display(self):
        """The number that the compositor tells its programs."""
        path = os.path.join(self.compositor.folder, 'display')
        if not os.path.exists(path): return None
        with open(path, encoding='utf-8') as file: return file.read().strip()

    def run(self, command, **options):
        options.setdefault('stdin', subprocess.DEVNULL)
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=30,
                              env=self.environment, **options)


def without_focus(scenes):
    """No window has the focus: X11 passes nothing on, either way; data control does."""
    bridge = Bridge(scenes.compositor, scenes.path)
    scenes.wl_copy(data=TEXT.encode())
    pasted = bridge.run([*bridge.pb, 'paste', '--backend', 'x11'])
    yield same('X11 alone', 'nothing of it', 'nothing of it' if TEXT.encode() not in pasted.stdout else 'all of it')
    yield same('data control', TEXT, scenes.pb('paste').decode())
    with open(os.path.join(scenes.compositor.folder, 'other'), 'w', encoding='utf-8') as file: file.write(OTHER)
    copied = bridge.run([*bridge.pb, 'copy', '--backend', 'x11', file.name])
    yield same('X11 alone', (0, TEXT), (copied.returncode, scenes.wl_paste('-n').decode()))
    scenes.pb('copy', data=OTHER.encode())
    yield same('data control', OTHER, scenes.wl_paste('-n').decode())


def names_for_bridges(scenes):
    """Where only the X server says that it is Xwayland, text is offered in UTF-8 alone."""
    bridge = Bridge(scenes.compositor, scenes.path)
    with open(os.path.join(scenes.compositor.folder, 'text'), 'w', encoding='utf-8') as file: file.write(TEXT)
    bridge.run([*bridge.pb, 'copy', '--backend', 'x11', file.name], check=True)
    xclip = [*scenes.compositor.as_user, 'xclip', '-selection', 'clipboard', '-o', '-t']
    names = bridge.run([*xclip, 'TARGETS'], check=True).stdout.decode().split('\n')
    yield same('names', (True, True, False, False),
               tuple(name in names for name in ('UTF8_STRING', 'TEXT', 'STRING', 'COMPOUND_TEXT')))
    yield same('text', TEXT, bridge.run([*xclip, 'TEXT'], check=True).stdout.decode())


def scenes(kind):
    """The scenes on a compositor by name."""
    return {'without focus': without_focus, 'names for bridges': names_for_bridges} if kind.has_focus_rule else {}
