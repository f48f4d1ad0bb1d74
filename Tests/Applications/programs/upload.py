"""A page of Chromium that takes files, as those for uploads do."""
import json

from desktop import wait_until
from programs.chromium import Chromium
import web


class Upload(Chromium):
    name = 'Chromium, page for uploads'
    key = 'upload'
    holds = 'uploads'
    grip, takes_drags = None, True

    def new_file(self):
        self.server.page = web.ZONE.encode()
        return self.write_file('zone.txt', '')

    def title_of(self, file):
        return Chromium.name

    def dropped(self):
        """What the page tells of a drop: its files, and the text and the HTML beside them."""
        return json.loads(wait_until(lambda: self.server.content, f'a drop in {self.name}', 20))
