"""In a terminal, without a display: what `pb` puts on the clipboard around it, and what it gets from there."""
import subprocess

from desktop import wait_until
from scenes.exchange import same

TEXT = 'привет – café'


class Scenes:
    """Each method is a scene; it gives findings, and runs in a terminal of its own."""

    def __init__(self, terminal, pb):
        self.terminal, self.pb = terminal, pb

    def clipboard(self):
        answer = self.terminal.desktop.run(['xclip', '-selection', 'clipboard', '-o'])
        return answer.stdout.decode('utf-8', 'replace')

    def text_out(self):
        """Text arrives on the clipboard, and the terminal is as it was."""
        [(status, _, words)] = self.terminal.run(f"printf %s '{TEXT}' | '{self.pb}' copy --explain")
        yield same('status', 0, status)
        yield same('way', True, b'by OSC 52' in words or b'by OSC 5522' in words)
        yield same('copied', TEXT, self.clipboard())
        yield same('as it was', True, self.terminal.is_as_it_was)

    def text_in(self):
        """What another program copied, and what pb itself did."""
        owner = self.terminal.desktop.start(['xclip', '-quiet', '-selection', 'clipboard', '-i'], stdin=subprocess.PIPE)
        owner.stdin.write(TEXT.encode())
        owner.stdin.close()
        wait_until(lambda: self.clipboard() == TEXT, 'a copy of xclip', 20)
        paste = f"'{self.pb}' paste"
        first, copied, second = self.terminal.run(paste, f"seq 20000 | '{self.pb}' copy -t plain", paste)
        yield same('pasted', (0, TEXT.encode()), first[:2])
        yield same('copied', 0, copied[0])
        yield same('pasted', ''.join(f'{number}\n' for number in range(1, 20001)).encode(), second[1])
        yield same('as it was', True, self.terminal.is_as_it_was)

    def refused(self):
        """Where nothing is taken, nothing is claimed."""
        [(status, _, words)] = self.terminal.run(f"echo x | '{self.pb}' copy")
        yield same('status', 2, status)
        yield same('reason', True, b'allowWindowOps' in words)
        yield same('as it was', True, self.terminal.is_as_it_was)


def scenes(kind):
    """The scenes of a terminal by name."""
    if getattr(kind, 'refuses', False):
        return {'refused': Scenes.refused}
    return {'text out': Scenes.text_out} | ({'text in': Scenes.text_in} if kind.gives_text else {})
