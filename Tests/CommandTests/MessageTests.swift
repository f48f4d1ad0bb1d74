import Pictures
import TestSupport
import Testing

/// The messages for what people try first: each names what failed, why and what to do, in one line.
@Suite("Messages", .timeLimit(.minutes(2)))
struct MessageTests {
  private let folder: TemporaryFolder

  /// A line for a shell, its exit status, and what it prints on standard error without `pb: `.
  typealias Scene = (script: String, status: Int32, message: String)

  init() throws {
    folder = try TemporaryFolder()
    for (name, content) in [
      ("t.csv", "a,b\n1,2\n"), ("t2.csv", "a,b\n"), ("notes.md", "# A\n"), ("page.html", "<p>a</p>"),
      ("x.doc", ""),
      ("x.pdf", "%PDF-1.4\n"), ("e.docx", "x"), ("latin1.txt", "x"),
      ("tree.json", "{\"type\": \"document\", \"version\": 1, \"children\": [\n{\"type\": \"verse\"}]}"),
      ("equal.csv", "a,a\n1,2\n"),
    ] {
      _ = try folder.file(name, Array(content.utf8))
    }
    _ = try folder.file(
      "pic.png",
      try PictureCodec.png.write(Picture(width: 2, height: 1, bytes: [1, 2, 3, 255, 9, 9, 9, 255])))
  }

  private func run(_ script: String, _ pb: BuiltCommand = BuiltCommand()) throws -> ChildProcess.Result {
    try pb.other("bash", "-c", "cd '\(folder.path)'; pb() { '\(BuiltCommand.path)' \"$@\"; }; \(script)")
  }

  private func check(_ scene: Scene, _ pb: BuiltCommand = BuiltCommand()) throws {
    let result = try run(scene.script, pb)
    #expect(result.status == scene.status, "\(scene.script): \(result.status) \(result.errors)")
    let message = scene.message.isEmpty ? "" : "pb: \(scene.message)\n"
    #expect(result.errors == message, "\(scene.script)")
  }

