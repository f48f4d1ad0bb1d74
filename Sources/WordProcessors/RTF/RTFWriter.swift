/// Writes RTF that rich-text programs read as real headings, lists, quotes, tables, notes and links.
///
/// Styles and list tables are for programs that know them; every paragraph repeats their formatting, and every
/// item its marker, for those that do not. The bytes are ASCII (Rich Text Format Specification 1.9.1).
///
/// A soft break becomes a space. Blocks of raw HTML become what they show; tags within text
/// are left out.
public struct RTFWriter: DocumentWriter {
  /// Text of cells that LibreOffice Calc would take for a value, as it pastes RTF, is to stay text.
  package var keepsTextOfCells = false

  /// The reader of raw HTML in documents.
  let htmlReader: any EmbeddedHTMLReader.Type

  package init(readingHTMLBy htmlReader: any EmbeddedHTMLReader.Type) { self.htmlReader = htmlReader }

  /// Writes a document as RTF in ASCII.
  public func write(_ document: Document) -> [UInt8] {
    let document = document.media.isEmpty ? document : document.lowered(to: .rtf)
    var body = body(DocumentAnchors(unmarked: document, isUnknown: true, readingHTMLBy: htmlReader))
    if body.places.areMissed {
      // Two of them would take twice the memory.
      body.output = RTFOutput()
      body = self.body(DocumentAnchors(of: document, .word, readingHTMLBy: htmlReader))
    }
    return Self.finished(&body)
  }

  /// Writes blocks that are made one after another; nil where links between them need the whole document.
  package func write(_ blocks: some IteratorProtocol<Block>) -> [UInt8]? {
    var blocks = blocks
    var body = RTFBodyWriter(
      DocumentAnchors(unmarked: Document(), isUnknown: true, readingHTMLBy: htmlReader))
    body.keepsTextOfCells = keepsTextOfCells
    var (next, last): (Block?, Block?) = (blocks.next(), nil)
    while let block = next {
      next = blocks.next()
      var context = FlowContext()
      context.endsList = next == nil
      body.write(block, in: context)
      if let next { body.writeGap(between: block, and: next, in: context) }
      if body.places.areMissed { return nil }
      last = block
    }
    body.closeLastParagraph(of: Document(last.map { [$0] } ?? []))
    return Self.finished(&body)
  }

  private static func finished(_ body: inout RTFBodyWriter) -> [UInt8] {
    body.settleLists()
    body.output.append("}")
    // The header says what lists there are, which is known now.
    var header = RTFOutput()
    RTFHeader.write(
      to: &header, lists: body.lists, numbers: body.listNumbers, optionalStyles: body.optionalStyles)
    body.output.insertAtStart(header)
    return body.output.bytes
  }

  private func body(_ places: DocumentAnchors) -> RTFBodyWriter {
    var body = RTFBodyWriter(places)
    body.keepsTextOfCells = keepsTextOfCells
    // A byte is written as two digits.
    body.output.reserve(places.document.roomForMedia { $0 * 2 })
    body.write(places.document.blocks, in: FlowContext())
    body.closeLastParagraph(of: places.document)
    return body
  }
}

/// The tables at the beginning of RTF, and the numbers by which the body refers to them.
enum RTFHeader {
  /// A style of paragraphs: its number, name, and the formatting that each of its paragraphs repeats.
  struct ParagraphStyle {
    let number: Int
    let name: String
    let formatting: String
    /// Only documents that use the style have it in their style sheet.
    var isOptional = false
  }

  static let normal = ParagraphStyle(number: 0, name: "Normal", formatting: "")
  /// LibreOffice makes `blockquote` and `pre` of these two by their names, which are its own.
  static let quote = ParagraphStyle(number: 7, name: "Quotations", formatting: "")
  static let code = ParagraphStyle(number: 8, name: "Preformatted Text", formatting: "\\f1\\fs20\\cbpat2")
  static let listItem = ParagraphStyle(number: 9, name: "List Paragraph", formatting: "")
  static let note = ParagraphStyle(number: 10, name: "footnote text", formatting: "\\fs20")
  static let rule = ParagraphStyle(
    number: 11, name: "Horizontal Line", formatting: "\\brdrb\\brdrs\\brdrw10\\brsp20")
  static let tableHeading = ParagraphStyle(number: 12, name: "Table Heading", formatting: "\\b")
  static let tableContents = ParagraphStyle(number: 13, name: "Table Contents", formatting: "")
  static let caption = ParagraphStyle(number: 14, name: "caption", formatting: "\\i", isOptional: true)
  /// LibreOffice makes `dt` and `dd` of these two by their names.
  static let term = ParagraphStyle(number: 15, name: "List Heading", formatting: "\\b", isOptional: true)
  static let details = ParagraphStyle(number: 16, name: "List Contents", formatting: "", isOptional: true)
  static let headings = [
    ParagraphStyle(number: 1, name: "heading 1", formatting: "\\keepn\\sb240\\outlinelevel0\\b\\fs36"),
    ParagraphStyle(number: 2, name: "heading 2", formatting: "\\keepn\\sb200\\outlinelevel1\\b\\fs30"),
    ParagraphStyle(number: 3, name: "heading 3", formatting: "\\keepn\\sb180\\outlinelevel2\\b\\fs26"),
    ParagraphStyle(number: 4, name: "heading 4", formatting: "\\keepn\\sb160\\outlinelevel3\\b\\fs24"),
    ParagraphStyle(number: 5, name: "heading 5", formatting: "\\keepn\\sb140\\outlinelevel4\\b\\fs22"),
    ParagraphStyle(number: 6, name: "heading 6", formatting: "\\keepn\\sb120\\outlinelevel5\\b\\fs20"),
  ]

