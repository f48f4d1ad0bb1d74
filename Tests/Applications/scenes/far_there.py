"""`pb` on the far side of a shared clipboard, without a display: pastes into a program of the desktop, or gets what it copied."""
import os

from desktop import wait_until
from pb import Pb
from scenes import copy_there, paste_there

DIRECTION = 'far'


class FarPb(Pb):
    """`pb` where there is nothing of the desktop but a socket."""

    def __init__(self, pb, socket):
        super().__init__(pb.path, pb.desktop)
        self.socket = socket

    def __call__(self, *arguments, data=None):
        far = ['env', '-u', 'DISPLAY', f'PB_SOCKET={self.socket}', self.path]
        return self.desktop.run([*far, *arguments], input=data, check=True).stdout


def run(program, pb, report, results):
    scene = {'libreoffice': paste_there, 'chromium': copy_there}.get(program.key)
    if not scene:
        return
    socket = os.path.join(pb.desktop.folder, 'far.socket')
    service = pb.desktop.start([pb.path, 'serve', '--socket', socket, '--allow', 'copy,paste'])
    wait_until(lambda: os.path.exists(socket), 'the socket')
    far = os.path.join(results, 'far')
    os.makedirs(far, exist_ok=True)
    try:
        scene.run(program, FarPb(pb, socket), report, far)
    finally:
        pb.desktop.end(service)
