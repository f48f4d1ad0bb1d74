"""LibreOffice without its windows being driven by hand: its own commands copy and paste."""
import os, subprocess, tempfile, time

import uno


class Office:
    """LibreOffice on a display of its own."""

    settling = 2        # seconds until it knows whose the clipboard is, and what names there are

    def __init__(self, pb, environment=None):
        """On a display of its own, or where an environment says."""
        self.pb, self.folder, self.server = pb, tempfile.mkdtemp(), None
        self.environment = environment or self.begin_display()
        pipe = f'pasteboard{os.getpid()}'
        self.office = subprocess.Popen(
            ['soffice', f'-env:UserInstallation=file://{self.folder}/profile', '--norestore', '--nologo', '--nodefault',
             '--nofirststartwizard', f'--accept=pipe,name={pipe};urp;'], env=self.environment, stderr=subprocess.DEVNULL)
        here = uno.getComponentContext()
        resolver = here.ServiceManager.createInstanceWithContext('com.sun.star.bridge.UnoUrlResolver', here)
        self.context = None

        def connects():
            try: self.context = resolver.resolve(f'uno:pipe,name={pipe};urp;StarOffice.ComponentContext')
            except Exception: return False
            return True
        self.wait(connects, 120)
        self.desktop = self.service('com.sun.star.frame.Desktop')
        self.dispatcher = self.service('com.sun.star.frame.DispatchHelper')

    def begin_display(self):
        # A server in another root has a folder of its own, and the same names beyond it.
        with open('/proc/net/unix') as file: names = file.read()
        number = next(n for n in range(70, 330)
                      if not os.path.exists(f'/tmp/.X11-unix/X{n}') and f'@/tmp/.X11-unix/X{n}\n' not in names)
        self.server = subprocess.Popen(['Xvfb', f':{number}', '-screen', '0', '1024x768x24', '-nolisten', 'tcp'],
                                       stderr=subprocess.DEVNULL)
        # Its own widgets: those of GTK ask for a session that is not there.
        environment = {**os.environ, 'DISPLAY': f':{number}', 'HOME': self.folder, 'SAL_USE_VCLPLUGIN': 'gen'}
        environment.pop('WAYLAND_DISPLAY', None)
        self.wait(lambda: os.path.exists(f'/tmp/.X11-unix/X{number}'))
        return environment

    def service(self, name): return self.context.ServiceManager.createInstanceWithContext(name, self.context)

    @staticmethod
    def wait(condition, seconds=30):
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline: raise TimeoutError('LibreOffice was not ready')
            time.sleep(0.1)

    def document(self, kind): return self.desktop.loadComponentFromURL(f'private:factory/{kind}', '_blank', 0, ())

    def copy(self, markdown):
        subprocess.run([self.pb, 'copy', '--type', 'markdown'], input=markdown.encode(), env=self.environment, check=True)

    def offer_rtf(self, markdown):
        rtf = subprocess.run([self.pb, 'convert', '--from', 'markdown', '--to', 'rtf', '-'], input=markdown.encode(),
                             stdout=subprocess.PIPE, check=True).stdout
        subprocess.run(['xclip', '-selection', 'clipboard', '-t', 'text/rtf'], input=rtf, env=self.environment, check=True)

    def do(self, document, command):
        self.dispatcher.executeDispatch(document.CurrentController.Frame, command, '', 0, ())

    def paste(self, document, text=lambda document: document.Text.String):
        """Pastes; again where nothing came, as it learns late whose the clipboard is."""
        before = text(document)
        for _ in range(5):
            time.sleep(self.settling)
            self.do(document, '.uno:Paste')
            if text(document) != before: return

    def copied(self, document):
        """The Markdown of all that the document holds, copied there."""
        self.do(document, '.uno:SelectAll')
        self.do(document, '.uno:Copy')
        time.sleep(1)
        return subprocess.run([self.pb, 'paste'], env=self.environment, stdout=subprocess.PIPE).stdout.decode()

    def end(self):
        self.office.terminate(); self.office.wait()
        if self.server:
            self.server.terminate(); self.server.wait()
