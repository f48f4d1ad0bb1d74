"""Compositors that end and come back, and programs that do not do what they should, beside `pb`."""
import os, random, subprocess

from desktop import wait_until
from scenes.exchange import same
from wayland_client import Client

TEXT = 'привет – café'
KIND = 'application/octet-stream'
NOISE = random.Random(21).randbytes(8 << 20)


def after_a_restart(scenes):
    """The compositor is killed and started again: services go on, and what was copied is there again."""
    compositor = scenes.compositor
    service = compositor.start([scenes.path, 'serve'], stderr=subprocess.PIPE)
    service.stderr.readline()
    told = os.path.join(compositor.folder, 'told')
    with open(told, 'wb') as file:
        watch = compositor.start([scenes.path, 'watch', '--lines'], stdout=file)
    count = lambda: len(open(told, 'rb').read().splitlines())
    wait_until(count, 'the watch', 20)
    owner = compositor.start([scenes.path, 'copy', '--foreground'], stdin=subprocess.PIPE)
    owner.stdin.write(TEXT.encode())
    owner.stdin.close()
    wait_until(lambda: scenes.pasted() == TEXT.encode() and count() >= 2, 'the copy', 20)
    wait_until(lambda: scenes.idle(service.pid), 'the end of the reading', 20)
    seen = count()
    compositor.restart()
    yield same('the owner ends', True, owner.wait(20) != 0)
    wait_until(lambda: scenes.pasted() == TEXT.encode(), 'what was kept', 20)
    yield same('kept', TEXT, scenes.wl_paste('-n').decode())
    scenes.wl_copy(data=b'another')
    wait_until(lambda: count() > seen, 'a change after the restart', 20)
    yield same('goes on', (None, None), (service.poll(), watch.poll()))
    yield same('copied', b'another', scenes.pb('paste'))


def in_the_middle(scenes):
    """The compositor ends while something is pasted: that is an error, and none that takes its time."""
    compositor = scenes.compositor
    client = Client(compositor.environment)

    def begin(pipe):
        os.set_blocking(pipe, False)
        os.write(pipe, b'beginning')

    client.own([KIND], begin)
    paste = compositor.start([scenes.path, 'paste', '--timeout', '60', '--raw', KIND], stdout=subprocess.PIPE)
    yield same('begins', b'beginning', paste.stdout.read(9))
    compositor.kill()
    client.close()
    yield same('fails', True, paste.wait(10) > 0)


def bad_owners(scenes):
    """Owners of thousands of types, one that gives nothing, and one that is never done."""
    compositor = scenes.compositor
    service = compositor.start([scenes.path, 'serve'], stderr=subprocess.PIPE)
    service.stderr.readline()
    names = [f'application/x-{number}' for number in range(10_000)]
    # More than sway has room for: it sends all away who hear of it, the service, too.
    try: Client(compositor.environment).own(names, os.close)
    except ConnectionError: pass
    many = Client(compositor.environment)
    many.own(names[:5000], os.close)
    listed = scenes.pb('show', '--json', '--timeout', '2')
    yield same('thousands of types', True, b'application/x-4000"' in listed)
    many.close()
    silent = Client(compositor.environment)
    silent.own(['text/plain;charset=utf-8'], lambda pipe: None)
    yield same('silent', 2, subprocess.run([scenes.path, 'paste'], env=compositor.environment, capture_output=True,
                                           timeout=20).returncode)
    # Also beside an owner that hangs, the next copy is read and kept.
    good = Client(compositor.environment)
    good.own(['text/plain;charset=utf-8'], lambda pipe: (os.write(pipe, TEXT.encode()), os.close(pipe)))
    wait_until(lambda: good.asked, 'a reading', 20)
    wait_until(lambda: scenes.idle(service.pid), 'the end of the reading', 20)
    good.close()
    wait_until(lambda: scenes.pasted() == TEXT.encode(), 'what was kept', 20)
    yield same('kept', TEXT, scenes.wl_paste('-n').decode())


def bad_readers(scenes):
    """Readers that do not read, or go in the middle, keep nobody waiting."""
    compositor = scenes.compositor
    path = compositor.write('noise', '')
    with open(path, 'wb') as file: file.write(NOISE)
    scenes.pb('copy', '--type', KIND, path)
    stuck = [Client(compositor.environment) for _ in range(10)]
    pipes = [client.ask(KIND) for client in stuck for _ in range(5)]
    for pipe in pipes[::2]: os.read(pipe, 1000); os.close(pipe)
    yield same('byte for byte', True, scenes.wl_paste('-n', '-t', KIND) == NOISE)
    for client in stuck: client.close()
    rest = pipes[1]
    content = b''
    while data := os.read(rest, 1 << 20): content += data
    yield same('a slow reader', True, content == NOISE)
    for pipe in pipes[1::2]: os.close(pipe)
    yield same('still there', True, scenes.wl_paste('-n', '-t', KIND) == NOISE)


def scenes(kind):
    """The scenes on a compositor by name."""
    every = {'a restart': after_a_restart, 'in the middle': in_the_middle, 'bad owners': bad_owners,
             'bad readers': bad_readers}
    return every if kind.has_data_control else {}
