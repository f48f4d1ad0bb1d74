/// Carries out RTF: keeps the groups' state, reads the header's tables, and gathers paragraphs.
///
/// One pass, without recursion; cost and memory grow with the input alone.
struct RTFInterpreter {
  /// Groups deeper than this share the innermost state.
  static let groupLimit = 2_000
  /// Notes deeper than this are text of the note around them.
  static let noteLimit = 8
  /// The largest number of empty paragraphs in a row that mean something.
  static let emptyParagraphLimit = 64

  var tokenizer: RTFTokenizer
  var options: RTFReader
  var content = Flow()

  var state = RTFState()
  private(set) var groups: [RTFState] = []
  private var excessGroups = 0
  /// The number of further characters that stand in for the `\u` before them.
  var fallbackLeft = 0

  /// The RTF was made of HTML, which it holds (`\fromhtml1`, MS-OXRTFEX 2.1.3.1).
  var isEncapsulated = false
  /// It was made of plain text (`\fromtext`), which it holds likewise.
  var isEncapsulatedText = false
  /// The HTML or the text that the RTF was made of, in UTF-8.
  var html: [UInt8] = []

  var decoder = RTFTextDecoder()
  var documentCodePage = 1252
  /// All bytes of the document are UTF-8; nil as long as nobody asked.
  var isUTF8: Bool?
  var defaultFont = 0

  /// The text of a destination that gathers some.
  var gathered: [UInt8] = []

  // The header's tables, while they are read.
  var fonts: [RTFFont] = []
  var fontIndices = NumberTable<Int>()
  var openFont = RTFFontDefinition()
  var colors: [RTFColor] = []
  var openColor = RTFColor()
  var openStyle = RTFOpenStyle()
  var openListLevel = RTFListLevelReader()
  var lists = RTFListReader()

  // The paragraph and the flow that are being made; those around a note wait.
  var paragraph = FlowParagraphBuilder()
  var flow = RTFFlowBuilder()
  var emptyParagraphs = 0
  /// The flows that shapes with text are anchored in, and that notes stand in.
  var waitingAnchors: [RTFWaitingFlow] = []
  var waitingFlows: [RTFWaitingFlow] = []
  var rowDefinitions = [FlowRowDefinition](
    repeating: FlowRowDefinition(), count: RTFFlowBuilder.depthLimit + 1)
  /// The place of the next cell of each open table, as far as AbiWord says it.
  var cellPlaces: [FlowCellPosition?] = []
  /// The number of groups that were open at the paragraph's `\pard` or `\plain`.
  var paragraphGroup = 0
  /// The bytes of a run of `\'hh`, kept for its memory.
  private var escapedBytes: [UInt8] = []
  /// The line whose kind comes next.
  var nextLine = RTFLine.other

  var fields: [RTFField] = []
  /// The number of the fields that began in paragraphs that have ended.
  var endedFieldCount = 0
  var picture = RTFPicture()
  var shapePropertyName = ""
  /// The index of the run that holds the picture of the shape, which may be described after it.
  var shapeImage: Int?
  var bookmarks: [String: Int] = [:]
  var lastBookmark = ""
  /// The number of links that led to files of the machine that the document was written on.
  var localLinkCount = 0
  /// The paragraphs that bookmarks stand in.
  var anchors = FlowAnchors()

  init(_ bytes: [UInt8], position: Int, options: RTFReader) {
    tokenizer = RTFTokenizer(bytes, position: position)
    self.options = options
    content.reserveCapacity(forBytes: bytes.count)
    flow.reserveCapacity(forBytes: bytes.count)
  }

  var depth: Int { groups.count }

  mutating func run() {
    loop: while true {
      switch tokenizer.next() {
      case .groupStart:
        beginGroup()
      case .groupEnd:
        if endGroup() { break loop }
      case .word:
        interpretWord()
      case .symbol:
        interpretSymbol(tokenizer.symbol)
      case .hexadecimal:
        if fallbackLeft > 0 {
          fallbackLeft -= 1
        } else if tokenizer.symbol == 0x0D || tokenizer.symbol == 0x0A, isInBody, decoder.isIdle {
          endParagraph()
        } else {
          interpretHexadecimal()
        }
      case .text:
        interpretText()
      case .binary:
        if fallbackLeft > 0 {
          fallbackLeft -= 1
        } else if state.destination == .picture {
          picture.append(binary: tokenizer.bytes[tokenizer.range], limit: options.pictureSizeLimit)
        }
      case .end:
        // What was left open ends with the input.
        endOpenLinks()
        while !groups.isEmpty, !endGroup() {}
        break loop
      }
    }
    endParagraph(isLast: true)
    content.items = flow.finish()
    content.lists = lists.table
    anchors.settle(&content)
  }

  // MARK: Groups

  private mutating func beginGroup() {
    fallbackLeft = 0
    guard groups.count < Self.groupLimit else {
      excessGroups += 1
      return
    }
    groups.append(state)
    state.beganDestination = false
    state.isIgnorable = false
    if state.destination == .styleSheet {
      begin(.style)
      beginStyle()
    }
  }

