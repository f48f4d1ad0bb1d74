import Foundation
import HostileContent
import RichText
import TestTraits
import Testing

/// Nothing that is four times as long costs much more than four times as much, be it read or written.
///
/// A short run of what `make fuzz` looks for with every piece and in every size.
@Suite(.timeLimit(.minutes(5)), .stress)
struct GrowthTests {
  private static let bounds: Growth.Bounds = {
    var bounds = Growth.Bounds()
    bounds.sizes = [3000, 12_000]
    bounds.seconds = 20
    bounds.ratio = 10
    bounds.noise = 0.5
    return bounds
  }()

  @Test(arguments: RandomShape.Format.allCases)
  func randomPatternsGrowAsTheirText(format: RandomShape.Format) throws {
    let read = try #require(Format.all.first { $0.name == format.rawValue })
    let first = UInt64(RandomPattern.pieceCount(format))
    for seed in first..<first + 8 {
      let pattern = RandomPattern(format, seed: seed)
      let findings = Growth.findings(read, Self.bounds) { pattern.text(byteCount: $0) }
      #expect(findings.isEmpty, "\(format), seed \(seed): \(findings.map(\.description)), \(pattern.unit)")
    }
  }

  /// A short run of what `make fuzz` goes through: `ELEMENT_SEEDS` says how many, `FIRST_ELEMENT` from which on.
  @Test(arguments: ElementPattern.Format.allCases)
  func elementsWithinEachOtherGrowAsTheirText(format: ElementPattern.Format) throws {
    let read = try #require(Format.all.first { $0.name == format.rawValue })
    let first = Self.number("FIRST_ELEMENT") ?? 0
    for seed in first..<first + (Self.number("ELEMENT_SEEDS") ?? 8) {
      let pattern = ElementPattern(format, seed: seed)
      let findings = Growth.findings(read, Self.bounds, bytes: { pattern.bytes(count: $0) })
      #expect(findings.isEmpty, "\(format), seed \(seed): \(findings.map(\.description)), \(pattern.unit)")
    }
  }

  private static func number(_ variable: String) -> UInt64? {
    ProcessInfo.processInfo.environment[variable].flatMap(UInt64.init)
  }

  /// Each reference read the table of notes anew.
  @Test func notesThatReferToNotesGrowAsTheirText() throws {
    var bounds = Self.bounds
    bounds.sizes = [50_000, 200_000]
    let findings = Growth.findings(.markdown, bounds) { byteCount in
      (0..<byteCount / 19).map { "[^\($0)]: [^\($0 + 1)]\n\n" }.joined() + "[^0]"
    }
    #expect(findings.isEmpty, "\(findings.map(\.description))")
  }

  /// Each went over all of what was there for each of its pieces.
  @Test(
    "Pieces that are looked at beside others grow as their text",
    arguments: [
      ("markdown", "", "$a "), ("markdown", "", "$a `"), ("markdown", "", "http://a.b\"a"),
      ("markdown", "# ", "\u{130}"), ("html", "<table>", "<tr><td class=blob-code>x"),
      ("html", "<table><tr><td class=code><code>b</code><tr><td class=code>", "<pre>a</pre>"),
      ("html", "<ol>", "<li data-list=\"bullet\">a<li data-list=\"ordered\">b"),
      ("html", "<table><tr>", "<td>]"), ("html", "", "<th><table>"), ("html", "", "<ul><li>a</ul>"),
      ("html", "", "<ul class=list-bullet2><li>a</ul>"), ("html", "", "<ul><ul><li>a</ul></ul>"),
      ("html", "", "<div class='admonition note'>a"),
      ("html", "", "<div style='white-space:pre'><font face=monospace>a"),
      ("html", "", "<div style='font-family:monospace'>a<div>b"),
      ("html", "<div style='font-family:monospace'>", "a<div>b</div>"),
      ("html", "", "<p>• a</p>"), ("html", "", "<p>1. a<br>2. b</p>"), ("html", "", "<p>• a</p><p>1. b</p>"),
      ("html", "", "<span class=ltx_note><span class=ltx_note_content>a"),
      ("html", "", "<table class=ltx_eqn_table><tr><td><math alttext=a></math>"),
      ("html", "<div id=a><p id=b>x</p>", "<a href=#b>1</a><p>y</p>"),
      ("html", "", "<div role=table><div role=row><span role=cell>a</span><span role=cell>"),
      ("html", "<div role=table><div role=row>", "<span role=cell>a</span>"),
      ("html", "", "<div style='margin-left:9px'><span style='mso-special-format:bullet'>x</span>a</div>"),
      ("html", "<pre class=moz-quote-pre>", "a\n\n"), ("html", "", "<code>\na\n</code>"),
      ("html", "", "$$a "), ("html", "", "$$$a "), ("html", "", "<div class=text_cell_render>$a "),
      ("html", "", "<span class=pre-wrap>a"), ("html", "", "<div class=summary-table><div class=pre-wrap>a"),
      ("html", "", "<div class=cnblogs_code><pre><span>1</span>a\n</pre>"),
      ("html", "", "<div class=blockcode><ol><li>a"), ("html", "", "<button>a<ul><li>"),
      ("html", "", "<br><p style='mso-list:l0 level1 lfo1'></p></br>"),
      ("markdown", "", "|a|\n|-|\n\nb\n\n"),
      ("markdown", "# Sheet\n\n", "|a|\n|-|\n\nb\n\n"), ("html", "<pre>", "<code>a</code>"),
      ("html", "", "<span class=sr-only>a</span>"),
      ("html", "", "<table border=0><tr><td>a<td><p>b</table>"), ("plain", "", "  a:\n  b\n\n"),
      // What a rule asks of one element about all that stand with it in another.
      ("html", "", "<h1><button>"), ("html", "<h1>", "<button>"), ("html", "<h1>", "<button>b</button>"),
      ("html", "<summary>", "<button>"), ("html", "<h2>", "<a href=#b>#</a>"),
      ("html", "<h1>                                ", "<b> </b><button> </button>"),
      ("html", "<li>", "<button> </button><span> </span>"), ("html", "<th>", "<label><button>"),
      ("html", "<ul class=ltx_itemize>", "<li class=ltx_item><span class=ltx_tag_item>a</span>"),
      ("html", "", "<mjx-container><mjx-math>"), ("html", "", "<span class=katex>x2x2x2x2x2x^2x2\\a</span>"),
    ])
  func neighboursGrowAsTheirText(format: String, start: String, piece: String) throws {
    let read = try #require(Format.all.first { $0.name == format })
    var bounds = Self.bounds
    bounds.sizes = [25_000, 100_000]
    let findings = Growth.findings(read, bounds) { byteCount in
      start + String(repeating: piece, count: byteCount / piece.utf8.count)
    }
    #expect(findings.isEmpty, "\(piece): \(findings.map(\.description))")
  }
}
