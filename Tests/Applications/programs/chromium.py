"""Chromium, with a page that can be edited."""
import os

from programs.browser import Browser


class Chromium(Browser):
    name = 'Chromium'
    key = 'chromium'
    packages = ['chromium']
    executable = 'chromium'
    entry = 'chromium'
    shared_title = 'Chromium'
    grip = 300, 400
    memory = 4

    def command(self, file):
        return [*self.shared_command(), self.server.address]

    def shared_command(self):
        sandbox = ['--no-sandbox'] if os.geteuid() == 0 else []
        return [self.executable, *sandbox, '--disable-gpu', '--no-first-run', '--no-default-browser-check', '--disable-sync',
                '--disable-background-networking', '--disable-component-update', '--password-store=basic', '--test-type',
                f'--user-data-dir={self.profile}']
