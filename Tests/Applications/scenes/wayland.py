"""On a compositor of Wayland: what other programs get of `pb`, and `pb` of them."""
import hashlib, os, random, signal, subprocess

from desktop import Timeout, wait_until
from scenes.exchange import same

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCE = os.path.join(FOLDER, 'constructs.md')
TEXT = 'привет – café'
LARGE = 64 << 20
META = b'<meta http-equiv="content-type" content="text/html; charset=utf-8">'
HUGE = 1 << 30
TEXT_NAMES = ['text/plain;charset=utf-8', 'text/plain', 'UTF8_STRING', 'TEXT']


class Scenes:
    """Each method is a scene; it gives findings, and runs on a compositor of its own."""

    def __init__(self, compositor, pb, results):
        self.compositor, self.path, self.results = compositor, pb, results

    def pb(self, *arguments, data=None):
        return self.compositor.run([self.path, *arguments], **({} if data is None else {'input': data}))

    def wl_copy(self, *arguments, data):
        self.compositor.run(['wl-copy', *arguments], input=data)

    def wl_paste(self, *arguments):
        return self.compositor.run(['wl-paste', *arguments])

    def keyboard(self):
        """A seat has a keyboard only as long as somebody has one."""
        return self.compositor.start(['wtype', '-s', '600000'])

    def press(self, *keys):
        """Control and these keys, one after the other."""
        words = [word for key in keys for word in ('-M', 'ctrl', key, '-m', 'ctrl', '-s', '700')]
        self.compositor.run(['wtype', '-s', '300', *words])

    def is_empty(self, *arguments):
        return subprocess.run([self.path, 'paste', *arguments], env=self.compositor.environment, timeout=20,
                              capture_output=True).returncode == 1

    def explanation(self):
        return subprocess.run([self.path, 'paste', '--explain'], env=self.compositor.environment, timeout=20,
                              capture_output=True, text=True).stderr

    def every_format(self):
        """All that is offered of Markdown, through wl-paste, byte for byte."""
        self.pb('copy', SOURCE)
        names = self.wl_paste('-l').decode().split('\n')
        with open(SOURCE, 'rb') as file:
            source = file.read()
        for name in ['text/markdown', *TEXT_NAMES]:
            yield same('offered', True, name in names)
            yield same('byte for byte', source, self.wl_paste('-n', '-t', name))
        yield same('offered', True, 'text/html' in names)
        yield same('byte for byte', self.pb('paste', '--raw', 'text/html'), self.wl_paste('-n', '-t', 'text/html'))
        # LibreOffice would prefer it, and calculate what looks like a formula.
        yield same('no RTF', False, 'text/rtf' in names or 'application/rtf' in names)
        yield same('one list', False, 'STRING' in names or 'COMPOUND_TEXT' in names)

    def what_others_copy(self):
        """What wl-copy gives, byte for byte."""
        noise = random.Random(19).randbytes(300_000)
        for name, content in [('text/plain', TEXT.encode()), ('text/html', b'<p>x <b>y</b></p>'), ('image/png', noise)]:
            self.wl_copy('-t', name, data=content)
            yield same('byte for byte', content, self.pb('paste', '--raw', name))
        self.wl_copy('-t', 'text/html', data='<p>é <b>b</b></p>'.encode())
        yield same('converted', 'é **b**\n', self.pb('paste').decode())

    def boards_and_clearing(self):
        """Nothing at first; what is copied and what is selected do not mix."""
        yield same('empty', True, self.is_empty())
        yield same('empty', True, self.is_empty('-p', 'primary'))
        self.pb('copy', data=b'copied')
        self.pb('copy', '-p', 'primary', data=b'selected')
        yield same('copied', b'copied', self.wl_paste('-n'))
        yield same('selected', b'selected', self.wl_paste('-n', '--primary'))
        self.pb('clear')
        yield same('cleared', True, self.is_empty())
        yield same('selected', b'selected', self.pb('paste', '-p', 'primary'))
        self.wl_copy('--primary', data=b'other')
        yield same('selected', b'other', self.pb('paste', '-p', 'primary'))

    def waiting(self):
        """A change is seen by a program that waits for it."""
        process = self.compositor.start([self.path, 'paste', '--wait'], stdout=subprocess.PIPE)
        # What is copied before it waits it does not see.
        wait_until(lambda: self.wl_copy(data=TEXT.encode()) or process.poll() is not None, 'the end of the waiting', 30)
        yield same('seen', TEXT.encode(), process.stdout.read())

    def large(self):
        """64 MiB each way."""
        path = os.path.join(self.compositor.folder, 'large.bin')
        with open(path, 'wb') as file:
            file.write(random.Random(7).randbytes(LARGE))
        with open(path, 'rb') as file:
            content = file.read()
        self.pb('copy', '--type', 'application/octet-stream', path)
        yield same('out', True, self.wl_paste('-n', '-t', 'application/octet-stream') == content)
        self.wl_copy('-t', 'application/octet-stream', data=content)
        yield same('in', True, self.pb('paste', '--timeout', '20', '--raw', 'application/octet-stream') == content)

    def huge(self):
        """A gibibyte each way."""
        path = os.path.join(self.compositor.folder, 'huge.bin')
        piece = random.Random(8).randbytes(LARGE)
        with open(path, 'wb') as file:
            for number in range(HUGE // LARGE):
                file.write(number.to_bytes(8, 'little') + piece[8:])
        kind = 'application/octet-stream'
        self.pb('copy', '--type', kind, path)
        yield same('out', self.digest(['cat', path]), self.digest(['wl-paste', '-n', '-t', kind]))
        with open(path, 'rb') as file:
            self.compositor.run(['wl-copy', '-t', kind], stdin=file)
        yield same('in', self.digest(['cat', path]), self.digest([self.path, 'paste', '--timeout', '60', '--raw', kind]))

    def digest(self, command):
        """Of what a command writes."""
        process = self.compositor.start(command, stdout=subprocess.PIPE)
        digest = hashlib.file_digest(process.stdout, 'sha256').hexdigest()
        process.wait(60)
        return digest

    def kept(self):
        """What a program that is killed had copied, beside `pb serve`."""
        service = self.compositor.start([self.path, 'serve'], stderr=subprocess.PIPE)
        service.stderr.readline()
        owner = self.compositor.start(['wl-copy', '--foreground', '-t', 'text/markdown'], stdin=subprocess.PIPE)
        owner.stdin.write(b'# kept\n')
        owner.stdin.close()
        # Taken over, as Markdown alone lacks HTML.
        wait_until(lambda: 'text/html' in self.pb_names(), 'HTML of the Markdown', 20)
        yield same('kept', b'# kept\n', self.pb('paste'))
        other = self.compositor.start(['wl-copy', '--foreground', TEXT])
        wait_until(lambda: TEXT.encode() == self.pasted(), 'the copy', 20)
        # The service has read it when it has asked for all of its names.
        wait_until(lambda: self.idle(service.pid), 'the end of the reading', 20)
        other.send_signal(signal.SIGKILL)
        other.wait()
        wait_until(lambda: TEXT.encode() == self.pasted(), 'what was kept', 20)
        yield same('kept', TEXT.encode(), self.wl_paste('-n'))
        self.pb('clear')
        yield same('cleared', True, self.is_empty())

    def pb_names(self):
        try:
            return self.wl_paste('-l').decode().split('\n')
        except subprocess.CalledProcessError:
            return []

    def pasted(self):
        try:
            return self.pb('paste')
        except subprocess.CalledProcessError:
            return None

    @staticmethod
    def idle(process):
        """The thread that waits, one for signals, one for boards, and one that keeps the place of the manager: a reading has one more."""
        return len(os.listdir(f'/proc/{process}/task')) <= 4

    def chosen(self):
        """Data control, where there is some; X11 is the last resort."""
        self.pb('copy', data=b'x')
        yield same('backend', True, 'reading through wayland' in self.explanation())

    def terminal(self):
        """Pasted into foot with the keys of a person."""
        self.pb('copy', data=TEXT.encode())
        target = os.path.join(self.compositor.folder, 'typed.txt')
        keys = self.compositor.start(['wtype', '-s', '60000'])
        self.compositor.start(['foot', '-c', '/dev/null', 'sh', '-c', f'touch {target}; cat > {target}'])
        wait_until(lambda: os.path.exists(target), 'the terminal', 30)
        self.compositor.run(['wtype', '-s', '500', '-M', 'ctrl', '-M', 'shift', 'v', '-m', 'shift', '-m', 'ctrl', '-s', '500',
                             '-k', 'Return', '-M', 'ctrl', 'd', '-m', 'ctrl', '-s', '200'])
        read = lambda: open(target, encoding='utf-8').read()
        wait_until(read, 'the text', 20)
        yield same('pasted', TEXT + '\n', read())
        keys.kill()

    def over_ssh(self):
        """Within foot, as at the other end of ssh: text out, and text in."""
        base = os.path.join(self.compositor.folder, 'over-ssh')
        # It may copy and be read while it has the focus: once a key has arrived.
        script = (f"touch {base}.ready; read -r _; touch {base}.started; unset WAYLAND_DISPLAY DISPLAY; "
                  f"printf %s '{TEXT}' | '{self.path}' copy --explain 2> {base}.words; "
                  f"'{self.path}' paste > {base}.pasted 2> {base}.why; "
                  f"echo $? > {base}.new; mv {base}.new {base}.status; exec sleep 60")
        terminal = self.compositor.start(['foot', '-c', '/dev/null', 'sh', '-c', script])
        wait_until(lambda: os.path.exists(base + '.ready'), 'the shell in foot', 30)
        keys = self.press_return(lambda: os.path.exists(base + '.started'))
        wait_until(lambda: os.path.exists(base + '.status'), 'the commands in foot', 30)
        read = lambda kind: open(f'{base}.{kind}', encoding='utf-8').read()
        yield same('way', True, 'by OSC 52' in read('words'))
        yield same('out', TEXT, self.wl_paste('-n').decode())
        yield same('in', (TEXT, '0\n', ''), (read('pasted'), read('status'), read('why')))
        terminal.kill()
        keys.kill()

    def press_return(self, has_arrived):
        """Presses Return until it has arrived; the keyboard stays, as the focus goes for a moment with each that leaves."""
        for _ in range(10):
            keys = self.compositor.start(['wtype', '-s', '300', '-k', 'Return', '-s', '60000'])
            try:
                wait_until(has_arrived, 'the focus', 3)
                return keys
            except Timeout:
                keys.kill()
                keys.wait()
        raise Timeout('there was no focus')

    def editor(self):
        """Pasted into a text view of GTK 3, and copied from there."""
        self.pb('copy', data=TEXT.encode())
        path = os.path.join(self.compositor.folder, 'editor.txt')
        with open(path, 'w', encoding='utf-8') as file:
            file.write('ready')
        keys = self.compositor.start(['wtype', '-s', '60000'])
        self.compositor.start(['/usr/bin/python3', os.path.join(FOLDER, 'editors', 'gtk3_editor.py'), path])
        press = lambda key: ['-M', 'ctrl', key, '-m', 'ctrl', '-s', '500']
        self.compositor.run(['wtype', '-s', '4000', *press('a'), *press('v'), *press('s'), '-s', '500'])
        wait_until(lambda: open(path, encoding='utf-8').read() != 'ready', 'the saved text', 20)
        yield same('pasted', TEXT, open(path, encoding='utf-8').read())
        self.pb('clear')
        # What it copies it offers with the next key.
        self.compositor.run(['wtype', '-s', '500', *press('a'), *press('c'), *press('s')])
        wait_until(self.pb_names, 'what the editor copied', 20)
        yield same('copied', TEXT, self.pb('paste').decode())
        keys.kill()

    def with_the_focus(self):
        """Without data control a window takes the focus for a moment: HTML, pictures and text, both ways."""
        page, noise = '<p>é <b>b</b></p>'.encode(), random.Random(19).randbytes(300_000)
        path = os.path.join(self.compositor.folder, 'picture.png')
        with open(path, 'wb') as file:
            file.write(noise)
        self.pb('copy', data=TEXT.encode())
        yield same('text out', TEXT.encode(), self.wl_paste('-n'))
        yield same('backend', True, 'reading through focus' in self.explanation())
        self.pb('copy', '-t', 'text/html', data=page)
        yield same('HTML out', page, self.wl_paste('-n', '-t', 'text/html').removeprefix(META))
        yield same('Markdown out', 'é **b**\n', self.wl_paste('-n', '-t', 'text/markdown').decode())
        self.pb('copy', '-t', 'image/png', path)
        yield same('picture out', noise, self.wl_paste('-n', '-t', 'image/png'))
        for name, content in [('text/plain', TEXT.encode()), ('text/html', page), ('image/png', noise)]:
            self.wl_copy('-t', name, data=content)
            yield same(f'{name} in', content, self.pb('paste', '--raw', name))
        self.wl_copy('-t', 'text/html', data=page)
        yield same('converted', 'é **b**\n', self.pb('paste').decode())
        for command in (['watch', '--once'], ['serve']):
            answer = subprocess.run([self.path, *command], env=self.compositor.environment, timeout=20, capture_output=True)
            yield same('no person, no way', (2, True), (answer.returncode, b'requires Xwayland' in answer.stderr))

    def through_xwayland(self):
        """Without data control X11 is used, and text beyond ASCII reaches programs of Wayland."""
        self.pb('copy', data=TEXT.encode())
        yield same('copied', TEXT.encode(), self.pb('paste'))
        yield same('backend', True, 'the compositor does not support data control' in self.explanation())
        for name in ['text/plain;charset=utf-8', 'text/plain']:
            content = wait_until(lambda: self.read_by_mutter(name), 'an answer of Mutter', 30)
            yield same('read', TEXT, content.decode('utf-8', 'replace'))

    def read_by_mutter(self, name):
        """What a program of Wayland would get; None before Mutter is ready."""
        # The bus answers the user that it belongs to.
        command = [*self.compositor.as_user, '/usr/bin/python3', '-', name]
        with open(os.path.join(FOLDER, 'readers', 'mutter_selection.py'), 'rb') as script:
            try:
                return self.compositor.run(command, input=script.read())
            except subprocess.CalledProcessError:
                return None


def scenes(kind):
    """The scenes of a compositor by name."""
    if kind.key == 'weston':
        return {'with the focus': Scenes.with_the_focus}
    if not kind.has_data_control:
        return {'through Xwayland': Scenes.through_xwayland} if kind.key == 'mutter' else {}
    every = {'chosen': Scenes.chosen, 'formats': Scenes.every_format, 'other programs': Scenes.what_others_copy,
             'boards': Scenes.boards_and_clearing, 'waiting': Scenes.waiting, 'large': Scenes.large,
             'huge': Scenes.huge, 'kept': Scenes.kept}
    if kind.has_keys:
        every |= {'terminal': Scenes.terminal, 'over ssh': Scenes.over_ssh, 'editor': Scenes.editor}
    return every
