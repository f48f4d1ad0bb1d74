/// Texts that people pipe into a clipboard, with what they are.
enum MarkdownSamples {
  static let readme = """
    # Kettle

    Kettle boils water from the command line. It needs a kettle with a serial port.

    ## Installing

    ```sh
    make && sudo make install
    ```

    ## Using

    - `kettle on` heats the water
    - `kettle off` stops

    See [the manual](docs/manual.md) for *everything* else.

    """

  static let markdown: [MarkdownDetectionTests.Sample] = [
    .init("a readme", readme),
    .init("bold and italic", "**b** *i*\n"),
    .init("bold in a sentence", "Please come **before** noon.\n"),
    .init("a log with bold hashes", "- **4f2a9c1** Fix the parser\n- **77be013** Read tabs\n"),
    .init("a link in prose", "It is explained in [the handbook](https://example.org/handbook#tea).\n"),
    .init("a link to a file", "Start with [the first page](first-page.md).\n"),
    .init("a picture", "![A kettle](kettle.png)\n"),
    .init(
      "a sentence within parentheses",
      "# Codecs\n\nConverts text.\n\n## Use\n\nIt finds an encoding by its name\n(useful e.g. for data from the net).\n"
    ),
    .init("a link by the name of its file", "Under the terms of\nthe [LICENSE](LICENSE).\n"),
    .init("a badge that links", "[![Build](https://example.org/b.svg)](https://example.org/builds)\n"),
    .init("a link over two lines", "All of this is in [the long\nhandbook](https://example.org/handbook).\n"),
    .init("headings and text", "# Trip\n\nWe leave on Friday.\n\n## Food\n\nBread and cheese.\n"),
    .init(
      "code under an underlined title",
      "Kettle\n======\n\nRun `kettle on` to boil water, and\n`kettle off` when it is done.\n"),
    .init(
      "a deep heading, text and a list",
      "#### Scripts\n\nWhat they are given is this,\nof each that was selected,\nin the order of its name:\n\n"
        + "- NAME: what it is called\n- SIZE: in bytes\n- OWNER: whose it is\n- TIME: when it was made\n\n"
        + "There is nothing else\nthat they are given,\nand nothing else is\nset for them.\n"),
    .init("a heading and words without a stop", "# Hello\n\nthis is my first post about cats and dogs\n"),
    .init("a heading and a list", "# Shopping\n\n- milk\n- eggs\n"),
    .init(
      "a heading right above its text", "## Plan\nWe meet at the station.\n\n## Tickets\nAda has them.\n"),
    .init("a deep heading and a sentence", "## Heading\n\nA paragraph of text follows here.\n"),
    .init("a deep heading right above a sentence", "## Heading\nA paragraph of text follows here.\n"),
    .init("a heading and a word", "### Steps\n\nNone.\n"),
    .init("a deep heading amid text", "Some words first.\n\n## Plan\n\nWe meet at the station.\n"),
    .init("a list with emphasis", "- buy *fresh* milk\n- eggs\n"),
    .init("a list with underscores", "* some _fine_ words\n* more\n"),
    .init("a numbered list with emphasis", "1. First step\n2. Second *step*\n"),
    .init("a list with a link", "- see [the docs](docs/a.md) for more\n- done\n"),
    .init("text and a list with emphasis", "We need:\n\n- milk\n- *fresh* eggs\n"),
    .init("a quote", "> A quote of words.\n"),
    .init("a quote with its author", "> To be, or not to be.\n>\n> — Hamlet\n"),
    .init("a quote amid text", "He said:\n\n> A quote of some words,\n> over two lines.\n\nThen he left.\n"),
    .init("a quoted list", "> - milk\n> - eggs\n"),
    .init("a note", "Text with a note.[^1]\n\n[^1]: What it says.\n"),
    .init("a note with a name", "Text with a note[^why].\n\nMore.\n\n[^why]: What it says.\n"),
    .init("a link by number", "See [the docs][1].\n\n[1]: https://example.org\n"),
    .init("tasks", "- [x] buy tickets\n- [ ] pack\n"),
    .init("a table", "| Name | Age |\n|------|----:|\n| Ada | 36 |\n"),
    .init("a table without outer bars", "Name | Age\n--- | ---\nAda | 36\n"),
    .init("code amid prose", "Run this first:\n\n```python\nprint(1)\n```\n\nThen go on.\n"),
    .init("a list in a list", "- fruit\n  - apples\n  - pears\n- bread\n  - rye\n- milk\n"),
    .init(
      "reference links",
      "See [one] and [two][2].\n\n[one]: https://example.org/1\n[2]: https://example.org/2\n"),
    .init("front matter", "---\ntitle: Tea\n---\n\n# Tea\n\nBoil **fresh** water.\n"),
    .init("metadata and links of a notebook", "---\ntags: tea\n---\n# Tea\n\nSee [[Kettle]].\n- hot\n"),
    .init("a formula", "The formula is:\n\n$$\nE = mc^2\n$$\n\nwhere **E** is energy.\n"),
    .init("bold Chinese", "这是**重要**的事情。\n"),
    .init("hard line breaks", "**From:** Ada\\\n**To:** Charles\n"),
    .init(
      "inline HTML first", "<b>Note</b> that *this* is **not** a page, see [here](https://example.org).\n"),
    .init(
      "a centred title",
      "<h1 align=\"center\">Kettle</h1>\n\n## Why\n\nBecause **tea** is [good](https://example.org).\n"
    ),
    .init("prose with code spans", "Use `a` or `b`, never `c`.\nIf `d` is set, `e` and `f` are not.\n"),
    .init(
      "program text in a fence only",
      "# Loop\n\n```c\nint main(void) {\n  for (;;) {\n    f();\n  }\n  return 0;\n}\n```\n"),
  ]

