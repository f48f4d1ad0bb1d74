/// The program that wrote a piece of HTML, as far as its dialect needs rules of its own.
enum HTMLProducer: Hashable, Sendable {
  case browser

  static func detect(in tree: HTMLTree) -> HTMLProducer {
    .browser
  }
}

extension HTMLTree {
  var isFromSpreadsheet: Bool { false }
}
