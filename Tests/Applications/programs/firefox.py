"""Firefox ESR, with a page that can be edited."""
import os

from programs.browser import Browser

# No greeting, no questions, nothing fetched.
SETTINGS = '''user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
user_pref("termsofuse.bypassNotification", true);
user_pref("app.update.enabled", false);
user_pref("extensions.getAddons.cache.enabled", false);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("browser.sessionstore.resume_from_crash", false);
user_pref("browser.toolbars.bookmarks.visibility", "never");
'''


class Firefox(Browser):
    name = 'Firefox'
    key = 'firefox'
    packages = ['firefox-esr']
    executable = 'firefox-esr'
    grip = 300, 400

    def __init__(self, desktop, selection):
        super().__init__(desktop, selection)
        with open(os.path.join(self.profile, 'user.js'), 'w') as file:
            file.write(SETTINGS)

    def command(self, file):
        return [self.executable, '--no-remote', '--profile', self.profile, self.server.address]
