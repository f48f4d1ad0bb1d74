"""Chromium, with a page that can be edited."""
import os

from programs.browser import Browser


class Chromium(Browser):
    name = 'Chromium'
    key = 'chromium'
    packages = ['chromium']
    executable = 'chromium'
    grip = 300, 400
    memory = 4

    def command(self, file):
        sandbox = ['--no-sandbox'] if os.geteuid() == 0 else []
        return [self.executable, *sandbox, '--disable-gpu', '--no-first-run', '--no-default-browser-check', '--disable-sync',
                '--disable-background-networking', '--disable-component-update', '--password-store=basic', '--test-type',
                f'--user-data-dir={self.profile}', self.server.address]
