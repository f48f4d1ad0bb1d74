"""Programs that hold text and nothing else."""
from programs.program import Program


class TextEditor(Program):
    copies_rich = takes_rich = False
    carries = ('text',)

    def page(self, body):
        return self.write_page('page.txt', body)
