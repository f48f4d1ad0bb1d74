"""What is compared: command lines of xclip, xsel, wl-copy and wl-paste, in the order in which they are run."""
import shlex, struct, zlib


class Step:
    def __init__(self, line, stdin, is_copy, differs=None, patience=None, pause=0, is_list=False, is_page=False,
                 environment={}, unset=(), kills=False, lacks=()):
        self.words = shlex.split(line) if isinstance(line, str) else line
        self.stdin, self.is_copy, self.differs, self.patience = stdin, is_copy, differs, patience
        self.pause, self.is_list, self.is_page, self.kills = pause, is_list, is_page, kills
        self.environment, self.unset, self.lacks = environment, unset, lacks


class Scenario:
    def __init__(self, *steps):
        self.steps = steps


class Group:
    def __init__(self, display, tools, scenarios):
        self.display, self.tools, self.scenarios = display, tools, scenarios


def copy(line, stdin=b'', **options):
    return Step(line, stdin, True, **options)


def paste(line, stdin=None, **options):
    return Step(line, stdin, False, **options)


def stays(line, stdin=b'', **options):
    """A copy that goes on in the foreground."""
    return Step(line, stdin, True, patience=0.3, **options)


def watches(line, **options):
    """A paste that waits for the next change."""
    return Step(line, None, False, patience=0.4, **options)


def listing(line, **options):
    return Step(line, None, False, is_list=True, **options)


def page(line, **options):
    return Step(line, None, False, is_page=True, **options)


def kill():
    """Ends what stays."""
    return Step([], None, True, kills=True)


def chunk(name, data):
    return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))


PNG = (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 1, 1, 8, 2, 0, 0, 0))
       + chunk(b'IDAT', zlib.compress(b'\0\xff\0\0')) + chunk(b'IEND', b''))
HTML = b'<p>one <b>two</b></p>'
GROUPS = {}

# MARK: xclip

CLIPS = ['-selection clipboard', '-sel c', '-se clip', '-selection CLIPBOARD', '-sele c', '-selection cut']
TEXTS = [b'', b'x', b'line\n', b'two\nlines\n\n', 'Gr\u00fc\u00dfe \u20ac \U0001F600'.encode(), b'\ttab\r\ncr', b'a\0b',
         b'Latin \xe4\xf6', b'# Title\n\n* item\n', b'<b>no page</b>', b'x' * 100_000, bytes(range(1, 128)),
         b'{"a": 1}\n', b'a,b\n1,2\n', b'\n', b' ', b'\xff\xfe\0\0', b'%PDF-1.4 no pdf', b'  indented\n\tcode\n']
