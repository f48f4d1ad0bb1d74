"""The program under test, run on a desktop as a person runs it in a terminal."""
import os


class Pb:
    def __init__(self, path, desktop):
        self.path, self.desktop = path, desktop

    def __call__(self, *arguments, data=None):
        """Runs `pb`; gives what it wrote. Throws `CalledProcessError` if it fails."""
        return self.desktop.run([self.path, *arguments], input=data, check=True).stdout

    def pbcopy(self, data):
        """Copies `data` with `pb` under the name that people know from macOS."""
        name = os.path.join(self.desktop.folder, 'pbcopy')
        if not os.path.lexists(name):
            os.symlink(self.path, name)
        self.desktop.run([name], input=data, check=True)

    def serve(self):
        """Starts the service; the caller ends it."""
        return self.desktop.start([self.path, 'serve'])
