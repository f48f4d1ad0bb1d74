"""The table of what was tried, and the losses that are known with their reasons."""
import collections, dataclasses, json


@dataclasses.dataclass
class Row:
    """What became of one kind of construct in one program and direction."""
    program: str
    direction: str
    construct: str
    wanted: int = 0
    right: int = 0
    known: int = 0
    losses: list = dataclasses.field(default_factory=list)  # (document, finding) not known


class Report:
    def __init__(self, known_losses):
        with open(known_losses, encoding='utf-8') as file:
            self.known = json.load(file)['losses']
        self.used = set()
        self.rows = collections.OrderedDict()
        self.failures = []      # (program, direction, document, what happened)
        self.skipped = []       # (program, why)
        self.gone = []          # known losses that did not occur

    def add(self, program, direction, document, findings):
        for finding in findings:
            key = program.name, direction, finding.construct
            row = self.rows.setdefault(key, Row(*key))
            row.wanted += 1
            if finding.right:
                row.right += 1
            elif self.is_known(program.key, direction, document, finding):
                row.known += 1
            else:
                row.losses.append((document, finding))

    def is_known(self, key, direction, document, finding):
        for number, loss in enumerate(self.known):
            # What a program does with a format it does however it got it.
            directions = ('drag', 'paste') if direction == 'drag' else (direction,)
            if loss['program'] == key and loss['direction'] in directions and loss['construct'] == finding.construct \
                    and loss.get('document', document) == document \
                    and ('texts' not in loss or any(text in finding.text for text in loss['texts'])):
                self.used.add(number)
                return True
        return False

    def fail(self, program, direction, document, error):
        self.failures.append((program.name, direction, document, str(error)))

    def check_known(self):
        """After a whole run: says which known losses did not occur, so that they can leave the list."""
        self.gone = [loss for number, loss in enumerate(self.known) if number not in self.used]

    @property
    def is_good(self):
        return not self.failures and not any(row.losses for row in self.rows.values())

    def lines(self, details=True):
        yield f'{"PROGRAM":20} {"DIRECTION":10} {"CONSTRUCT":27} {"EXPECTED":>8} {"GOT":>5}'
        for row in self.rows.values():
            note = f'  {row.known} known' if row.known else ''
            note += f'  {len(row.losses)} LOST' if row.losses else ''
            yield f'{row.program:20} {row.direction:10} {row.construct:27} {row.wanted:8} {row.right:5}{note}'
        wanted, right = (sum(getattr(row, name) for row in self.rows.values()) for name in ('wanted', 'right'))
        known = sum(row.known for row in self.rows.values())
        if wanted:
            yield f'{right} of {wanted} right ({right / wanted:.1%}); {known} losses are known with their reasons, ' \
                  f'{wanted - right - known} are not; where programs can: {right / max(1, wanted - known):.1%}'
        for row in self.rows.values():
            for document, finding in row.losses if details else ():
                text = finding.text.replace('\n', '⏎')
                text = text if len(text) <= 60 else text[:57] + '…'
                yield f'lost: {row.program}, {row.direction}, {document}, {row.construct}: “{text}”: ' \
                      f'expected {finding.wanted}, got {finding.found}'
        for failure in self.failures:
            yield 'failed: ' + ', '.join(failure[:3]) + ': ' + failure[3]
        for loss in self.gone:
            yield f'no more: {loss["program"]}, {loss["direction"]}, {loss["construct"]}: {loss["reason"]}'
        for program, why in self.skipped:
            yield f'skipped: {program}: {why}'