GROUPS['xclip-text'] = Group('x', ['Xvfb', 'xclip', 'xsel'], [
    Scenario(copy('xclip -selection clipboard', text), paste('xclip -selection clipboard -o'),
             paste('xclip -o -sel c -t UTF8_STRING'), paste('xclip -o -rmlastnl -sel c'), paste('xclip -o'))
    for text in TEXTS
] + [Scenario(copy(f'xclip {clip}', b'named'), paste(f'xclip {clip} -o'), paste(f'xclip -o {clip}')) for clip in CLIPS] + [
    Scenario(copy('xclip', b'primary'), copy('xclip -sel s', b'secondary'), copy('xclip -sel c', b'clipboard'),
             paste('xclip -o'), paste('xclip -o -selection primary'), paste('xclip -o -selection p'),
             paste('xclip -o -selection secondary'), paste('xclip -o -sel sec'), paste('xclip -o -selection Z'),
             paste('xclip -o -selection XA_CLIPBOARD'), paste('xclip -out -sel c'), paste('xclip -ou -sel c')),
    Scenario(copy('xclip -sel b', b'cut'), paste('xclip -o')),
])
GROUPS['xclip-options'] = Group('x', ['Xvfb', 'xclip', 'xsel'], [
    Scenario(copy('xclip a b'), paste('xclip -o'), copy('xclip -r a b'), paste('xclip -o'), copy('xclip -rm b'),
             paste('xclip -o'), copy('xclip a nofile b'), paste('xclip -o'), copy('xclip empty'), paste('xclip -o'),
             copy('xclip bin'), paste('xclip -o'), copy('xclip -i a'), paste('xclip -o'), copy('xclip -in a'),
             copy('xclip a -in b -sel c'), paste('xclip -o -sel c'), copy('xclip ./a'), paste('xclip nofile -o')),
    Scenario(copy('xclip -f', b'filtered\n'), paste('xclip -o'), copy('xclip -filter -r', b'filtered\n'), paste('xclip -o'),
             copy('xclip -f a', b'unread'), paste('xclip -o'), copy('xclip -fil -sel c', b'\0\1\2'), paste('xclip -o -sel c')),
    Scenario(paste('xclip -o'), paste('xclip -o -sel c'), paste('xclip -o -t TARGETS'), paste('xclip -o -t image/png'),
             paste('xclip -o -t text/html'), paste('xclip -o -t TARGETS -sel s'), paste('xclip -o -noutf8')),
    *[Scenario(page(line, **options)) for line, options in [
        ('xclip -h', {}), ('xclip -help', {}), ('xclip -version', {}), ('xclip -he -o', {}),
        ('xclip -vers', {}), ('xclip --help', {'differs': 'help'}), ('xclip --version', {'differs': 'help'}),
    ]],
    *[Scenario(copy(line, b'in')) for line in [
        'xclip -v', 'xclip -ver', 'xclip -s c', 'xclip -selection=c', 'xclip -selection', 'xclip -l', 'xclip -t',
        'xclip nofile', 'xclip -x', 'xclip --', 'xclip -o=x', 'xclip --out', 'xclip "no such file"', 'xclip -selc',
        'xclip -d', 'xclip -nope', 'xclip ""',
    ]],
    Scenario(copy('xclip -', b'in', differs='hyphen')),
    Scenario(copy('xclip -i -o', b'x'), copy('xclip -o -i', b'turned'), paste('xclip -o'), copy('xclip -silent', b'silent'),
             paste('xclip -o'), paste('xclip -silent -o'), paste('xclip -quiet -o'), paste('xclip -q -o'),
             paste('xclip -si -o'), paste('xclip -n -o'), paste('xclip -ta UTF8_STRING -o')),
    *[Scenario(paste(line, environment={'DISPLAY': display})) for line in ['xclip -o', 'xclip -i a', 'xclip -sel c -o']
      for display in [':4242', 'nonsense']],
    Scenario(paste('xclip -o -d :4242'), paste('xclip -display :4242 -o'), paste('xclip -disp :4242 a'),
             paste('xclip -o', unset=['DISPLAY'])),
])
GROUPS['xclip-targets'] = Group('x', ['Xvfb', 'xclip', 'xsel'], [
    Scenario(copy('xclip -sel c -t image/png', PNG), paste('xclip -sel c -t image/png -o'),
             listing('xclip -selection clipboard -t TARGETS -o'),
             paste('xclip -o -sel c', differs='refusals'), paste('xclip -o -sel c -t nonsense', differs='refusals')),
    Scenario(copy('xclip -sel c -t text/html', HTML), paste('xclip -sel c -t text/html -o'),
             listing('xclip -sel c -o -t TARGETS'), paste('xclip -sel c -o', differs='conversions')),
    Scenario(copy('xclip -sel c -t text/uri-list', b'file:///tmp/a\r\n'), paste('xclip -sel c -t text/uri-list -o'),
             listing('xclip -sel c -o -t TARGETS')),
    Scenario(copy('xclip -sel c -t x-special/gnome-copied-files', b'copy\nfile:///tmp/a'),
             paste('xclip -sel c -t x-special/gnome-copied-files -o'), listing('xclip -sel c -o -t TARGETS')),
    *[Scenario(copy(f'xclip -t {target}', b'bytes \0\1\xff'), paste(f'xclip -o -t {target}'),
               listing('xclip -o -t TARGETS')) for target in [
                   'application/x-foo', 'application/octet-stream', 'audio/wav', 'FOO', 'application/pdf', 'image/webp',
                   'image/x-unknown', 'application/json', 'com.example.thing']],
    *[Scenario(copy(f'xclip -t {target}', 'Gr\u00fc\u00dfe'.encode()), paste(f'xclip -o -t {target}'),
               listing('xclip -o -t TARGETS')) for target in [
                   'UTF8_STRING', 'text/plain', 'text/plain;charset=utf-8', 'text/markdown', 'text/rtf', 'text/x-python',
                   'text/html', 'text/xml', 'image/svg+xml', 'STRING', 'TEXT', 'text/csv']],
    Scenario(copy('xclip -noutf8', b'plain'), paste('xclip -o'), paste('xclip -o -noutf8'), paste('xclip -o -t STRING'),
             listing('xclip -o -t TARGETS')),
    Scenario(copy('xclip -noutf8', b'Latin \xe4'), paste('xclip -o -noutf8'), paste('xclip -o -t STRING')),
    Scenario(copy('xclip', 'Gr\u00fc\u00dfe'.encode()), paste('xclip -o -t STRING', differs='latin1')),
    Scenario(copy('xclip', b'text'), listing('xclip -o -t TARGETS'), paste('xclip -o -t image/png', differs='refusals'),
             paste('xclip -o -t text/html', differs='refusals'), paste('xclip -o -t STRING')),
])
GROUPS['xclip-stays'] = Group('x', ['Xvfb', 'xclip', 'xsel'], [
    Scenario(stays('xclip -quiet', b'quiet'), paste('xclip -o'), paste('xclip -o')),
    Scenario(stays('xclip -quiet -i -selection clipboard', b'quiet'), paste('xclip -o -selection clipboard'),
             copy('xclip -sel c', b'next'), paste('xclip -o -sel c')),
    Scenario(stays('xclip -verbose', b'verbose'), paste('xclip -o')),
    Scenario(stays('xclip -quiet -loops 2', b'loops'), paste('xclip -o'), listing('xclip -o -t TARGETS'),
             paste('xclip -o'), paste('xclip -o', pause=0.1)),
    Scenario(stays('xclip -quiet -l 1', b'loops'), paste('xclip -o'), paste('xclip -o', pause=0.1)),
    Scenario(copy('xclip -loops 1', b'once'), listing('xclip -o -t TARGETS'), paste('xclip -o'), paste('xclip -o', pause=0.1)),
    Scenario(copy('xclip -l 3 -sel c', b'x' * 3_000_000), *[paste('xclip -o -sel c', pause=0.05) for _ in range(4)]),
    Scenario(copy('xclip -loops 0', b'ever'), *[paste('xclip -o') for _ in range(3)]),
    Scenario(copy('xclip -loops abc', b'ever'), *[paste('xclip -o') for _ in range(3)]),
    Scenario(stays('xclip -quiet', b'killed'), kill(), paste('xclip -o', pause=0.1)),
    Scenario(copy('xclip -sel c', b'x' * 4_000_000), paste('xclip -o -sel c')),
])

