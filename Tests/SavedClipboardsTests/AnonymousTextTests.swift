import TestSupport
import Testing

@testable import SavedClipboards

/// Letters and digits go, structure and lengths stay.
@Suite("Anonymous text", .timeLimit(.minutes(1)))
struct AnonymousTextTests {
  private func replaced(_ text: String, _ kind: AnonymousText.Kind) throws -> String {
    let bytes = try #require(AnonymousText.replacing(in: Array(text.utf8), kind))
    #expect(bytes.count == text.utf8.count)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("Dear Bob, 42 euros!\n", "Xxxx Xxx, 11 xxxxx!\n"),
    ("# Grüße Ä\n\n- [x] done\n- [ ] not\n", "# Xxääx Ä\n\n- [x] xxxx\n- [ ] xxx\n"),
    ("[a](https://bob.example/p?q=B%C3%A4%20r#1)", "[x](https://xxx.xxxxxxx/x?x=X%C3%A4%20x#1)"),
    ("mailto:bob@x.org file:///home/bob", "mailto:xxx@x.xxx file:///xxxx/xxx"),
    ("```swift\nlet a = 1\n```\n", "```swift\nxxx x = 1\n```\n"),
    ("a&nbsp;b &amp; c <br> <john> 1 < 2", "x&nbsp;x &amp; x <br> <xxxx> 1 < 1"),
    ("日本語 かな カナ 한글 ｶﾅ Ａ１", "字字字 ああ アア 가가 ｱｱ Ｘ１"),
    ("\u{1B}[31mred\u{1B}[0m", "\u{1B}[31mxxx\u{1B}[0m"),
    ("Ελλάδα Привет שלום سلام", "Αααααα Жжжжжж אאאא سسسس"), ("😀 – “q” …", "😀 – “x” …"),
  ])
  func `Text keeps what is structure`(text: String, expected: String) throws {
    #expect(try replaced(text, .text) == expected)
  }

  @Test(arguments: [
    (
      #"<p class="note" title='Bob 7' data-x="Eve">Hi <b>Bob</b></p>"#,
      #"<p class="note" title='Xxx 1' data-x="Xxx">Xx <b>Xxx</b></p>"#
    ),
    (#"<img src="https://bob.org/a.png" width=12>"#, #"<img src="https://xxx.xxx/x.xxx" width=12>"#),
    (#"<img src="data:image/png;base64,iVBOR9==">"#, #"<img src="data:image/png;base64,xXXXX1==">"#),
    ("<!--StartFragment--><!-- by Bob --><![endif]>", "<!--StartFragment--><!-- xx Xxx --><![endif]>"),
    (
      "<!--[if gte mso 9]><xml><o:Author>Bob</o:Author></xml><![endif]-->",
      "<!--[if gte mso 9]><xml><o:Author>Xxx</o:Author></xml><![endif]-->"
    ),
    ("&#233;&eacute;&#xE9;&auml;&ndash;&#97;", "&#228;&#00228;&#xe4;&#228;&ndash;&#88;"),
    ("<style>p{color:red}/* Bob */</style>x", "<style>p{color:red}/* Xxx */</style>x"),
    ("<script>var bob=1</script>", "<script>xxx xxx=1</script>"),
    (
      #"<meta name="generator" content="LibreOffice 7"><meta name="author" content="Bob">"#,
      #"<meta name="generator" content="LibreOffice 7"><meta name="xxxxxx" content="Xxx">"#
    ),
    (
      "Version:0.9\r\nStartHTML:00000097\r\nSourceURL:https://bob.org/1\r\n<html>Bob</html>",
      "Version:0.9\r\nStartHTML:00000097\r\nSourceURL:https://xxx.xxx/1\r\n<html>Xxx</html>"
    ),
    ("<p", "<p"), ("<!--", "<!--"), ("a<b class", "x<b class"), ("&", "&"), ("<p title=", "<p title="),
  ])
  func `Markup keeps tags and the attributes of form`(text: String, expected: String) throws {
    #expect(try replaced(text, .markup) == expected)
  }

  @Test(arguments: [
    (
      #"{\rtf1\ansi{\fonttbl{\f0 Arial;}}{\info{\author Bob}}\b Bob\b0  \'e9\u233?\u-29440?\par}"#,
      #"{\rtf1\ansi{\fonttbl{\f0 Arial;}}{\info{\author Xxx}}\b Xxx\b0  \'e4\u228?\u023383?\par}"#
    ),
    (
      #"{\field{\*\fldinst HYPERLINK "https://bob.org" \\l "x"}{\fldrslt Bob}}"#,
      #"{\field{\*\fldinst HYPERLINK "https://xxx.xxx" \\l "x"}{\fldrslt Xxx}}"#
    ),
    (#"{\*\shppict{\pict\pngblip\picw10 89504E47}}"#, #"{\*\shppict{\pict\pngblip\picw10 00000000}}"#),
    ("{\\pict\\bin4 \u{1}}{a} Bob}", "{\\pict\\bin4 \u{0}\u{0}\u{0}\u{0}} Xxx}"), ("{\\", "{\\"),
    ("}}}a", "}}}x"), ("\\u", "\\u"),
    ("\\'", "\\'"), ("\\bin99999999999999999999 a", "\\bin99999999999999999999 x"),
  ])
  func `RTF keeps control words, fonts and fields`(text: String, expected: String) throws {
    #expect(try replaced(text, .rtf) == expected)
  }

  @Test func `UTF-16 and Latin-1 keep their encoding`() throws {
    let text = "Grüße 7"
    let wide = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let expected = "Xxääx 1".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(AnonymousText.replacing(in: wide, .text) == expected)
    #expect(AnonymousText.replacing(in: [0xFF, 0xFE] + wide, .text) == [0xFF, 0xFE] + expected)
    #expect(AnonymousText.replacing(in: [0x47, 0xFC, 0xDF], .text) == [0x58, 0xE4, 0xE4])
    // Alphabets that are switched by letters are not taken for text.
    #expect(AnonymousText.replacing(in: [0x1B, 0x24, 0x28, 0x42, 0xE9], .text) == nil)
  }

  @Test(arguments: [AnonymousText.Kind.text, .markup, .rtf])
  func `No damage changes a length or stops it`(kind: AnonymousText.Kind) {
    let sample = """
      <p title="Bob &eacute;"><!-- x --><style>a{}</style>https://bob.org/%C3%A9 &#233; {\\rtf1 \\'e9\\u233? {\\pict 00}}
      ```c
      日本 ü\u{1F600}</p>
      """
    for seed in UInt64(1)...2000 {
      var damage = Damage(seed: seed)
      let bytes = damage.applied(to: Array(sample.utf8))
      if let replaced = AnonymousText.replacing(in: bytes, kind) {
        #expect(replaced.count == bytes.count, "seed \(seed)")
      } else if !bytes.contains(0x1B) {
        Issue.record("seed \(seed) of \(kind) was given up")
      }
    }
  }
}