  /// - Parameter optionalStyles: the numbers of the optional styles that the document uses.
  static func write(
    to output: inout RTFOutput, lists: WrittenLists, numbers: RTFListNumbers, optionalStyles: Set<Int>
  ) {
    // A default font would be formatting of its own to LibreOffice, which then sets all text in it.
    output.append("{\\rtf1\\ansi\\ansicpg1252\\uc1\n{\\fonttbl{\\f0\\fswiss\\fcharset0 Helvetica;}")
    output.append("{\\f1\\fmodern\\fprq1\\fcharset0 Courier New;}}\n")
    output.append("{\\colortbl;\\red5\\green99\\blue193;\\red242\\green242\\blue242;")
    output.append("\\red0\\green0\\blue0;\\red0\\green0\\blue0;\\red255\\green255\\blue0;}\n")
    writeStyles(to: &output, optionalStyles)
    if !lists.overrides.isEmpty { writeLists(to: &output, lists, numbers) }
  }

  private static func writeStyles(to output: inout RTFOutput, _ optionalStyles: Set<Int>) {
    output.append("{\\stylesheet")
    let styles = [normal] + headings + [quote, code, listItem, note, rule, tableHeading, tableContents]
    let optional = [caption, term, details].filter { optionalStyles.contains($0.number) }
    for style in styles + optional {
      output.append("{\\s", style.number)
      if style.number > 0 { output.append("\\sbasedon0\\snext0") }
      output.append(style.formatting)
      output.append(" ")
      output.append(style.name)
      output.append(";}\n")
    }
    output.append("{\\*\\cs20\\additive\\ul\\cf1 Hyperlink;}{\\*\\cs21\\additive\\f1 HTML Code;}")
    output.append("{\\*\\cs22\\additive\\super footnote reference;}{\\*\\cs23\\additive\\b Strong;}")
    output.append("{\\*\\cs24\\additive\\i Emphasis;}{\\*\\cs25\\additive\\f1 HTML Keyboard;}")
    output.append("{\\*\\cs26\\additive Math;}{\\*\\cs27\\additive Display Math;}}\n")
  }

  private static func writeLists(
    to output: inout RTFOutput, _ lists: WrittenLists, _ numbers: RTFListNumbers
  ) {
    // Calc and Impress show the whole table as text if a line feed stands here.
    output.append("{\\*\\listtable")
    for (index, levels) in lists.definitions.enumerated() {
      output.append("{\\list\\listtemplateid", numbers.number(of: index + 1))
      output.append("\\listhybrid\n")
      for level in 0..<WrittenList.levelCount {
        if let start = levels[level] {
          output.append("{\\listlevel\\levelnfc0\\levelnfcn0\\leveljc0\\levelfollow0\\levelstartat", start)
          output.append("{\\leveltext\\'02\\'0", level)
          output.append(".;}{\\levelnumbers\\'01;}")
        } else {
          output.append("{\\listlevel\\levelnfc23\\levelnfcn23\\leveljc0\\levelfollow0\\levelstartat1")
          output.append("{\\leveltext\\'01")
          output.append(text: WrittenList.bullet(level: level))
          output.append(";}{\\levelnumbers;}")
        }
        output.append("\\fi-360\\li", FlowContext.listIndent * (level + 1))
        output.append("}\n")
      }
      output.append("{\\listname ;}\\listid", numbers.number(of: index + 1))
      output.append("}\n")
    }
    output.append("}{\\*\\listoverridetable")
    for (index, list) in lists.overrides.enumerated() {
      output.append("{\\listoverride\\listid", numbers.number(of: lists.definitionNumbers[index] + 1))
      let levels = list.starts.keys.max() ?? -1
      output.append("\\listoverridecount", levels + 1)
      for level in 0..<(levels + 1) {
        output.append("{\\lfolevel\\listoverridestartat\\levelstartat", list.starts[level] ?? 1)
        output.append("}")
      }
      output.append("\\ls", numbers.number(of: index + 1))
      output.append("}\n")
    }
    output.append("}\n")
  }
}

/// The numbers by which paragraphs of RTF name their lists.
///
/// LibreOffice goes on with a list of the document that something is pasted into if that has the same number, so the
/// numbers depend on the content: two pastes rarely share one. RTF 1.9.1 allows 1 to 2,000.
struct RTFListNumbers {
  /// The number before that of the first list; all numbers have as many digits.
  private static let base = 999
  private static let limit = 1_000
  /// The part of the text that tells one content from another, in bytes.
  private static let digestLimit = 64 << 10

  /// The positions of the numbers in the output.
  private var positions: [Int] = []
  /// The offset that the content adds to them.
  private var offset = 0

  /// The number of a list, counted from 1.
  func number(of list: Int) -> Int { Self.base + offset + list }

  /// Writes the word that says which list a paragraph is in.
  mutating func write(list: Int, to output: inout RTFOutput) {
    output.append("\\ls")
    positions.append(output.bytes.count)
    output.append(Self.base + list)
  }

  /// Lets the numbers depend on what was written; called when all of the text is.
  mutating func settle(count: Int, in output: inout RTFOutput) {
    guard count > 0, count < Self.limit else { return }
    var digest = RTFControlWordTable.seed
    for byte in output.bytes.prefix(Self.digestLimit) { digest = RTFControlWordTable.mix(digest, byte) }
    offset = Int(digest % UInt64(Self.limit - count))
    for position in positions { output.add(offset, toNumberAt: position) }
  }
}