# MARK: xsel

FLAGS = [('-i', '-o'), ('--input', '--output'), ('-ib', '-ob'), ('-bi', '-bo'), ('-i -b', '-o -b'),
         ('--input --clipboard', '--output --clipboard'), ('-ip', '-op'), ('-is', '-os'), ('-i --secondary', '-o -s'),
         ('--clipboard --input', '--clipboard --output'), ('-psib', '-obsp'), ('-b -p -i', '-p -b -o'), ('-sip', '-osp')]
GROUPS['xsel'] = Group('x', ['Xvfb', 'xclip', 'xsel'], [
    Scenario(copy(f'xsel {copying}', b'flags\n'), paste(f'xsel {pasting}')) for copying, pasting in FLAGS
] + [
    Scenario(copy('xsel -ib', text), paste('xsel -ob'), paste('xsel --clipboard --output'))
    for text in TEXTS if text and b'\0' not in text and b'\xe4' not in text
] + [
    Scenario(copy('xsel -ib', b'a\0b'), paste('xsel -ob', differs='nul')),
    Scenario(copy('xsel -ib', b'Latin \xe4'), paste('xsel -ob')),
    Scenario(copy('xsel -ib', b'there'), copy('xsel -ib', b''), paste('xsel -ob'), paste('xsel -o')),
    Scenario(copy('xsel -ib', b'one\n'), copy('xsel -ab', b'two\n'), paste('xsel -ob'), copy('xsel -b --append', b'three'),
             paste('xsel -ob'), copy('xsel -ab', b''), paste('xsel -ob')),
    Scenario(copy('xsel -ab', b'first'), paste('xsel -ob')),
    Scenario(copy('xsel -ib', b'cleared'), copy('xsel -cb'), paste('xsel -ob'), paste('xsel -b -c'), copy('xsel -ib', b'x'),
             copy('xsel --clear --clipboard'), paste('xsel -ob')),
    Scenario(copy('xsel -ib', b'deleted'), copy('xsel -db'), paste('xsel -ob')),
    Scenario(copy('xsel -ip', b'first'), copy('xsel -is', b'second'), copy('xsel -x'), paste('xsel -op'), paste('xsel -os'),
             copy('xsel --exchange'), paste('xsel -op'), paste('xsel -os'), copy('xsel -k', pause=0.1),
             paste('xsel -op', pause=0.1), paste('xsel -os')),
    Scenario(copy('xsel -ip', b'alone'), copy('xsel -x'), paste('xsel -op'), paste('xsel -os')),
    Scenario(copy('xsel -ib', b'old'), copy('xsel -b -i -o', b'new'), paste('xsel -ob'), copy('xsel -b -o -c', b''),
             paste('xsel -ob')),
    Scenario(copy('xsel -ib', b'old'), copy('xsel -b', b'new'), paste('xsel -ob'), copy('xsel -b', b'third'),
             paste('xsel -ob')),
    Scenario(copy('xsel -ib', b'kept'), copy('xsel -b'), paste('xsel -ob', differs='implied')),
    *[Scenario(page(line)) for line in [
        'xsel -h', 'xsel --help', 'xsel --version', 'xsel nonsense', 'xsel --nonsense', 'xsel -q', 'xsel -t',
        'xsel --display', 'xsel --clip', 'xsel -bo5', 'xsel --output=x', 'xsel -o file', 'xsel -l', 'xsel -ho',
        'xsel -selection c', 'xsel -']],
    Scenario(copy('xsel -ib', b'x'), paste('xsel -ob -t 500'), paste('xsel -ob --selectionTimeout 500'),
             paste('xsel -ob -v'), paste('xsel -ob -l log'), paste('xsel -ob -t nonsense'), paste('xsel -bot 500')),
    Scenario(copy('xsel -ib -t 800', b'passing'), paste('xsel -ob'), paste('xsel -ob', pause=1.2)),
    Scenario(paste('xsel -o'), paste('xsel -ob'), paste('xsel'), paste('xsel -v -o'), paste('xsel --output --secondary')),
    *[Scenario(paste(line, stdin=b'x', environment={'DISPLAY': ':4242'})) for line in
      ['xsel -o', 'xsel -ib', 'xsel -c', 'xsel -x', 'xsel -k', 'xsel']],
    Scenario(paste('xsel --display :4242 -o'), paste('xsel -o', unset=['DISPLAY'])),
    Scenario(stays('xsel -n -i', b'stays'), paste('xsel -o'), copy('xsel -i', b'next'), paste('xsel -o')),
    Scenario(stays('xsel --nodetach -i -b', b'stays'), paste('xsel -o -b'), kill(), paste('xsel -ob', pause=0.1)),
    Scenario(copy('xsel -ib', b'x' * 1_000_000), paste('xsel -ob')),
    Scenario(copy('xclip -sel c', b'by xclip'), paste('xsel -ob'), copy('xsel -ib', b'by xsel'), paste('xclip -o -sel c'),
             listing('xclip -o -sel c -t TARGETS')),
    Scenario(copy('xclip -sel c -t image/png', PNG), paste('xsel -ob')),
    Scenario(copy('xclip -sel c -t text/html', HTML), paste('xsel -ob', differs='conversions')),
    Scenario(copy('xsel -fb', b'followed'), paste('xsel -ob', pause=0.1), copy('xsel -fab', b' more'),
             paste('xsel -ob', pause=0.1), copy('xsel -zb', b'one\0two'), paste('xsel -ob', pause=0.1)),
])

