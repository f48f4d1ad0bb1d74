"""AbiWord, which opens and saves its own format, AbiWord Document."""
import os

import flat_odt
from programs.program import Program
from readers import abw, illustrations

NEW = '''<?xml version="1.0" encoding="UTF-8"?>
<abiword template="false" xmlns:fo="http://www.w3.org/1999/XSL/Format" fileformat="1.1" xml:space="preserve">
<section><p style="Normal">%s</p></section></abiword>
'''


class AbiWord(Program):
    name = 'AbiWord'
    key = 'abiword'
    packages = ['abiword']
    executable = 'abiword'
    reads = ('.html', '.fodt', '.rtf')
    suffix = '.abw'
    takes_drags = True
    carries = ('picture',)
    illustrates = True

    def prepared(self, source):
        target = os.path.join(self.folder, os.path.splitext(os.path.basename(source))[0] + '.abw')
        if source.endswith('.fodt'):
            source = flat_odt.convert(source, target + '.odt')
        self.desktop.run([self.executable, '--to=abw', '-o', target, source], check=True)
        return target

    def new_file(self):
        return self.write_file('new.abw', NEW % self.empty)

    def content(self):
        return abw.read(self.file)

    def illustrations(self):
        return list(illustrations.in_abw(self.file))
