/// A paragraph, while it is read.
struct FlowOpenParagraph {
  /// UTF-8.
  var text: [UInt8] = []
  var runs: [FlowRun] = []
  /// The text of the list marker, nil if there was none.
  var marker: String?
  /// The sizes of the text in half points, smallest to largest.
  var sizes: ClosedRange<UInt16>?
  /// What Pasteboard's writer said of a code block.
  var info: String?
  /// What comes next stands on another page or in another column.
  var isInterrupted = false
  /// What stands in boxes that are anchored to it, and follows it.
  var boxed: [FlowItem] = []

  var isEmpty: Bool { runs.isEmpty }

  /// Appends text that stands in `text` from `start` on, to the last run if it has the same format.
  mutating func closeText(from start: Int, format: FlowRunFormat) {
    if let last = runs.last, last.traits == format.traits, last.link == format.link,
      case .text(let range) = last.content, range.upperBound == start
    {
      runs[runs.count - 1].content = .text(range.lowerBound..<text.count)
    } else {
      append(.text(start..<text.count), format: format)
    }
    sizes =
      min(sizes?.lowerBound ?? format.size, format.size)...max(sizes?.upperBound ?? format.size, format.size)
  }

  /// Takes a bullet or a number off the beginning of a hanging paragraph, as it was typed with a tab behind it.
  ///
  /// - Returns: true if there was one.
  @discardableResult
  mutating func takeTypedMarker(_ format: FlowParagraphFormat) -> Bool {
    guard marker == nil, format.list == 0, format.legacyNumbering == nil, format.firstLineIndent < 0,
      let tab = text.prefix(ListMarker.typedLimit).firstIndex(of: 0x09), tab > 0,
      ListMarker.isTyped(String(decoding: text[..<tab], as: UTF8.self))
    else { return false }
    marker = String(decoding: text[..<tab], as: UTF8.self)
    runs = runs.compactMap { run in
      guard case .text(let range) = run.content else { return run }
      guard range.upperBound > tab + 1 else { return nil }
      var rest = run
      rest.content = .text(max(range.lowerBound, tab + 1)..<range.upperBound)
      return rest
    }
    return true
  }

  mutating func append(_ content: FlowRun.Content, format: FlowRunFormat) {
    runs.append(FlowRun(content: content, traits: format.traits, order: format.order, link: format.link))
  }

  /// Makes the paragraph an empty one, without giving its memory back.
  mutating func removeAll() {
    text.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    marker = nil
    sizes = nil
    info = nil
    isInterrupted = false
    boxed.removeAll()
  }
}