  static let others: [MarkdownDetectionTests.Sample] = programs + settings + listings + prose

  private static let programs: [MarkdownDetectionTests.Sample] = [
    .init(
      "a shell script",
      "#!/bin/sh\n# Build\n\n# The compiler\ncc=gcc\n\n# Now build\nfor f in *.c; do\n  $cc -c \"$f\"\ndone\n"
    ),
    .init("a snippet of shell", "# Install the tools\nsudo apt install gcc make\n\n# Build\nmake -j2\n"),
    .init(
      "Python",
      "import os\n\n\ndef f(*args, **kwargs):\n    # Call it\n    return g(*args, **kwargs) ** 2\n\n\nx = __name__\n"
    ),
    .init("Python in paragraphs", "# Names\n\nimport os\n\n# Show them\n\nprint(os.name)\n"),
    .init("commands in paragraphs", "# Install\n\nsudo apt install gcc\n\n# Get it\n\ngit clone x\n"),
    .init(
      "Ruby",
      "# frozen_string_literal: true\n\nmodule Tea\n  class Kettle\n    attr_reader :water\n  end\nend\n"),
    .init("Julia", "# Squares\n\nfunction f(x)\n  x^2\nend\n"),
    .init("a description of Python", "\"\"\"Kettle.\n\nUse **kwargs** here.\n\n- one\n- two\n\"\"\"\n"),
    .init(
      "a traceback", "Traceback (most recent call last):\n  File \"a.py\", line 3\nTypeError: got **kw**\n"),
    .init("powers", "print(2**3**4, a ** b)\nf(**options, **more)\n"),
    .init(
      "C",
      "#include <stdio.h>\n\n/* See [the page](https://example.org/x).\n * - one\n * - **two**\n */\nint main(int c, char **v)\n"
        + "{\n  char **a, **b;\n  return a[0](b);\n}\n"),
    .init("C++ lambdas", "auto f = [](int x) { return x; };\nauto g = [this](auto y) { return h[y](1); };\n"),
    .init(
      "Rust with linked comments", "/// See [Foo](https://example.org/foo).\npub fn foo() -> u8 {\n    3\n}\n"
    ),
    .init("SQL", "-- All of them\nSELECT *\nFROM people\nWHERE age * 2 > 30;\n"),
    .init("a Makefile", "# Everything\nall: a b\n\n# One\na: a.c\n\tcc -o $@ $<\n\n.PHONY: all\n"),
    .init("a Dockerfile", "# Base\nFROM debian\n\n# Tools\nRUN apt-get update && apt-get install -y gcc\n"),
    .init(
      "TeX",
      "\\documentclass{article}\n% A comment\n\\begin{document}\n\\section{One}\nText with \\emph{it}.\n"),
    .init("a page of the manual", ".TH KETTLE 1\n.SH NAME\nkettle \\- boils water\n"),
    .init(
      "reStructuredText",
      "Kettle\n======\n\n.. note:: Hot.\n\nUse ``kettle on`` and ``kettle off``, see `the page <https://e.org>`_::\n\n    x\n"
    ),
    .init("AsciiDoc", "= Kettle\n\n== Using\n\n[source,sh]\n----\nkettle on\n----\n\nIt is *hot*.\n"),
    .init("JSON", "{\n  \"a\": [1, 2],\n  \"b\": \"**c**\"\n}\n"),
    .init(
      "YAML",
      "# Hosts\nhosts:\n  - name: one\n    port: 22\n  - name: two\n    port: 23\n\n# Users\nusers:\n  - ada\n"
    ),
    .init(
      "a diff",
      "diff --git a/README.md b/README.md\n--- a/README.md\n+++ b/README.md\n@@ -1,3 +1,3 @@\n # Kettle\n \n"
        + "-It is **cold**.\n+It is **hot**, see [here](https://example.org).\n"),
    .init(
      "a commit",
      "commit 4f2a9c14f2a9c14f2a9c14f2a9c14f2a9c14f2a9\nAuthor: Ada <ada@example.org>\nDate:   Mon Jan 5 10:00:00 2026\n\n"
        + "    Fix **all** of it\n\n    - one\n    - two\n"),
  ]