  /// Conversions of files.
  static let conversions: [Scene] = [
    (
      "pb convert t.csv t2.csv", 2,
      "t2.csv already exists. To replace it, use --replace. To convert both files, use --into DIR."
    ),
    ("pb convert page.html notes.md t.csv", 2, "To convert 3 files, use --into DIR."),
    ("pb convert page.html notes.md -o x.md", 2, "-o names one result. To convert 2 files, use --into DIR."),
    ("pb convert t.csv .", 2, "'.' is a folder. To write into it, use: --into '.'"),
    ("pb convert t.csv -o .", 2, "'.' is a folder. To write into it, use: --into '.'"),
    ("pb convert t.csv out/", 2, "the folder 'out/' does not exist. To create it, use: --into 'out/'"),
    ("pb convert t.csv -o nodir/x.html", 2, "the folder 'nodir' does not exist. Create it first."),
    ("pb convert t.csv x", 2, "the type of x is unknown. Name it, for example: --to html"),
    ("pb convert notes.md --to markdwon", 2, "'markdwon' is not a known type. Did you mean markdown?"),
    ("pb convert notes.md --to word", 2, "'word' is not a known type. Did you mean docx?"),
    ("pb convert notes.md --to Excel", 2, "'Excel' is not a known type. Did you mean xlsx?"),
    ("pb convert notes.md --to frobnicate", 2, "'frobnicate' is not a known type. See 'pb help formats'."),
    (
      "pb convert notes.md --to pdf", 2,
      "pb cannot write PDF. Write ODT or DOCX, and export that as PDF. See 'pb help formats'."
    ),
    ("pb convert notes.md --to tex", 2, "pb cannot write TEX. See 'pb help formats'."),
    ("pb convert pic.png --to md", 2, "pic.png: cannot make Markdown from PNG. See 'pb type info png'."),
    (
      "printf '\\001\\377\\000' > bad.png; pb convert bad.png x.jpg", 2,
      "bad.png: could not convert the picture: its format is unknown. pb reads PNG, JPEG, WebP, GIF, BMP and TIFF."
    ),
    (
      "printf '\\000\\000\\000\\034ftypavif' > a.avif; pb convert a.avif b.png", 2,
      "a.avif: cannot read AVIF. pb reads pictures as PNG, JPEG, WebP, GIF, BMP and TIFF."
    ),
    ("pb convert notes.md --to html --fragment -s", 2, "--fragment cannot be combined with --standalone"),
    ("pb paste --plain -t html", 2, "--plain cannot be combined with --type HTML"),
    ("pb convert pic.png x.webp", 2, "pic.png: cannot write WebP. pb writes pictures as PNG, JPEG and BMP."),
    (
      "pb convert x.pdf --to md", 2,
      "x.pdf is a PDF document, which pb cannot read. Copy its text and use 'pb paste'."
    ),
    (
      "pb convert x.doc --to md", 2,
      "x.doc is a Word 97–2003 document, which pb cannot read. Save it as DOCX or ODT."
    ),
    ("pb convert e.docx --to md", 2, "e.docx is not DOCX"),
    (
      "pb convert tree.json --to md", 2,
      "tree.json is not a valid document tree: line 2: unknown block 'verse'"
    ),
    (
      "pb convert equal.csv --to json > /dev/null", 0,
      "columns of equal.csv have no names or equal ones, so rows became arrays"
    ),
    (
      "pb open https://example.org", 2,
      "'https://example.org' is not a file. To open it, copy it first: printf %s 'https://example.org' | pb copy"
    ), ("pb type remove md", 2, "'md' is not an identifier such as com.example.note"),
    (
      "pb convert https://example.org --to md", 2,
      "'https://example.org' is not a file. To convert the page: curl 'https://example.org' | pb convert --from html"
    ),
    (
      "pb convert notes.md notes.html --to docx", 2,
      "notes.html is not a name for DOCX. To write it anyway, use: -o 'notes.html'"
    ),
    ("pb convert notes.md -o notes.html --to docx", 0, "notes.html is named as HTML, but holds DOCX"),
    ("pb convert", 2, "name a file, or - for standard input, such as: pb convert - --to html"),
    (
      "pb convert notes.md --replace >/dev/null", 0,
      "nothing was replaced. To rewrite the file, name it again: -o 'notes.md' --replace"
    ),
    (
      "printf 'a,b\\n1,2\\n' | pb convert - --to html >/dev/null", 0,
      "standard input was read as Markdown. Use --from csv if it is CSV."
    ),
    (
      "printf '{\"a\": [1]}' | pb convert - --to rtf >/dev/null", 0,
      "standard input was read as Markdown. Use --from json if it is JSON."
    ),
    ("printf 'One, two\\nand three, four\\n' | pb convert - --to html >/dev/null", 0, ""),
    ("printf 'a\\tb\\n1\\t2\\n' | pb convert - --to csv >/dev/null", 0, ""),
    (
      """
      printf '*Sales*\n\n|a|\n|-|\n|1|\n\n*Costs*\n\n|b|\n|-|\n|2|\n' > s.md
      pb convert s.md s.xlsx; pb convert s.xlsx s2.md; pb convert s2.md s.ods
      test "$(pb convert s.ods --sheet Costs --to csv | head -1)" = b
      """, 0, ""
    ),
    (
      "printf 'NAME   SIZE\\none      1\\ntwo     22\\n' | pb convert --to csv -", 2,
      "no table found in standard input. Use --from columns to read columns aligned by spaces."
    ),
    (
      "printf 'root:0\\nbin:1\\n' | pb convert - --separator : --to csv", 2,
      "no table found in standard input. Use --from csv to read text with this separator."
    ),
    ("pb convert notes.md > out.csv", 0, "no table found in notes.md; pb wrote Markdown"),
    ("pb convert t.csv b.xlsx; pb convert b.xlsx > out.csv; test \"$(head -1 out.csv)\" = a,b", 0, ""),
    ("pb convert t.csv > out.json; test \"$(jq -c . out.json)\" = '[{\"a\":1,\"b\":2}]'", 0, ""),
    (
      "pb convert notes.md --encoding klingon", 2,
      "unknown encoding 'klingon'. See 'pb help encodings'; for example: latin1, cp437, utf-16le"
    ),
    (
      "printf 'caf\\351\\n' > l.md; pb convert l.md >/dev/null", 0,
      "l.md is not UTF-8 and stays as it is. To decode it, use --encoding."
    ),
    (
      "printf 'caf\\351\\n' > l.md; pb convert l.md --encoding utf8 --to html >/dev/null", 1,
      "l.md is not valid UTF-8; invalid bytes became U+FFFD. Try another encoding with --encoding."
    ),
    ("pb convert notes.md notes.txt --to md", 0, ""), ("pb convert notes.md notes.html --to html", 0, ""),
    ("pb convert t.csv t.json --to json", 0, ""), ("pb convert pic.png pic.jpeg --to jpg", 0, ""),
  ]

  @Test(arguments: conversions)
  func `A conversion that fails says why`(scene: Scene) throws { try check(scene) }