  /// Ends the innermost group; true if that was the document.
  private mutating func endGroup() -> Bool {
    fallbackLeft = 0
    if excessGroups > 0 {
      excessGroups -= 1
      return false
    }
    guard !groups.isEmpty else { return true }
    if groups.count == 1 { endParagraph(isLast: true) }
    let ended = state
    state = groups.removeLast()
    if ended.beganDestination { end(ended.destination, ended) }
    return groups.isEmpty
  }

  /// Passes over the rest of the group.
  private mutating func skipGroup() {
    guard excessGroups == 0, groups.count > 1 else {
      state.destination = .ignored
      return
    }
    tokenizer.skipGroup()
    state = groups.removeLast()
  }

  mutating func begin(_ destination: RTFDestination) {
    state.destination = destination
    state.beganDestination = true
    gathered.removeAll(keepingCapacity: true)
  }

  // MARK: Words and symbols

  private mutating func interpretWord() {
    guard let word = tokenizer.word else {
      if state.isIgnorable { skipGroup() }
      return
    }
    state.isIgnorable = false
    let parameter = tokenizer.parameter
    switch word {
    case .u:
      appendCharacter(parameter ?? 0)
      fallbackLeft = state.fallbackLength
      return
    case .uc:
      state.fallbackLength = min(max(0, parameter ?? 1), 16)
      return
    default:
      break
    }
    if let scalar = Self.namedCharacter(word) {
      if fallbackLeft > 0 {
        fallbackLeft -= 1
      } else {
        appendScalar(scalar)
      }
      return
    }
    if !interpretCharacterWord(word, parameter), !interpretParagraphWord(word, parameter),
      !interpretTableWord(word, parameter), !interpretHeaderWord(word, parameter)
    {
      interpretDestinationWord(word, parameter)
    }
    if state.destination == .ignored { skipGroup() }
  }

  /// Appends the character of a `\u`: a UTF-16 unit, as a number with or without a sign.
  private mutating func appendCharacter(_ number: Int) {
    // Some programs write characters beyond 16 bits as one number.
    if number > 0xFFFF, let scalar = Unicode.Scalar(UInt32(number)) { return appendScalar(scalar.value) }
    let unit = UInt32(truncatingIfNeeded: number) & 0xFFFF
    // What AppKit's programs write for a line that ends within its paragraph.
    if unit == 0x2028 { appendLineBreak() } else { appendUnit(unit) }
  }

  private mutating func interpretSymbol(_ symbol: UInt8) {
    if symbol == UInt8(ascii: "*") {
      state.isIgnorable = true
      return
    }
    if fallbackLeft > 0 {
      fallbackLeft -= 1
      return
    }
    switch symbol {
    case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"):
      appendByte(symbol)
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      endParagraph()
    case UInt8(ascii: "~"):
      // Pandoc sets the text of a note apart from its number so.
      if state.destination != .note || !paragraph.isEmpty { appendScalar(0xA0) }
    case UInt8(ascii: "_"):
      appendScalar(0x2011)
    case UInt8(ascii: "\t"):
      appendScalar(0x09)
    case UInt8(ascii: "'"):
      break
    default:
      // `\-` marks where a word may be cut; `\|` and `\:` belong to formulas and indices.
      break
    }
  }

  private static func namedCharacter(_ word: RTFControlWord) -> UInt32? {
    switch word {
    case .tab: 0x09
    case .emdash: 0x2014
    case .endash: 0x2013
    case .emspace: 0x2003
    case .enspace: 0x2002
    case .qmspace: 0x2005
    case .bullet: 0x2022
    case .lquote: 0x2018
    case .rquote: 0x2019
    case .ldblquote: 0x201C
    case .rdblquote: 0x201D
    case .zwj: 0x200D
    case .zwnj: 0x200C
    case .zwbo: 0x200B
    case .zwnbo: 0x2060
    case .ltrmark: 0x200E
    case .rtlmark: 0x200F
    default: nil
    }
  }

  // MARK: Text

  /// Takes all bytes in hexadecimal that stand here: text in another script is nothing else.
  private mutating func interpretHexadecimal() {
    escapedBytes.removeAll(keepingCapacity: true)
    escapedBytes.append(tokenizer.symbol)
    while let byte = tokenizer.takeHexadecimal() { escapedBytes.append(byte) }
    appendBytes(escapedBytes[...], isPlain: escapedBytes.allSatisfy(\.isPlainText), areEscaped: true)
  }

  private mutating func interpretText() {
    var range = tokenizer.range
    var isPlain = tokenizer.isPlain
    if fallbackLeft > 0 {
      let skipped = min(fallbackLeft, range.count)
      fallbackLeft -= skipped
      range = (range.lowerBound + skipped)..<range.upperBound
      guard !range.isEmpty else { return }
      isPlain = tokenizer.bytes[range].allSatisfy(\.isPlainText)
    }
    appendBytes(tokenizer.bytes[range], isPlain: isPlain)
    // The second byte of a character in Shift JIS may be a brace or a backslash.
    if decoder.awaitsShiftJISTrail, let trail = tokenizer.takeByte() { appendByte(trail) }
  }
}
