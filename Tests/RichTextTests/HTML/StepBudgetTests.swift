import Testing

@testable import DocumentModel
@testable import HTMLReading
@testable import HTMLWriting
@testable import MarkdownDocuments
@testable import RichText
@testable import WordProcessors

/// No rule walks far beyond the size of a page, and none is kept from a page that people wrote.
@Suite struct StepBudgetTests {
  /// How many steps a rule takes for each node at the most, over all rules for the tree.
  private static func steps(_ html: String) -> (most: Double, rule: String) {
    var tree = HTMLReader.tree(of: Array(html.utf8))
    var most = (0.0, "")
    for rule in CleanUp.rules where rule.producers?.contains(tree.producer) ?? true {
      tree.steps.begin(nodeCount: tree.nodes.count)
      rule.apply(&tree)
      most = max(most, (Double(tree.steps.taken) / Double(tree.nodes.count), rule.name)) { $0.0 < $1.0 }
    }
    return most
  }

  private static func max<Value>(_ one: Value, _ other: Value, _ isLess: (Value, Value) -> Bool) -> Value {
    isLess(one, other) ? other : one
  }

  @Test(
    "Pages of people take a small part of what a rule may",
    arguments: [
      (
        "a long article", "",
        "<h2>a <a href=#b>#</a></h2><p>b <b>c</b> <i>d</i> <a href=e>f</a></p><ul><li>g<li>h</ul>"
      ),
      (
        "a table of buttons", "<table>",
        "<tr><td><button>a</button><td><a href=b>c</a><td><input type=checkbox>"
      ),
      (
        "sixty boxes within each other", String(repeating: "<div>", count: 60),
        "<p>a <b>b</b>\u{A0}<button>c</button> d"
      ),
      ("lines of code", "<pre><code>", "<span class=k>a</span> <span class=s>'b'</span>\n"),
      (
        "paragraphs of Word", "",
        "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'>a<o:p></o:p></p><p class=MsoNormal>b"
      ),
    ])
  func peoplesPages(name: String, start: String, piece: String) {
    let (most, rule) = Self.steps(start + String(repeating: piece, count: 2000))
    #expect(most < Double(StepBudget.perNode) / 4, "\(name): \(rule)")
  }

  @Test(
    "A rule that walks from each element stops",
    arguments: [("<h1>", "<button>"), ("<h1>", "<button> </button>"), ("<summary>", "<b><button>")])
  func hostilePages(start: String, piece: String) {
    var tree = HTMLReader.tree(of: Array((start + String(repeating: piece, count: 5000)).utf8))
    for rule in CleanUp.rules {
      tree.steps.begin(nodeCount: tree.nodes.count)
      rule.apply(&tree)
      let bound = tree.nodes.count * StepBudget.perNode + StepBudget.base
      // The walk that has begun goes on, through no more than the tree.
      #expect(tree.steps.taken <= bound + 4 * tree.nodes.count, "\(rule.name)")
    }
  }
}
