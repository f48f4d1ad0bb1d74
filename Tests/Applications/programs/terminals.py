"""Terminals in which `pb` runs as at the other end of ssh: without a display, beside the clipboard that the terminal has."""
import os

import debian
from desktop import wait_until


class Terminal:
    """A terminal on a desktop; programs in it see no display."""

    name = key = executable = ''
    packages = []
    gives_text = False      # whether it tells programs what is on the clipboard

    @classmethod
    def missing(cls):
        return debian.missing(cls.executable, 'xclip')

    @classmethod
    def version(cls):
        return debian.version(cls.packages[0])

    def __init__(self, desktop):
        self.desktop = desktop
        self.file = os.path.join(desktop.folder, 'over-ssh')

    def command(self, script):
        raise NotImplementedError

    def run(self, *commands):
        """Runs commands in a new terminal, which stays; gives the status, output and words of each."""
        script = ['unset DISPLAY WAYLAND_DISPLAY; stty -g > "$1.before"',
                  # A terminal that has just started may take seconds for its first answer.
                  "stty -icanon -echo min 1 time 0; printf '\\033[c'; dd bs=1 count=1 of=/dev/null 2>/dev/null",
                  'stty min 0 time 5; cat >/dev/null; stty "$(cat "$1.before")"']
        for number, command in enumerate(commands):
            script.append(f'{command} > "$1.{number}.out" 2> "$1.{number}.err"; echo $? > "$1.{number}.status"')
        script.append('stty -g > "$1.after"; mv "$1.after" "$1.end"; exec sleep 600')
        path = self.file + '.sh'
        with open(path, 'w', encoding='utf-8') as file:
            file.write('\n'.join(script) + '\n')
        self.process = self.desktop.start(self.command(['sh', path, self.file]))
        wait_until(lambda: os.path.exists(self.file + '.end'), f'the end of the commands in {self.name}', 60)
        return [(int(self.read(f'{number}.status')), self.read(f'{number}.out'), self.read(f'{number}.err'))
                for number in range(len(commands))]

    def read(self, kind):
        with open(f'{self.file}.{kind}', 'rb') as file:
            return file.read()

    @property
    def is_as_it_was(self):
        return self.read('before') == self.read('end')


class XTermAllowing(Terminal):
    name, key, executable, packages = 'xterm, window operations allowed', 'xterm-allowing', 'xterm', ['xterm', 'xclip']

    def command(self, script):
        return ['xterm', '-xrm', 'XTerm*allowWindowOps: true', '-e', *script]


class XTermRefusing(Terminal):
    name, key, executable, packages = 'xterm as it comes', 'xterm-refusing', 'xterm', ['xterm', 'xclip']
    refuses = True

    def command(self, script):
        return ['xterm', '-xrm', 'XTerm*allowWindowOps: false', '-e', *script]


class Kitty(Terminal):
    name, key, executable, packages = 'kitty', 'kitty', 'kitty', ['kitty', 'libgl1-mesa-dri', 'xclip']
    gives_text = True

    def command(self, script):
        allowed = 'clipboard_control=write-clipboard write-primary read-clipboard read-primary'
        return ['env', 'LIBGL_ALWAYS_SOFTWARE=1', 'kitty', '--config', 'NONE', '-o', allowed, *script]


TERMINALS = [XTermAllowing, XTermRefusing, Kitty]