  /// Words that pb does not know.
  static let words: [Scene] = [
    ("pb paste --once", 2, "unknown option --once. It belongs to 'pb copy', 'pb watch' and 'pb recast'."),
    ("pb convert notes.md --force", 2, "unknown option --force. Use --replace."),
    ("pb convert notes.md --out x.html", 2, "unknown option --out. Use --output FILE."),
    ("pb convert notes.md --overwrite", 2, "unknown option --overwrite. Use --replace."),
    ("pb convert notes.md --format html", 2, "unknown option --format. Use --to TYPE."),
    ("pb convert -r .", 2, "unknown option -r. Use --into DIR: it converts folders, too."),
    ("pb convert --recursive .", 2, "unknown option --recursive. Use --into DIR: it converts folders, too."),
    ("pb convert notes.md --images img", 2, "unknown option --images. Use --media DIR."),
    ("pb copy --secret", 2, "unknown option --secret. Use --sensitive."),
    ("pb copy --password", 2, "unknown option --password. Use --sensitive."),
    ("pb copy --expire 4", 2, "unknown option --expire. Did you mean --clear-after SECONDS?"),
    ("pb copy --clear 4", 2, "unknown option --clear. Did you mean --clear-after SECONDS?"),
    ("pb paste --clear", 2, "unknown option --clear. Use 'pb clear'."),
    (
      "pb history --clear", 2,
      "unknown option --clear. To forget copies, use 'pb history drop N' or 'pb history drop --all'."
    ),
    ("pb history pick -1", 2, "unknown option -1. Copies are numbered from 0, the last one."),
    ("pb help copy paste", 2, "'pb help' accepts one command or topic. Use 'pb help copy'."),
    ("pb help types", 2, "'types' is neither a command nor a topic. Did you mean 'pb help formats'?"),
    ("pb help secret", 2, "'secret' is neither a command nor a topic. Did you mean 'pb help secrets'?"),
    ("pb help password", 2, "'password' is neither a command nor a topic. Did you mean 'pb help secrets'?"),
    ("pb help xclip", 2, "'xclip' is neither a command nor a topic. Did you mean 'pb help as'?"),
    ("pb help wyaland", 2, "'wyaland' is neither a command nor a topic. Did you mean 'pb help wayland'?"),
    ("pb help charset", 2, "'charset' is neither a command nor a topic. Did you mean 'pb help encodings'?"),
    ("pb help socket", 2, "'socket' is neither a command nor a topic. Did you mean 'pb help ssh'?"),
    (
      "pb help converters", 2,
      "'converters' is neither a command nor a topic. Did you mean 'pb help formats'?"
    ),
    ("pb help serve --history >/dev/null", 0, ""),
    (
      "export XDG_CONFIG_HOME=$PWD/d; mkdir -p d/pasteboard; echo '{' > d/pasteboard/converters.json; "
        + "pb type check >/dev/null", 1, ""
    ),
    (
      "export XDG_DATA_DIRS=$PWD XDG_DATA_HOME=$PWD XDG_CONFIG_HOME=$PWD; pb type check", 0,
      "nothing to check: all types, rules and converters are built in"
    ),
    (
      """
      mkdir c c/pasteboard; export XDG_DATA_DIRS=$PWD XDG_DATA_HOME=$PWD XDG_CONFIG_HOME=$PWD/c
      echo '{"applications": [{"name": "A", "match": {"class": ["a"]}, "asOwner": {"prefer": ["html"]}}]}' \
        > c/pasteboard/applications.json; pb type check
      """, 0, "checked 1 rule for applications"
    ),
    (
      "pb type info target:UTF8_STRING", 2,
      "'UTF8_STRING' is a target. To find its type: pb type find --target 'UTF8_STRING'"
    ),
    ("pb watch sh -c 'wc -c'", 2, "unknown option -c. Put -- before a command: pb watch -- COMMAND"),
    ("pb ssh --allow", 2, "--allow requires a value: RIGHT,…"),
    ("pb help frobnicate", 2, "'frobnicate' is neither a command nor a topic. See 'pb --help'."),
    ("pb notes.md", 2, "unknown command 'notes.md'. To copy this file: pb copy 'notes.md'"),
    (
      "pb type conforms notes.md text", 2,
      "'notes.md' is a file, not a type. Name its extension, or use: pb type of 'notes.md'"
    ),
    (
      "pb type info other.html", 2,
      "'other.html' is a file, not a type. Name its extension, or use: pb type of 'other.html'"
    ),
    ("pb type find word", 0, "'word' is not a filename extension. Did you mean docx?"),
    ("pb type notes.md", 0, ""), ("pb type other.html", 0, ""), ("pb type com.example.md", 0, ""),
    ("touch ./-x; pb copy -x", 2, "unknown option -x. To name the file, use: './-x'"),
  ]

  @Test(arguments: words)
  func `A word that is not known leads to the right one`(scene: Scene) throws { try check(scene) }

