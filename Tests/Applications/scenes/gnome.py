"""On GNOME's compositor: what other programs get of `pb`, and `pb` of them, through Mutter's own interface."""
import os, random, select, shutil, signal, subprocess, time

from desktop import wait_until
from scenes.exchange import same

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCE = os.path.join(FOLDER, 'constructs.md')
PEER = os.path.join(FOLDER, 'readers', 'mutter_clipboard.py')
TEXT = 'привет – café'
LARGE = 64 << 20
CONTROL, KEYS = 29, {'a': 30, 'c': 46, 'v': 47, 's': 31, 'end': 107}
KINDS = ('mutter', 'mutter-alone')
HINT = 'x-kde-passwordManagerHint'


class Scenes:
    """Each method is a scene; it gives findings, and runs on a compositor of its own.

    All programs are the user's whose session it is: the bus answers nobody else.
    """

    def __init__(self, compositor, pb, results):
        self.compositor, self.results = compositor, results
        self.path = self.file('pb')
        shutil.copyfile(pb, self.path)
        os.chmod(self.path, 0o755)
        # The folder of the sources need not be readable for that user.
        self.peer_path = self.write('peer.py', open(PEER, 'rb').read())
        self.source = self.write('constructs.md', open(SOURCE, 'rb').read())

    def file(self, name):
        return os.path.join(self.compositor.folder, name)

    def write(self, name, content):
        with open(self.file(name), 'wb') as file:
            file.write(content)
        os.chmod(file.name, 0o644)
        return file.name

    def run(self, *command, **options):
        return self.compositor.run([*self.compositor.as_user, *command], **options)

    def start(self, *command, **options):
        return self.compositor.start([*self.compositor.as_user, *command], **options)

    def pb(self, *arguments, data=None):
        return self.run(self.path, *arguments, **({} if data is None else {'input': data}))

    def status(self, *arguments):
        return subprocess.run([*self.compositor.as_user, self.path, *arguments], env=self.compositor.environment,
                              stdin=subprocess.DEVNULL, timeout=30, capture_output=True)

    def peer(self, *arguments):
        return self.run('/usr/bin/python3', self.peer_path, *arguments)

    def names(self):
        return self.peer('list').decode().split('\n')

    pb_names = names

    def keyboard(self):
        """Mutter has one for each session that presses keys."""

    def press(self, *keys):
        """Control and these keys, one after the other."""
        self.peer('press', *(f'{CONTROL}+{KEYS[key]}' for key in keys))

    def owner(self, **forms):
        """A program that has copied these; returned once it owns them."""
        return self.own({name.replace('__', '/'): content for name, content in forms.items()})

    def own(self, forms):
        operands = [f'{name}={self.write(f"form{number}", content)}'
                    for number, (name, content) in enumerate(forms.items())]
        owner = self.start('/usr/bin/python3', self.peer_path, 'own', *operands, stdout=subprocess.PIPE)
        wait_until(lambda: set(forms) <= set(self.names()), 'the copy of the peer', 30)
        return owner

    def chosen(self):
        """The way, without X and without a word of it where it is not asked for."""
        explanation = self.status('config').stdout.decode()
        yield same('way', True, 'copies and pastes through gnome' in explanation and 'remote-desktop interface' in explanation)
        yield same('empty', 1, self.status('paste').returncode)
        yield same('unknown way', 2, self.status('paste', '--backend', 'gnom').returncode)

    def every_format(self):
        """All that is offered of Markdown, through an independent program, byte for byte."""
        self.pb('copy', self.source)
        names = self.names()
        source = open(SOURCE, 'rb').read()
        for name in ['text/markdown', 'text/plain;charset=utf-8', 'text/plain', 'UTF8_STRING']:
            yield same('offered', True, name in names)
            yield same('byte for byte', source, self.peer('read', name))
        for name in ['text/html', 'public.html']:
            yield same('offered', True, name in names)
            yield same('byte for byte', self.pb('paste', '--raw', name), self.peer('read', name))
        yield same('one list', False, 'STRING' in names or 'COMPOUND_TEXT' in names)
        yield same('paste', source, self.pb('paste'))

    def through_xwayland(self):
        """The same through Xwayland's bridge, with xclip, and primary, which is Xwayland's alone."""
        self.pb('copy', self.source)
        source = open(SOURCE, 'rb').read()
        xclip = lambda *options: self.run('xclip', '-o', '-selection', 'clipboard', *options)
        yield same('text', source, xclip())
        for name in ['text/markdown', 'text/html']:
            yield same('byte for byte', self.pb('paste', '--raw', name), xclip('-t', name))
        # It stays behind with its output open.
        subprocess.run([*self.compositor.as_user, 'xclip', '-selection', 'clipboard', '-t', 'text/html'], check=True,
                       env=self.compositor.environment, input='<p>é <b>b</b></p>'.encode(), stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        yield same('copied with X11', 'é **b**\n', self.pb('paste').decode())
        self.pb('copy', '-p', 'primary', data=b'selected')
        yield same('primary', b'selected', self.pb('paste', '-p', 'primary'))
        yield same('primary', b'selected', self.run('xclip', '-o', '-selection', 'primary'))

    def without_xwayland(self):
        """What Xwayland alone has is refused with a sentence."""
        answer = self.status('paste', '-p', 'primary')
        yield same('primary', (2, True), (answer.returncode, b'requires Xwayland' in answer.stderr))

    def what_others_copy(self):
        """What a program copies, byte for byte, and converted."""
        noise = random.Random(19).randbytes(300_000)
        owner = self.own({'text/plain;charset=utf-8': TEXT.encode(), 'image/png': noise, 'a/empty': b''})
        yield same('text', TEXT.encode(), self.pb('paste'))
        yield same('picture', noise, self.pb('paste', '--raw', 'image/png'))
        owner.kill()
        owner = self.own({'text/html': '<p>é <b>b</b></p>'.encode()})
        yield same('converted', 'é **b**\n', self.pb('paste').decode())
        self.pb('clear')
        yield same('cleared', 1, self.status('paste').returncode)
        yield same('told', 0, owner.wait(20))

    def large(self):
        """64 MiB each way."""
        content = random.Random(7).randbytes(LARGE)
        path, kind = self.write('large.bin', content), 'application/octet-stream'
        self.pb('copy', '--type', kind, path)
        yield same('out', True, self.peer('read', kind) == content)
        self.pb('clear')
        self.own({kind: content})
        yield same('in', True, self.pb('paste', '--timeout', '60', '--raw', kind) == content)

    def waiting(self):
        """A change is seen by a program that waits for it."""
        watch = self.start(self.path, 'watch', '--json', stdout=subprocess.PIPE)
        # What is copied before it watches it does not see.
        has_seen = lambda: self.pb('copy', data=TEXT.encode()) or select.select([watch.stdout], [], [], 1)[0]
        wait_until(has_seen, 'what the watch sees', 30)
        yield same('seen', True, b'text' in watch.stdout.readline())
        watch.kill()
        owner = self.start('/usr/bin/python3', self.peer_path, 'owners', '4', stdout=subprocess.PIPE)
        time.sleep(1)
        self.pb('copy', data=b'other')
        told = owner.stdout.read().decode()
        yield same('told', True, 'text/plain;charset=utf-8' in told)

    def for_a_while(self):
        """--once, --clear-after, and secrets: nothing of them is kept, also not by Mutter."""
        self.pb('copy', '--once', data=b'once')
        yield same('once', b'once', self.pb('paste'))
        wait_until(lambda: self.status('paste').returncode == 1, 'the end of what is pasted once', 20)
        self.pb('copy', '--clear-after', '1', data=b'a while')
        yield same('a while', b'a while', self.pb('paste'))
        wait_until(lambda: self.status('paste').returncode == 1, 'the end of what is there for a while', 20)
        self.pb('copy', '--sensitive', data=b'secret')
        yield same('marked', True, HINT in self.names())
        yield same('secret', b'secret', self.pb('paste'))
        self.kill_owner()
        time.sleep(1)
        yield same('not kept', 1, self.status('paste').returncode)

    def kill_owner(self):
        """The process that `pb copy` left."""
        for name in os.listdir('/proc'):
            if not name.isdigit(): continue
            try:
                words = open(f'/proc/{name}/cmdline', 'rb').read().split(b'\0')
            except OSError:
                continue
            if words[:2] == [self.path.encode(), b'copy']: os.kill(int(name), signal.SIGKILL)

    def kept(self):
        """What a program that is killed had copied, beside `pb serve`: all of it, where Mutter keeps text alone."""
        service = self.start(self.path, 'serve', '--history', '20', stderr=subprocess.PIPE)
        service.stderr.readline()
        forms = {'text/plain;charset=utf-8': TEXT.encode(), 'text/html': f'<p><b>{TEXT}</b></p>'.encode()}
        owner = self.own(forms)
        wait_until(lambda: self.remembers(TEXT), 'the end of the reading', 20)
        owner.send_signal(signal.SIGKILL)
        owner.wait()
        wait_until(lambda: 'text/html' in self.names(), 'what was kept', 20)
        for name, content in forms.items():
            yield same('kept', content, self.peer('read', name))
        secret = self.own({'text/plain;charset=utf-8': b'password', HINT: b'secret'})
        time.sleep(1)
        secret.send_signal(signal.SIGKILL)
        secret.wait()
        time.sleep(1)
        yield same('history', True, 'password' not in self.pb('history', 'list').decode())
        self.pb('copy', data=b'next')
        wait_until(lambda: self.remembers('next'), 'the reading of what pb had copied', 30)
        self.kill_owner()
        wait_until(lambda: self.status('paste').stdout == b'next', 'what pb had copied', 20)
        self.pb('clear')
        time.sleep(1)
        yield same('cleared', 1, self.status('paste').returncode)
        before = self.wakeups(service.pid)
        time.sleep(5)
        yield same('wake-ups of an idle service', 0, self.wakeups(service.pid) - before)

    def remembers(self, text):
        """Whether the service has read a copy of it."""
        return text in self.status('history', 'list').stdout.decode()

    @staticmethod
    def wakeups(process):
        """How often its threads gave up the processor by themselves: once for each wait."""
        count = 0
        for task in os.listdir(f'/proc/{process}/task'):
            for line in open(f'/proc/{process}/task/{task}/status'):
                if line.startswith('voluntary_ctxt_switches'): count += int(line.split()[1])
        return count

    def text_editor(self):
        """Pasted into GNOME's text editor with the keys of a person, and copied from there."""
        path = self.write('typed.txt', b'ready')
        if self.compositor.as_user: shutil.chown(path, 'nobody')
        self.start('gnome-text-editor', '--standalone', path)
        self.pb('copy', data=TEXT.encode())
        saved = lambda: open(path, encoding='utf-8').read().strip() == TEXT
        # Keys reach it once its window has the focus.
        wait_until(lambda: self.press('a', 'v', 's') or saved(), 'the saved text', 90)
        yield same('pasted', TEXT, open(path, encoding='utf-8').read().strip())
        self.pb('clear')
        wait_until(lambda: self.press('a', 'c') or self.status('paste').returncode == 0, 'what the editor copied', 60)
        yield same('copied', TEXT, self.pb('paste').decode().strip())

    def nothing_shows(self):
        """No session is started, no window opened, no focus taken."""
        monitor = self.start('dbus-monitor', '--session', f"path_namespace='/org/gnome/Mutter'",
                             stdout=subprocess.PIPE)
        time.sleep(1)
        self.pb('copy', data=TEXT.encode())
        self.pb('paste')
        self.pb('clear')
        time.sleep(1)
        monitor.terminate()
        said = monitor.stdout.read().decode()
        yield same('used', True, 'member=SetSelection' in said and 'member=SelectionRead' in said)
        yield same('started', False, 'member=Start' in said)


def scenes(kind):
    """The scenes of a compositor by name."""
    if kind.key not in KINDS:
        return {}
    every = {'gnome: chosen': Scenes.chosen, 'gnome: formats': Scenes.every_format, 'gnome: others': Scenes.what_others_copy,
             'gnome: large': Scenes.large, 'gnome: waiting': Scenes.waiting, 'gnome: for a while': Scenes.for_a_while,
             'gnome: kept': Scenes.kept, 'gnome: nothing shows': Scenes.nothing_shows}
    if shutil.which('gnome-text-editor'):
        every['gnome: text editor'] = Scenes.text_editor
    if kind.key == 'mutter':
        return every | {'gnome: through Xwayland': Scenes.through_xwayland}
    return every | {'gnome: without Xwayland': Scenes.without_xwayland}
