"""A chat's answer that was copied as plain text, pasted formatted (`pb serve --enrich`), and another form for one paste
(`pb recast --once`) with the copy's own forms after it, in a program that saves what was pasted."""
import os, shutil

from desktop import wait_until
from document import Finding, compare
from readers import html

DIRECTION = 'everyday'
# So often is another form pasted.
TIMES = 20
ENRICHED = b'application/x-pasteboard-enriched'

ANSWER = '''# Sorting in Python

Use `sorted` for a new list, and **`list.sort`** to change a list in place:

```python
names = sorted(names, key=str.lower)
names.sort(reverse=True)
```

| call | result | copies |
|---|---|---|
| `sorted(x)` | a new list | yes |
| `x.sort()` | nothing | no |

## What to keep in mind

- Both are *stable*.
- A `key` is called once for each item.
  - It may return a tuple.

1. Measure first.
2. Then choose.

The last paragraph ends here.
'''
FORMATTED, BOLD = 'Rich %d\n\nA **bold** word, and the last words.\n', '**bold**'


def run(program, pb, report, results):
    service = pb.desktop.start([pb.path, 'serve', '--enrich'])
    try:
        program.open()
        program.copy_all()
        with open(os.path.join(pb.desktop.folder, 'answer.txt'), 'w', encoding='utf-8') as file:
            file.write(ANSWER)
        pb.desktop.start(['xclip', '-quiet', '-selection', 'clipboard', '-in', file.name])
        wait_until(lambda: ENRICHED in targets(pb), 'the formats beside the text', 20)
        content = pasted(program, results, 'enriched', lambda text: 'last paragraph ends here' in text)
        findings = compare(html.read_markdown(ANSWER), content) if program.takes_rich else [same(ANSWER, content)]
        report.add(program, DIRECTION, 'an answer', findings)
        if program.ends_by_saving:
            return
        # In a new document: Chromium keeps the element of a heading into which something is pasted.
        program.quit()
        program.open()
        program.copy_all()
        report.add(program, DIRECTION, 'another form once', list(once(program, pb, results)))
    finally:
        pb.desktop.end(service)


def once(program, pb, results):
    """The source for one paste, then the formats that were there."""
    for number in range(TIMES):
        markdown = FORMATTED % number
        pb('copy', '-t', 'markdown', data=markdown.encode())
        pb('recast', '--once', '-t', 'plain')
        pasted(program, results, f'once {number}', lambda text: f'Rich {number}' in text and 'last words' in text)
        yield Finding(f'paste {number + 1}', 'source', True, BOLD in program.text())
        wait_until(lambda: b'text/html' in targets(pb), 'the formats that were there', 20)
        if not program.takes_rich:
            continue
        content = pasted(program, results, f'after {number}', lambda text: 'last words' in text and BOLD not in text)
        yield from compare(html.read_markdown(markdown), content)


def targets(pb):
    return pb.desktop.run([pb.path, 'show', '--targets']).stdout


def pasted(program, results, name, has):
    """The content of the document once the clipboard has been pasted in its place, and its text is as it is to be."""
    program.paste()
    program.save(lambda path: is_saved(path, program, has))
    shutil.copy(program.file, os.path.join(results, name + os.path.splitext(program.file)[1]))
    return program.content()


def same(wanted, found):
    return Finding('source, byte for byte', wanted, 'the same', 'the same' if wanted.strip() == found.strip() else found)


def is_saved(path, program, has):
    before, program.file = program.file, path
    try:
        return has(program.text())
    except Exception:       # half written, or not there yet
        return False
    finally:
        program.file = before