  /// Copies and pastes.
  static let exchanges: [Scene] = [
    ("pb copy nosuch.txt", 2, "the file 'nosuch.txt' does not exist"),
    (
      "pb copy 'my text.'", 2,
      "the file 'my text.' does not exist. To copy text: printf %s 'my text.' | pb copy"
    ),
    ("pb copy --cut - < notes.md", 2, "--files and --cut require the names of files"),
    (
      "pb copy --plain notes.md", 2,
      "--text must be source or rendered, not 'notes.md'. To copy as plain text, use: --type plain"
    ),
    (
      "printf '\\200\\377' | pb copy", 0,
      "standard input is not UTF-8 and was copied as raw bytes. If it is text, name its encoding: --encoding latin1"
    ),
    (
      "pb copy -t plain < notes.md; pb paste -t png", 1,
      "cannot make PNG from the clipboard, which holds plain text. See 'pb show'."
    ),
    (
      "pb copy pic.png; pb paste -t webp", 1, "pb cannot write WebP. It writes pictures as PNG, JPEG and BMP."
    ),
    (
      "pb copy pic.png; pb paste -t md", 1,
      "the clipboard holds no text, only a picture (image/png). Save it with --media DIR, or with: "
        + "pb paste -o picture.png"
    ),
    (
      "pb copy pic.png; pb paste -t html --media img", 1,
      "the clipboard holds no text, only a picture (image/png). Save it with: pb paste -o picture.png"
    ),
    (
      "pb copy pic.png; pb paste -t docx", 1,
      "the clipboard holds only a picture (image/png). Save it with: pb paste -o picture.png"
    ),
    (
      "pb copy pic.png; pb recast", 1,
      "nothing to recast: the clipboard holds only a picture. To link it, use --media DIR."
    ),
    ("pb copy notes.md; pb paste -t csv", 1, "no table found in the copied text"),
    (
      "printf 'NAME   SIZE\\none      1\\ntwo     22\\n' | pb copy; pb paste -t csv", 1,
      "no table found in the copied text. Use --from columns to read columns aligned by spaces."
    ),
    (
      "pb copy notes.md; pb paste -o x.foo", 0,
      "x.foo has no known extension; pb wrote Markdown. To choose, use --type."
    ),
    ("pb copy notes.md; pb paste -o x; pb paste -o x.md; pb paste -t md -o x.foo", 0, ""),
    ("pb copy -t plain notes.md; pb paste -o x.foo", 0, ""),
    (
      "pb copy </dev/null", 0,
      "standard input is empty, and so is the copied text. To empty the clipboard, use 'pb clear'."
    ),
    (
      "pb copy notes.md; pb paste --raw nonesuch", 1,
      "the clipboard does not offer 'nonesuch'. See 'pb show --targets'."
    ),
    (
      "printf x | pb copy -t plain --only html", 2,
      "plain text does not convert to a type that --only names. To offer HTML and RTF, add --rich."
    ),
    (
      "pb copy -t text/hmtl notes.md", 0,
      "'text/hmtl' is not a known type; it was copied under this name. Did you mean text/html?"
    ),
    ("pb watch 'wc -c'", 2, "'wc -c' is not a program. Use: pb watch -- sh -c 'wc -c'"),
    ("pb show --json | jq -c .targets | grep -Fx '[]'", 0, "the clipboard is empty"),
    (
      "pb history list --json | jq -c .entries | grep -Fx '[]'", 0,
      "the history is off. Turn it on: pb serve --history 50 --replace &"
    ),
    ("pb history", 1, "the history is off. Turn it on: pb serve --history 50 --replace &"),
    (
      "pb history --backend socket", 2,
      "the history is not shared over a socket. Run 'pb pick' on your desktop, and paste here."
    ),
    (
      "pb history --backend osc52", 2, "a terminal does not keep a history. Run pb history on your desktop."
    ),
    (
      "TERM=xterm setsid -w '\(BuiltCommand.path)' paste --backend terminal </dev/null", 2,
      "pb has no terminal here. Run it in a terminal, or choose another --backend."
    ),
    (
      "DISPLAY= pb show", 2,
      "no display: DISPLAY and WAYLAND_DISPLAY are not set. Run pb on your desktop, or log in with 'pb ssh'."
    ),
  ]

  @Test(arguments: exchanges)
  func `A copy or paste that fails says why`(scene: Scene) throws {
    try check(scene, BuiltCommand(on: try PrivateXServer()))
  }

  @Test func `Links that programs do not find are told`() throws {
    let outside = try run("pb generate faces bin")
    #expect(outside.status == 0)
    #expect(outside.errors == "pb: 'bin' is not in PATH. Put it there before the other folders.\n")
    let first = try run("PATH=$PWD/bin:$PATH pb generate faces bin")
    #expect(first.status == 0 && first.errors.isEmpty, "\(first.errors)")
    let last = try run(
      "mkdir early; ln -s /bin/true early/xclip; PATH=$PWD/early:$PWD/bin pb generate faces bin")
    #expect(last.status == 0)
    #expect(
      last.errors
        == "pb: programs find \(folder.path)/early/xclip first. Put 'bin' before its folder in PATH.\n")
  }
}
