/// What a paragraph lies in, while a document is written as paragraphs that tell only how they look.
struct FlowContext {
  /// How far a list is indented within what it lies in, in twips.
  static let listIndent = 720
  /// The space after a paragraph, in twips.
  static let space = 120

  var quotes = 0
  var items = 0
  /// How many details of definition lists are around.
  var details = 0
  /// How many tables are around, and whether the innermost cell is one of a header.
  var tables = 0
  var isInHeader = false
  /// That of the innermost cell.
  var alignment: Table.Alignment?
  /// The width of what is around in twips: a page's text, or a cell.
  var width = 9_000
  var isTight = false
  /// The innermost container ends the outermost list, so that space follows.
  var endsList = true
  var isNote = false
  /// The text of the paragraph goes from right to left.
  var isRightToLeft = false
  /// The number of the list around, if a list in here may share it.
  var list: Int?

  var isInCell: Bool { tables > 0 }

  /// The space after a paragraph, in twips: none within a tight list.
  var spaceAfter: Int { isTight && !endsList ? 0 : Self.space }

  /// The indentation in twips, and that on the right, which quotes alone have.
  var left: Int { right + (items + details) * Self.listIndent }
  var right: Int { quotes * FlowStructure.quoteIndent }

  /// The context of what a quote holds.
  var inQuote: FlowContext { inContainer { $0.quotes += 1 } }

  /// The context of what is said of a term.
  var inDetails: FlowContext { inContainer { $0.details += 1 } }

  /// The context of what a container holds, in which no list around goes on.
  private func inContainer(_ enter: (inout FlowContext) -> Void) -> FlowContext {
    var inner = self
    enter(&inner)
    inner.list = nil
    inner.isTight = false
    return inner
  }

  /// The context of an item of a list that has a number among those that are written.
  func inItem(_ index: Int, of list: List, number: Int) -> FlowContext {
    var inner = self
    inner.items += 1
    inner.isTight = list.isTight
    inner.list = number
    inner.endsList = endsList && index == list.items.count - 1
    return inner
  }
}

extension [Block] {
  /// The inlines of the paragraph that comes first, none if it is something else, and the blocks behind it.
  var splitAtFirstParagraph: (inlines: [Inline], rest: [Block]) {
    guard case .paragraph(let inlines)? = first else { return ([], self) }
    return (inlines, Array(dropFirst()))
  }
}
