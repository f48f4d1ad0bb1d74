"""LibreOffice Writer, which opens and saves ODT."""
import os

from desktop import Timeout, wait_until
from programs.program import Program
from readers import illustrations, odt

# No tip of the day, no greeting, no questions about donations.
SETTINGS = '''<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="ShowTipOfTheDay" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="FirstRun" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="ooSetupLastVersion" oor:op="fuse"><value>7.4</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Save/Document"><prop oor:name="WarnAlienFormat" oor:op="fuse"><value>false</value></prop></item>
</oor:items>
'''


class LibreOffice(Program):
    name = 'LibreOffice Writer'
    key = 'libreoffice'
    packages = ['libreoffice-writer', 'libreoffice-math', 'libreoffice-gtk3']
    executable = 'soffice'
    entry = 'libreoffice-writer'
    shared_title = 'pasteboard.odt'
    reads = ('.html', '.fodt', '.rtf')
    suffix = '.odt'
    grip = 300, 300
    carries = ('text', 'colours', 'picture')
    illustrates = True

    def __init__(self, desktop, selection):
        super().__init__(desktop, selection)
        self.profile = os.path.join(self.folder, 'profile')
        os.makedirs(os.path.join(self.profile, 'user'))
        with open(os.path.join(self.profile, 'user', 'registrymodifications.xcu'), 'w') as file:
            file.write(SETTINGS)

    def command(self, *arguments):
        return [self.executable, f'-env:UserInstallation=file://{self.profile}', '--norestore', '--nologo',
                '--nofirststartwizard', *arguments]

    def shared_command(self):
        return self.command()

    def convert(self, source, *filters):
        """An ODT made of another file, without a window."""
        self.desktop.run(self.command('--headless', *filters, '--convert-to', 'odt:writer8', '--outdir', self.folder, source),
                         check=True)
        return os.path.join(self.folder, os.path.splitext(os.path.basename(source))[0] + '.odt')

    def prepared(self, source):
        filters = ['--infilter=HTML (StarWriter)'] if source.endswith('.html') else []
        return super().prepared(source) if source.endswith('.odt') else self.convert(source, *filters)

    def new_file(self):
        # Not from a text file, whose text is preformatted; an empty page has all styles as a new document has them.
        return self.convert(self.write_file('new.html', f'<p>{self.empty}</p>'), '--infilter=HTML (StarWriter)')

    def content(self):
        return odt.read(self.file)

    def paste_again(self):
        # On a busy machine it learns late whose the clipboard is: till then it pastes what it copied itself, or nothing. Or it
        # is still at work: a paste over what has just been pasted gives the first words the character style of what follows.
        try:
            wait_until(lambda: not self.is_untouched(), 'a paste', 10)
        except Timeout:
            self.paste()

    def is_untouched(self):
        return self.text().strip() == self.empty

    def text(self):
        return odt.text(self.file)

    def illustrations(self):
        return list(illustrations.in_odt(self.file))