# MARK: wl-copy and wl-paste

# Its bytes would have to be Latin-1, which bridges do not know.
LACKS = [b'STRING']
WAYLAND = ['sway', 'wl-copy', 'wl-paste']
GROUPS['wl'] = Group('wayland', WAYLAND, [
    Scenario(copy('wl-copy', text), paste('wl-paste'), paste('wl-paste -n'), paste('wl-paste --no-newline'))
    for text in TEXTS if b'\0' not in text and not text.startswith(b'%PDF') and text != TEXTS[7]
] + [
    Scenario(copy('wl-copy', b'Latin \xe4\xf6'), paste('wl-paste -n')),
    Scenario(copy('wl-copy', b'a\0b'), paste('wl-paste -n')),
    Scenario(copy('wl-copy hello world'), paste('wl-paste'), listing('wl-paste -l', lacks=LACKS), listing('wl-paste --list-types', lacks=LACKS),
             paste('wl-paste -t text'), paste('wl-paste -t TEXT'), paste('wl-paste -t UTF8_STRING'), paste('wl-paste -t STRING', differs='latin1'),
             paste('wl-paste -t text/plain'), paste('wl-paste --type text/plain'), paste('wl-paste -n -t text'),
             paste('wl-paste -nt text/plain'), paste('wl-paste -t text/plain;charset=utf-8'.split()), 
             paste('wl-paste --type=text'), paste('wl-paste --ty text'), paste('wl-paste -t image/png'),
             paste('wl-paste -t utf8_string'), paste('wl-paste -t image'), paste('wl-paste -t nonsense'),
             paste('wl-paste -t Nonsense'), paste('wl-paste -t text/html'), paste('wl-paste -p'), paste('wl-paste -ttext')),
    *[Scenario(copy(line, stdin), paste('wl-paste -n')) for line, stdin in [
        ('wl-copy -- -n x', b''), ('wl-copy a -n b', b''), ('wl-copy --trim-newline', b'x\n\n'), ('wl-copy -n', b'x\n'),
        ('wl-copy -n', b'x'), ('wl-copy ""', b''), ('wl-copy', b''), ('wl-copy -t text/plain x y', b''), ('wl-copy --trim', b'x\n'),
        ("wl-copy -n 'x\n'", b''), ('wl-copy " a " b', b''), ('wl-copy -', b'stdin'), ('wl-copy -fo -h', b''), ('wl-copy - -- -', b''),
    ] if '-h' not in line],
    *[Scenario(copy(line), paste('wl-paste -p -n'), paste('wl-paste -n')) for line in [
        'wl-copy -p x', 'wl-copy --primary x', 'wl-copy x --pri', 'wl-copy -pn x', 'wl-copy --primary --type text/plain x']],
    *[Scenario(page(line)) for line in [
        'wl-copy -h', 'wl-copy --help', 'wl-copy -v', 'wl-copy --version', 'wl-paste -h', 'wl-paste --version', 'wl-paste --he',
        'wl-copy --bogus', 'wl-copy -z', 'wl-copy -t', 'wl-copy --type', 'wl-copy --p', 'wl-copy --fo --bogus', 'wl-copy --foreground=x',
        'wl-paste x', 'wl-paste --bogus', 'wl-paste -w', 'wl-paste -w -n', 'wl-paste --watch=x', 'wl-paste -z', 'wl-paste --watch',
        'wl-copy -s nope x', 'wl-paste -s nope', 'wl-copy --seat', 'wl-paste -wcat', 'wl-paste -l x']],
    Scenario(paste('wl-paste'), paste('wl-paste -l'), paste('wl-paste -t text'), paste('wl-paste -p'), paste('wl-paste -n -t image/png')),
    Scenario(copy('wl-copy x'), copy('wl-copy -c'), paste('wl-paste'), copy('wl-copy -p x'), copy('wl-copy -p -c'), paste('wl-paste -p'),
             copy('wl-copy x'), copy('wl-copy --clear -p'), paste('wl-paste'), copy('wl-copy -c y'), paste('wl-paste -l')),
    Scenario(copy('wl-copy -t image/png', PNG), paste('wl-paste'), paste('wl-paste -t image/png'), paste('wl-paste -t image'),
             listing('wl-paste -l', lacks=LACKS), paste('wl-paste -t text'), paste('wl-paste -t image/bmp', differs='conversions')),
    Scenario(copy('wl-copy -t text/html', HTML), paste('wl-paste'), paste('wl-paste -t text/html'), paste('wl-paste -t text'),
             listing('wl-paste -l', lacks=LACKS), paste('wl-paste -t html'), paste('wl-paste -t text/plain')),
    *[Scenario(copy(f'wl-copy -t {type}', b'bytes'), paste('wl-paste'), paste(f'wl-paste -t {type}'), listing('wl-paste -l', lacks=LACKS))
      for type in ['application/json', 'application/x-foo', 'FOO', 'TEXT', 'text/x-python', 'application/xml', 'text/csv',
                   'text/plain', 'UTF8_STRING', 'application/octet-stream', 'text/markdown', 'text/uri-list', 'application/javascript']],
    Scenario(copy('wl-copy -o once'), paste('wl-paste'), paste('wl-paste', pause=0.1)),
    Scenario(copy('wl-copy --paste-once', b'once'), listing('wl-paste -l', lacks=LACKS), paste('wl-paste'), paste('wl-paste', pause=0.1)),
    Scenario(stays('wl-copy -f stays'), paste('wl-paste'), copy('wl-copy next'), paste('wl-paste')),
    Scenario(stays('wl-copy --foreground --type text/plain', b'stays'), paste('wl-paste --no-newline'), kill(),
             paste('wl-paste', pause=0.1)),
    Scenario(stays('wl-copy -f -o', b'stays'), paste('wl-paste'), paste('wl-paste', pause=0.1)),
    Scenario(copy('wl-copy --sensitive secret'), paste('wl-paste'), listing('wl-paste -l', lacks=LACKS), paste('wl-paste -t x-kde-passwordManagerHint')),
    Scenario(copy('wl-copy public'), paste('wl-paste -t x-kde-passwordManagerHint')),
    Scenario(copy('wl-copy', b'x' * 5_000_000), paste('wl-paste -n')),
    *[Scenario(*copies, watches(f'wl-paste {options}-w sh -c \'echo "[$CLIPBOARD_STATE]"; cat\'', differs=differs))
      for copies, options, differs in [
          ([], '', None), ([copy('wl-copy text')], '', None), ([copy('wl-copy text')], '-t text ', None),
          ([copy('wl-copy "" ')], '', None), ([copy('wl-copy -t image/png', PNG)], '-t image/png ', None),
          ([copy('wl-copy -t image/png', PNG)], '', None), ([copy('wl-copy -p p')], '-p ', None),
          ([copy('wl-copy --sensitive x')], '', 'secrets'), ([copy('wl-copy text')], '-n --type text/plain ', None)]],
    Scenario(copy('wl-copy text'), watches('wl-paste --watch cat'), watches('wl-paste -w echo a b'),
             watches('wl-paste --watch nosuchcommand'), watches('wl-paste -t image/png --watch cat'),
             watches('wl-paste --primary --watch cat'), watches('wl-paste -w false')),
    Scenario(copy('wl-copy -s seat0 x'), paste('wl-paste -s seat0')),
    *[Scenario(paste(line, environment={'WAYLAND_DISPLAY': 'nonsense'})) for line in ['wl-paste', 'wl-copy x', 'wl-paste -l', 'wl-copy -c']],
])
