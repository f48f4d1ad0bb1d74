/// Where the text of a group goes.
enum RTFDestination: UInt8 {
  case body
  case ignored
  case fontTable
  case colorTable
  case styleSheet
  case style
  case listTable
  case list
  case listLevel
  case levelText
  case listOverrideTable
  case listOverride
  case marker
  case legacyNumbering
  case field
  case fieldInstruction
  /// The result of a field that stands for a picture.
  case pictureResult
  case formField
  /// An entry of a form's list (`\ffl`).
  case formChoice
  case note
  case picture
  case shape
  /// The text of a shape, which precedes the paragraph that the shape is anchored to.
  case shapeText
  case shapeProperty
  case shapePropertyName
  case shapePropertyValue
  case bookmark
  case info
  case title
  /// The name of a file that lies beside the document (TextEdit, Mail).
  case attachment
  case nestedTableProperties
  /// Where in its table a cell is (AbiWord).
  case cellPlace
  /// Markup of the HTML that the RTF was made of.
  case htmlTag
  /// Text in two character sets, `\upr`, of which the second counts.
  case alternative
}

/// What a group saves and restores.
struct RTFState {
  var character = RTFCharacterFormat()
  var paragraph = FlowParagraphFormat()
  /// How many characters stand in for a `\u`.
  @CompactNumber var fallbackLength = 1
  var destination = RTFDestination.body
  /// This group, not one around it, began the destination.
  var beganDestination = false
  /// The text is for programs that do not know the HTML within the RTF (`\htmlrtf`).
  var isHiddenFromHTML = false
  /// `\*` came last: an unknown word now makes the group one to pass over.
  var isIgnorable = false
}

/// What the interpreter makes of RTF: text in order, and the tables that say what it is.
struct Flow {
  /// The text of all paragraphs in UTF-8, one behind the other, and their runs likewise.
  private(set) var text: [UInt8] = []
  private(set) var runs: [FlowRun] = []
  var images: [Image] = []
  var items: [FlowItem] = []
  var notes: [[FlowItem]] = []
  var links: [FlowLink] = []
  var styles = FlowStyleSheet()
  var lists = FlowListTable()
  /// How much text there is of each size in half points, where headings are told by it.
  var sizes: [Int: Int] = [:]
  /// Paragraphs outside tables say that they are set left, so that cells mean nothing by it.
  var marksLeftAlignment = false
  var generator = ""

  /// Makes room for what RTF of so many bytes may hold; what stays unused of that is never touched.
  mutating func reserveCapacity(forBytes count: Int) {
    text.reserveCapacity(count / 4)
    runs.reserveCapacity(count / 64)
  }

  /// Ends a paragraph, which leaves an open one with nothing but its memory.
  mutating func close(_ open: inout FlowOpenParagraph, format: FlowParagraphFormat) -> FlowParagraph {
    let (textStart, runsStart) = (text.count, runs.count)
    text += open.text
    for var run in open.runs {
      if case .text(let range) = run.content {
        run.content = .text(range.lowerBound + textStart..<range.upperBound + textStart)
      }
      runs.append(run)
    }
    defer { open.removeAll() }
    return FlowParagraph(
      text: textStart..<text.count, runs: runsStart..<runs.count, format: format, marker: open.marker,
      sizes: open.sizes, info: open.info)
  }
}

struct FlowLink: Hashable {
  var destination: String
  var title: String
}
