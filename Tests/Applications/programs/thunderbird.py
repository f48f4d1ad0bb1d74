"""The composer of Thunderbird, which saves a draft into a local folder."""
import email, email.policy, os

from desktop import Timeout, wait_until
from programs.program import Program
from readers import html, illustrations

# An account that goes nowhere, whose drafts are local; no greeting, no questions, nothing fetched.
SETTINGS = '''user_pref("mail.accountmanager.accounts", "account1,account2");
user_pref("mail.accountmanager.defaultaccount", "account2");
user_pref("mail.accountmanager.localfoldersserver", "server1");
user_pref("mail.account.account1.server", "server1");
user_pref("mail.account.account2.server", "server2");
user_pref("mail.account.account2.identities", "id1");
user_pref("mail.identity.id1.fullName", "Tester");
user_pref("mail.identity.id1.useremail", "tester@example.com");
user_pref("mail.identity.id1.valid", true);
user_pref("mail.identity.id1.compose_html", true);
user_pref("mail.identity.id1.draft_folder", "mailbox://nobody@Local%20Folders/Drafts");
user_pref("mail.server.server1.type", "none");
user_pref("mail.server.server1.hostname", "Local Folders");
user_pref("mail.server.server1.userName", "nobody");
user_pref("mail.server.server1.name", "Local Folders");
user_pref("mail.server.server1.directory-rel", "[ProfD]Mail/Local Folders");
user_pref("mail.server.server2.type", "pop3");
user_pref("mail.server.server2.hostname", "localhost.invalid");
user_pref("mail.server.server2.userName", "tester");
user_pref("mail.server.server2.name", "tester");
user_pref("mail.server.server2.login_at_startup", false);
user_pref("mail.server.server2.check_new_mail", false);
user_pref("mail.server.server2.directory-rel", "[ProfD]Mail/tester");
user_pref("mail.identity.id1.smtpServer", "smtp1");
user_pref("mail.smtpservers", "smtp1");
user_pref("mail.smtpserver.smtp1.hostname", "localhost.invalid");
user_pref("mail.smtp.defaultserver", "smtp1");
user_pref("mail.provider.suppress_dialog_on_startup", true);
user_pref("mail.spotlight.firstRunDone", true);
user_pref("mail.shell.checkDefaultClient", false);
user_pref("mailnews.start_page.enabled", false);
user_pref("mailnews.start_page_override.mstone", "ignore");
user_pref("mail.rights.version", 1);
user_pref("mail.compose.autosave", false);
user_pref("mail.spellcheck.inline", false);
user_pref("app.donation.eoy.version.viewed", 999);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("datareporting.policy.dataSubmissionPolicyBypassNotification", true);
user_pref("termsofuse.bypassNotification", true);
user_pref("app.update.enabled", false);
user_pref("services.settings.server", "data:,");
'''


class Thunderbird(Program):
    name = 'Thunderbird composer'
    key = 'thunderbird'
    packages = ['thunderbird']
    executable = 'thunderbird'
    entry = 'thunderbird'
    shared_title = 'Write:'
    suffix = '.html'
    reads = ()          # a message is written, not opened
    grip = 300, 500
    attaches = True
    ends_by_saving = True   # what is pasted while a draft is written is lost
    carries = ('picture',)
    illustrates = True

    def __init__(self, desktop, selection):
        super().__init__(desktop, selection)
        self.profile = os.path.join(self.folder, 'profile')
        self.drafts = os.path.join(self.profile, 'Mail', 'Local Folders', 'Drafts')
        os.makedirs(os.path.dirname(self.drafts))
        with open(os.path.join(self.profile, 'user.js'), 'w') as file:
            file.write(SETTINGS)

    def shared_command(self):
        return [self.executable, '--no-remote', '--profile', self.profile]

    def command(self, file):
        body = f'message={file}' if os.path.basename(file) == 'page.html' else f'body={self.empty}'
        return [*self.shared_command(), '-compose', f'to=tester@example.com,subject=trial,format=html,{body}']

    def title_of(self, file):
        return 'Write: trial'

    def open(self, source=None):
        super().open(source)
        # The body takes keys when it has been clicked on.
        self.click_above_bottom(90)
        return self

    def save(self, has, seconds=90):
        """Saves the draft until its body has what was pasted."""
        def saved():
            self.desktop.focus(self.window)
            self.desktop.key('ctrl+s')
            try:
                return wait_until(lambda: self.take_draft() and has(self.file), 'a draft', 5)
            except Timeout:
                return None
        wait_until(saved, 'a draft in Thunderbird', seconds)

    def save_attachments(self, count):
        """Saves the draft until so much is attached; its names, with the text of each."""
        def saved():
            self.desktop.focus(self.window)
            self.desktop.key('ctrl+s')
            try:
                return wait_until(lambda: len(self.attachments()) >= count, 'a draft', 3)
            except Timeout:
                return None
        wait_until(saved, f'{count} attachments', 30)
        return {name: text.strip() for name, text in self.attachments()}

    def take_draft(self):
        """Writes the body of the last draft into the file."""
        message = self.last_draft()
        body = message and message.get_body(('html',))
        if not body:
            return False
        with open(self.file, 'w', encoding='utf-8') as file:
            file.write(body.get_content())
        return True

    def last_draft(self):
        if not os.path.exists(self.drafts):
            return None
        with open(self.drafts, 'rb') as file:
            last = file.read().split(b'\nFrom - ')[-1]
        return email.message_from_bytes(last.partition(b'\n')[2], policy=email.policy.default)

    def attachments(self):
        """The files that the last draft has attached, by name, with what is in them."""
        message = self.last_draft()
        return [(part.get_filename(), part.get_content()) for part in message.iter_attachments()] if message else []

    def content(self):
        return html.read_file(self.file)

    def illustrations(self):
        """The pictures of the body are parts beside it, which it names by their identifiers (RFC 2392)."""
        parts = {f'cid:{part["Content-ID"].strip("<> ")}': part.get_content() for part in self.last_draft().walk()
                 if part['Content-ID']}
        with open(self.file, encoding='utf-8') as file:
            return list(illustrations.in_page(file.read(), parts.get))