  private static let settings: [MarkdownDetectionTests.Sample] = [
    .init("patterns below a comment", "# Builds\n\n*.o\nbuild/\n"),
    .init("attributes below comments", "# Scripts\n\n*.sh text eol=lf\n\n# Pictures\n\n*.png binary\n"),
    .init(
      "instructions below comments",
      "# Base image\n\nFROM debian:12\n\n# Install packages\n\nRUN apt-get update\n\n# Copy the program\n\nCOPY app /app\n"
    ),
    .init(
      "settings of a server below comments",
      "# Apache\n\nServerName example.org\n\n# Log\n\nLogLevel warn error\n\n# Modules\n\nLoadModule a_module a.so\n"
    ),
    .init(
      "PowerShell",
      "# Get all services\n\nGet-Service -Name a | Out-File b\n\n# Stop them\n\nStop-Service -Name a -Force\n"
    ),
    .init("a host below a comment", "# Work\n\nHost kettle\n  User ada\n  Port 22\n"),
    .init("a server below a comment", "# Names\n\nnameserver 192.0.2.1\n"),
    .init("commands of tmux below a comment", "# Keys\n\nset -g mouse on\nbind r source-file x\n"),
    .init("packages below comments", "# Needed\n\nnumpy\npandas\n\n# For tests\n\npytest\n"),
    .init("an image below a comment", "# Base\n\nFROM debian\n"),
    .init(
      "packages of Ruby",
      "# frozen_string_literal: true\n\nsource \"https://example.org\"\n\ngem \"tea\"\ngem \"pot\"\n"),
    .init("commented settings", "# Port\n\n#Port 22\n\n# Where to listen.\n\nListenAddress=0.0.0.0\n"),
    .init(
      "comments with a blank line each", "## Network\n\n# address = 10.0.0.1\n\n## Users\n\n# user = ada\n"),
    .init("names to ignore", "# Byte code\n__pycache__/\n*.py[cod]\n\n# Builds\nbuild/\n**/dist/**\n"),
    .init("variables", "# Where it is\n\nexport KETTLE=\"/dev/ttyS0\"\nexport SPEED=\"9600\"\n"),
    .init("a comment alone", "# Nothing is set here\n"),
    .init("a comment and a blank line", "# Nothing is set here\n\n"),
    .init("INI", "[core]\nname = ada\n\n# Colors\n[color]\nui=auto\n"),
    .init("TOML", "# A package\n[package]\nname = \"x\"\n\n[[bin]]\npath = \"src/main.rs\"\n"),
    .init("a crontab", "# m h dom mon dow command\n* * * * * /usr/bin/true\n*/5 * * * * /usr/bin/false\n"),
    .init("a desktop entry", "[Desktop Entry]\nName=Kettle\nExec=kettle %u\nType=Application\n"),
  ]

