import RichText
import Testing

/// Quotes that swallow what follows them.
@Suite("Quotes that are not closed") struct StrayQuoteTests {
  @Test(
    "A quote is found that goes on over other values, with its line",
    arguments: [
      ("a,b\n1,\"x\n2,y\n", 2, nil), ("a\r\nb\r\n\"", 3, nil), ("a\rb\r\"x", 3, nil),
      ("\u{FEFF}\"a,b\n1,2\n", 1, nil), ("a,b\n\"x\ny\",\"1\n", 3, nil), ("a,\"\"\"\n", 1, nil),
      ("a,b\n1,\"x\n2,\"y\"\n", 2, 3), ("sep=;\na;\"b\n", 2, nil),
    ] as [(String, Int, Int?)])
  func strayQuotes(text: String, line: Int, closingLine: Int?) {
    let quote = StrayQuote.first(in: Array(text.utf8))
    #expect(quote?.line == line && quote?.closingLine == closingLine, "\(String(describing: quote))")
  }

  @Test(
    "Quotes that are closed, or stand within values, are none",
    arguments: [
      "", "a,b\n", "\"a\",\"b\"\n", "\"a\nb\",c\n", "\"say \"\"hi\"\"\",c\n", "5\" disk,6\"\n", "a,\"\"\n",
      "\"a\"x,b\n", "\"\"\"\"",
    ])
  func closedQuotes(text: String) {
    #expect(StrayQuote.first(in: Array(text.utf8)) == nil)
  }
}
