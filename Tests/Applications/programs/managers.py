"""Other clipboard managers, which run beside the service."""
import debian
from desktop import wait_until


class Manager:
    """A manager in the background, known to be there by a window of its class or by a question that it answers."""

    def __init__(self, name, package, command, window_class=None, question=None):
        self.name, self.package, self.command = name, package, command
        self.window_class, self.question = window_class, question

    def missing(self):
        return debian.missing(self.command[0])

    def version(self):
        return debian.version(self.package)

    def start(self, desktop):
        process = desktop.start(self.command)
        wait_until(lambda: self.answers(desktop), f'the start of {self.name}', 30)
        return process

    def answers(self, desktop):
        if self.question:
            return desktop.run(self.question).returncode == 0
        return self.window_class in desktop.window_classes()


MANAGERS = [Manager('Clipman', 'xfce4-clipman', ['xfce4-clipman'], window_class='xfce4-clipman'),
            Manager('Parcellite', 'parcellite', ['parcellite'], window_class='parcellite'),
            Manager('CopyQ', 'copyq', ['copyq'], question=['copyq', 'eval', '1'])]