  private static let listings: [MarkdownDetectionTests.Sample] = [
    .init(
      "files",
      "total 8\n-rw-r--r-- 1 ada ada  120 Jan  5 10:00 README.md\ndrwxr-xr-x 2 ada ada 4096 Jan  5 10:00 src\n"
    ),
    .init("a tree", ".\n├── README.md\n├── src\n│   └── main.c\n└── [link](x)\n"),
    .init(
      "processes",
      "USER       PID %CPU COMMAND\nroot         1  0.0 /sbin/init\nada       1200  0.3 -bash **x**\n"),
    .init(
      "branches of commits",
      "* 4f2a9c1 (HEAD -> main) Fix **all** of it\n* 77be013 Read `tabs`\n|\\\n| * 1234567 Branch\n|/\n"),
    .init("a chat", "[12:00] <ada> hi **charles**\n[12:01] <charles> hello\n"),
    .init("a calendar", "BEGIN:VCALENDAR\nVERSION:2.0\nSUMMARY:**tea**\nEND:VCALENDAR\n"),
    .init("short commits", "4f2a9c1 Fix the *parser*\n77be013 Read `tabs` and __init__\n"),
    .init(
      "kernel messages", "[    0.000000] Linux version 6.1\n[    1.204511] usb 1-1: new device [0x1](0x2)\n"),
    .init(
      "a log",
      "2026-01-05 10:00:00 INFO start\n2026-01-05 10:00:01 WARN **slow** query\n2026-01-05 10:00:02 INFO end\n"
    ),
    .init(
      "matches", "a.md:1:# One\na.md:3:- **two**\nb.md:1:# Three [x](https://example.org)\nc.c:9:return 0;\n"),
    .init("comma-separated values", "name,age,city\nAda,36,London\nCharles,79,London\n"),
    .init("tab-separated values", "name\tage\nAda\t36\n"),
    .init("a table of a database", " id | name\n----+------\n  1 | Ada\n(1 row)\n"),
    .init(
      "changes of a package",
      "kettle (1.2-1) unstable; urgency=low\n\n  * New version.\n  * Fix it.\n\n -- Ada <a@b.c>  Mon\n"),
  ]

  private static let prose: [MarkdownDetectionTests.Sample] = [
    .init("an answer to mail", "On Mon, Bob wrote:\n\n> Hi there, how are you?\n> Best\n\nI am fine.\n"),
    .init("a quote of mail by address", "Bob <bob@example.org> writes:\n\n> The patch is fine.\n\nThanks.\n"),
    .init("lines that differ", "3c3\n< The old line is here.\n---\n> The new line is here.\n"),
    .init("what a shell prints", "> echo hi there you\nhi there you\n"),
    .init("notes by number", "See Smith [1] and others.\n\n[1] Smith, 2001.\n"),
    .init("a section of settings", "## Server options\n\nListenAddress 0.0.0.0\nPort 22\n"),
    .init("a list with stars in it", "- fix *.c\n- check *.h\n"),
    .init("nothing", ""),
    .init("a word", "tea\n"),
    .init("a sentence", "The ferry leaves at nine, and is back before it is dark.\n"),
    .init("a plain list", "- milk\n- eggs\n- bread\n"),
    .init("a numbered list", "1. milk\n2. eggs\n3. bread\n"),
    .init("a list below a sentence", "We need:\n\n* milk\n* eggs\n* bread\n\nNothing else.\n"),
    .init("quoted mail", "> Shall we meet?\n> At noon?\n\nYes, see you.\n\n-- \nAda\n"),
    .init(
      "a mail",
      "From: Ada <ada@example.org>\nTo: Charles <c@example.org>\nSubject: Tea\n\nIt is *ready*.\n\n> When?\n"),
    .init("multiplication", "The area is 3 * 4 * 5 and a*b*c, that is 2*2.\n"),
    .init("names with underscores", "snake_case_names, __init__ and _private_ stay as they are.\n"),
    .init("globs", "Copy *.c and *.h, then src/**/*.swift and **/test/**.\n"),
    .init("an address", "https://example.org/a_b_c/(d)?e=*f*&g=[h]\n"),
    .init("emoticons", "Fine :-* and *_* and (^_^) and **\\o/**\n"),
    .init("stars for a ruler", "*********\n* Title *\n*********\n\nText.\n"),
    .init("notes in brackets", "He said [sic](!) that it is late [1] (see there).\n"),
    .init("a number sign", "#1 is better than #2\n# \n"),
    .init(
      "code of reStructuredText under an underlined title",
      "Kettle\n======\n\nRun ``kettle on`` to boil water, and\n``kettle off`` when it is done.\n"),
    .init("an underlined title", "Kettle\n======\n\nBoils water.\n"),
    .init("old quotation marks", "Type `on' and then `off', not ``both''.\n"),
  ]
}
