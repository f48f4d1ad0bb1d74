"""One line of the table of figures."""
import statistics
from dataclasses import dataclass
from measuring import quartiles

MB = 1_000_000
MIB = 1 << 20


@dataclass
class Row:
    """One line of the table: a figure, what it stands beside, and the goal for it or for their ratio."""
    work: str
    value: float
    unit: str
    peer: str = ""
    peer_value: float | None = None
    goal: float | None = None
    note: str = ""
    # The quartiles of the ratios of all pairs, where there were several.
    ratios: tuple[float, float, float] | None = None

    @property
    def ratio(self):
        if self.ratios: return self.ratios[1]
        return self.value / self.peer_value if self.peer_value else None

    @property
    def met(self):
        if self.goal is None: return None
        judged = self.ratio if self.peer_value else self.value
        return judged <= self.goal


def beside(work, ours, peer, theirs, goal=None, note="", processor=False):
    """A row of two samples that were taken in pairs: of the time by the clock, or that of the processor."""
    times = [sample.processor if processor else sample.wall for sample in (ours, theirs)]
    ratios = quartiles([mine / other for mine, other in zip(*times) if other])
    mine, other = (statistics.median(values) * 1e3 for values in times)
    return Row(work, mine, "ms", peer, other, goal, note, ratios)
