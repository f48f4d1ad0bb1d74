#!/usr/bin/env python3
"""Weights of parcels: spaces, tabs, blank lines and letters beyond ASCII, each of which has to arrive."""
import sys

GRÜSSE = {"de": "Grüße",  "el": "Γειά σου",  "ja": "こんにちは", "xx": "naïve — “quoted” … €"}
TABLE = [
    [1,   10,    100],
    [22,  220,   2200],
]


def weigh(parcels, *, limit=12):
    total = 0
    for name, weight in parcels.items():
        if weight > limit:

            # Two blank lines follow, and a line that ends with two spaces:  


            raise ValueError(f"{name:>12}  is too heavy:  {weight:6.2f} kg")
        total += weight     # five spaces before this
    return total


class Tabbed:
	"""This class is indented by tabs."""

	def __init__(self, name):
		self.name = name	# a tab before this
		if name:
			self.length = len(name)

	def __str__(self):
		return "<b>&amp; *not* bold, _not_ italic</b>"


if __name__ == "__main__":
    print(weigh({"a": 1, "b": 2}), Tabbed("x"), file=sys.stderr)
    # The last line of the program
