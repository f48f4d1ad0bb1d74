"""LibreOffice Calc, which opens and saves ODS."""
from desktop import Timeout, wait_until
from programs.libreoffice import LibreOffice
from readers import tables

# The dialogs that ask how plain text is to be split into columns, and in which language numbers of HTML are.
QUESTIONS = 'Text Import', 'Import Options'


class Calc(LibreOffice):
    name = 'LibreOffice Calc'
    key = 'calc'
    packages = ['libreoffice-calc', 'libreoffice-gtk3']
    suffix = '.ods'
    holds = 'table'
    carries = ('table',)

    def new_file(self):
        source = self.write_file('new.csv', self.empty + '\n')
        self.desktop.run(self.command('--headless', '--convert-to', 'ods', '--outdir', self.folder, source), check=True)
        return source.removesuffix('.csv') + '.ods'

    def paste(self):
        """Into the first cell of an empty sheet; a question how to split text is answered as people do."""
        self.desktop.focus(self.window)
        self.select_all()
        self.desktop.key('Delete', 'ctrl+Home', 'ctrl+v')
        try:
            self.question = wait_until(self.open_question, 'a question', 5)
        except Timeout:
            self.question = None
            return
        self.desktop.focus(self.desktop.window(self.question))
        self.desktop.key('Return')
        wait_until(lambda: not self.open_question(), 'the end of the question', 20)

    def open_question(self):
        return next((title for title in QUESTIONS if self.desktop.window(title)), None)

    def is_untouched(self):
        return self.content() in ([], [[self.empty]])

    def content(self):
        return tables.read(self.file)
