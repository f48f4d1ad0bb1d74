import RichText
import Testing

/// Texts on which a fuzzer once found the writer to say something else than it was given.
struct MarkdownFuzzFindings {
  @Test(arguments: [
    "[^][^*-z\u{FFFD}]--\u{FFFD}z-*", "^[^\u{FFFD}\n\u{FFFD}]**",
    "****��*  <tr>\n    <td>\n           hi\n    </td>\n  </tr>\n</table>\n\nok�****�***p\n",
    "$<!-- t bar\n    - wis a\ncoyphen -->\n",
    "~~a <del> ~~b~~ c~~\n", "a~b<del>~~~c~ d</s> <u>e<i>f</u>\n", "*a*<em>*b*</em>*c</i>*<EM>d\n",
    "<del\nclass=\"foo\">\n*foo*\n</del>\n=======\n",
    "  - bar\n  <td>\nHi\n", "- <?php\n\n  echo 'c\n>';\n", "\u{1}<div>a</div>\n", "\u{2}<!-- a -->\n",
    "\u{1}<b>\nc</b>\n", "<div>é\n",
    "- \u{1}</p> x\n", "\\<+a@b.c> \\<1@b.c> \\<.@b> \\<3 \\<1*a*@b.c>\n", "<+a@b.com\u{1F}>\n",
    "[`:\u{19}]:*\u{FFFD}~*~`\u{3}\u{FFFD}\n", "[<a b=\"]:\u{3}c\">\u{3}d\n",
    "~~~ ~~`a``\nb\n", "<?\u{1} a\t\u{8}\t\u{8}\n",
    "[^1]\n\n[^1]: a\n\n<?\n", "[^1]\n\n[^1]: a\n\n<!-- b\n\nc\n", "a[^1]\n\n[^1]: b\n\n<script>\n\nc\n",
    "[^1]\n\n[^1]: a\n\n<!-- b -->\n", "[^1]\n\n[^1]: a\n\n<div>\n", "\n+++\na = b\n+++\nc\n",
  ])
  func comesBack(text: String) throws {
    let reader = MarkdownReader(linksBareAddresses: false)
    let document = try reader.read(Array(text.utf8)).normalized()
    let written = MarkdownWriter(style: .compact).write(document)
    let again = try reader.read(written).normalized()
    #expect(again == document, "\(String(decoding: written, as: UTF8.self))")
  }
}
