/// Walks a document and writes it as HTML in a dialect.
struct HTMLSerializer<Dialect: HTMLDialect> {
  var dialect: Dialect
  private let footnotes: [Footnote]
  private var numbers: [String: Int] = [:]
  /// The number of references to each note that have been written as links.
  private var occurrences: [String: Int] = [:]
  /// The number of bytes that the links between references and notes may still take: as many as the text gives.
  private var noteBudget = 64 << 10
  /// True once a reference has been written without a link.
  private var hasUnlinkedReference = false
  /// What leads from the note that is being written to its references, until it has found its place.
  private var pendingBackReference: Footnote?
  /// The box of the item that is being written, until it has found its place.
  private var pendingCheckbox: ListItem.Checkbox?
  /// True in headings and cells of a header, where `b` and `i` only repeat the looks.
  var isInTitle = false
  var output = MarkupOutput()
  /// The pictures that images of the document show by identifiers.
  private var media: [Medium.ID: Medium] = [:]

  /// The targets of links within the document.
  private(set) var places: DocumentAnchors

  init(dialect: Dialect, _ places: DocumentAnchors) {
    self.dialect = dialect
    self.places = places
    footnotes = places.document.footnotes
    for (index, note) in footnotes.enumerated() { numbers[note.label] = index + 1 }
  }

  mutating func write(_ document: Document) {
    for medium in document.media { media[medium.id] = medium }
    output.reserve(document.roomForMedia { $0 / 3 * 4 })
    write(document.blocks, isTight: false)
    guard !footnotes.isEmpty else { return }
    dialect.beginNotes(&output)
    for note in footnotes { write(note) }
    dialect.endNotes(&output)
  }

  private mutating func write(_ note: Footnote) {
    let isLinked = links(to: note) > 0
    dialect.beginNote(note.label, number: numbers[note.label] ?? 0, isLinked: isLinked, to: &output)
    pendingBackReference = note
    if Dialect.putsMarksIntoText {
      if case .paragraph? = note.blocks.first {
      } else {
        appendBackReference()
      }
      write(note.blocks, isTight: false)
    } else {
      for (index, block) in note.blocks.enumerated() {
        let isLast = index == note.blocks.count - 1
        if case .paragraph(let content) = block, isLast {
          output.startLine()
          beginElement("p", isRightToLeft: content.areRightToLeft)
          write(content)
          output.append(" ")
          appendBackReference()
          output.append("</p>\n")
        } else {
          write(block, isTight: false)
        }
      }
      if pendingBackReference != nil {
        output.startLine()
        appendBackReference()
      }
    }
    dialect.endNote(&output)
  }

  private func links(to note: Footnote) -> Int {
    occurrences[note.label] ?? (hasUnlinkedReference ? 0 : 1)
  }

  private mutating func appendBackReference() {
    guard let note = pendingBackReference else { return }
    pendingBackReference = nil
    dialect.appendBackReference(
      note.label, number: numbers[note.label] ?? 0, occurrences: links(to: note), to: &output)
  }

  // MARK: - Blocks

  mutating func write(_ blocks: [Block], isTight: Bool) {
    for block in blocks { write(block, isTight: isTight) }
  }

  private mutating func write(_ block: Block, isTight: Bool) {
    switch block {
    case .paragraph(let content):
      if isTight {
        write(content)
      } else {
        output.startLine()
        beginElement("p", isRightToLeft: content.areRightToLeft)
        if Dialect.putsMarksIntoText { appendBackReference() }
        appendCheckbox()
        write(content)
        dialect.endBlock(&output)
        output.append("</p>\n")
      }
    case .heading(let level, let content):
      output.startLine()
      let place = places.takeName(ofHeading: content)
      output.append("<h\(level)")
      if let place { output.append(" id=\"\(place.name)\"") }
      output.append(content.areRightToLeft ? " dir=\"rtl\">" : ">")
      isInTitle = true
      write(place?.content ?? content)
      isInTitle = false
      dialect.endBlock(&output)
      output.append("</h\(level)>\n")
    case .blockQuote(let blocks): write(quote: blocks)
    case .list(let list): write(list)
    case .codeBlock(let code): write(code)
    case .table(let table): write(table)
    case .definitionList(let definitions): write(definitions)
    case .figure(let figure): write(figure)
    case .thematicBreak:
      output.startLine()
      output.append("<hr />\n")
    case .html(let html):
      output.startLine()
      places.meet(html)
      dialect.appendRawBlock(html, to: &output)
      output.startLine()
    }
  }

  /// An alert has GitHub's classes, and a title that is one without them.
  private mutating func write(quote blocks: [Block]) {
    let title = Alert.title(of: blocks)
    let content = title == nil ? blocks : Array(blocks.dropFirst())
    let classes = title.map { " class=\"markdown-alert markdown-alert-\($0.lowercased())\"" } ?? ""
    output.startLine()
    beginElement("blockquote\(classes)\(Dialect.quoteAttributes)", isRightToLeft: content.areRightToLeft)
    output.append("\n")
    if let title {
      output.append("<p class=\"markdown-alert-title\">")
      if Dialect.putsMarksIntoText { appendBackReference() }
      appendCheckbox()
      output.append("<strong>\(title)</strong></p>\n")
    }
    write(content, isTight: false)
    output.startLine()
    output.append("</blockquote>\n")
  }

  /// Begins an element of text, which says where it goes from right to left.
  private mutating func beginElement(_ start: String, isRightToLeft: Bool) {
    output.append("<")
    output.append(start)
    output.append(isRightToLeft ? " dir=\"rtl\">" : ">")
  }

  private mutating func write(_ list: List) {
    output.startLine()
    let name =
      switch list.kind {
      case .bullet: "ul"
      case .ordered(1): "ol"
      case .ordered(let start): "ol start=\"\(start)\""
      }
    beginElement(name, isRightToLeft: [.list(list)].areRightToLeft)
    output.append("\n")
    for item in list.items {
      output.startLine()
      output.append("<li>")
      pendingCheckbox = item.checkbox
      // A box as text stands in the line of the text.
      var isBeforeText = false
      if Dialect.putsMarksIntoText, !list.isTight, case .paragraph? = item.blocks.first {
        isBeforeText = true
      }
      if !isBeforeText { appendCheckbox() }
      write(item.blocks, isTight: list.isTight && !item.hasParagraphBehindParagraph)
      dialect.endBlock(&output)
      output.append("</li>\n")
    }
    output.append(list.kind == .bullet ? "</ul>\n" : "</ol>\n")
  }

  private mutating func appendCheckbox() {
    guard let checkbox = pendingCheckbox else { return }
    pendingCheckbox = nil
    dialect.appendCheckbox(checkbox, to: &output)
  }

  private mutating func write(_ code: CodeBlock) {
    output.startLine()
    output.append("<pre\(Dialect.preformattedAttributes)><code")
    if let language = code.language {
      output.append(" class=\"language-")
      output.appendEscaped(String(language))
      output.append("\"")
    }
    output.append(">")
    dialect.appendText(code.code, to: &output)
    output.append("</code></pre>\n")
  }

  // MARK: - Inlines

  mutating func write(_ inlines: [Inline]) {
    for inline in inlines { write(inline) }
  }

  private mutating func write(_ inline: Inline) {
    switch inline {
    case .text(let text):
      noteBudget += text.utf8.count
      dialect.appendText(text, to: &output)
    case .softBreak: output.append(UInt8(ascii: "\n"))
    case .lineBreak: output.append("<br />\n")
    case .emphasis(let content):
      write(content, in: !isInTitle && Self.hasStyle(content) ? Dialect.outerStyleNames.emphasis : "em")
    case .strong(let content):
      write(content, in: !isInTitle && Self.hasStyle(content) ? Dialect.outerStyleNames.strong : "strong")
    case .strikethrough(let content): write(content, in: Dialect.strikethroughName)
    case .underline(let content): write(content, in: "u")
    case .superscript(let content): write(content, in: "sup")
    case .subscript(let content): write(content, in: "sub")
    case .highlight(let content):
      let tags = Dialect.highlightTags
      output.append("<mark>\(tags.start)")
      write(content)
      output.append("\(tags.end)</mark>")
    case .keyboard(let content): write(content, in: "kbd")
    case .code(let code):
      output.append("<code\(Dialect.codeAttributes)>")
      dialect.appendText(code, to: &output)
      output.append("</code>")
    case .link(let link): write(link)
    case .image(let image): write(image)
    case .html(let html):
      places.meet(html)
      dialect.appendRawInline(html, to: &output)
    case .math(let tex, let isDisplayed):
      if let formula = dialect.formula(tex, isDisplayed: isDisplayed) { return output.append(formula) }
      // The classes that Pandoc gives and reads, so that the dollars are known for what they are.
      output.append("<span class=\"math \(isDisplayed ? "display" : "inline")\"\(Dialect.formulaAttributes)>")
      let delimiter = isDisplayed ? "$$" : "$"
      dialect.appendText(delimiter + tex + delimiter, to: &output)
      output.append("</span>")
    case .footnoteReference(let label):
      guard let number = numbers[label] else { return }
      guard noteBudget > 0 else {
        hasUnlinkedReference = true
        output.append("<sup>\(number)</sup>")
        return
      }
      let start = output.bytes.count
      occurrences[label, default: 0] += 1
      dialect.appendReference(label, number: number, occurrence: occurrences[label] ?? 1, to: &output)
      // What leads back takes as much again.
      noteBudget -= 2 * (output.bytes.count - start)
    }
  }

  /// Whether emphasis, strong text or code is in a content. What is within these is not looked at.
  private static func hasStyle(_ content: [Inline]) -> Bool {
    content.contains { inline in
      switch inline {
      case .emphasis, .strong, .code: true
      case .link(let link): hasStyle(link.content)
      case .strikethrough(let content), .underline(let content), .superscript(let content),
        .subscript(let content), .highlight(let content), .keyboard(let content):
        hasStyle(content)
      case .text, .softBreak, .lineBreak, .image, .html, .math, .footnoteReference: false
      }
    }
  }

  private mutating func write(_ content: [Inline], in name: String) {
    output.append("<")
    output.append(name)
    output.append(">")
    write(content)
    output.append("</")
    output.append(name)
    output.append(">")
  }

  private mutating func write(_ link: Link) {
    let destination = places.name(ofLink: link.destination).map { "#" + $0 } ?? link.destination
    guard let address = dialect.linkAddress(destination) else {
      write(link.content)
      return
    }
    output.append("<a href=\"")
    output.appendAddress(address)
    appendTitle(link.title)
    output.append("\">")
    write(link.content)
    output.append("</a>")
  }

  private mutating func write(_ image: Image) {
    if case .medium(let id) = image.source {
      guard let medium = media[id], LinkPolicy.pictureTypes.contains(medium.type),
        case let bytes = medium.bytes, !bytes.isEmpty
      else {
        dialect.appendText(image.alternative, to: &output)
        return
      }
      output.append("<img src=\"data:\(medium.type);base64,")
      output.append(base64: bytes)
    } else {
      guard let address = image.address.flatMap(dialect.imageAddress) else {
        dialect.appendText(image.alternative, to: &output)
        return
      }
      output.append("<img src=\"")
      output.appendAddress(address)
    }
    output.append("\" alt=\"")
    output.appendEscaped(image.alternative.withoutControlCharacters)
    appendTitle(image.title)
    for (name, length) in [("width", image.width), ("height", image.height)] {
      guard let pixels = length?.pixels else { continue }
      output.append("\" \(name)=\"\(pixels)")
    }
    output.append("\" />")
  }

  private mutating func appendTitle(_ title: String) {
    guard !title.isEmpty else { return }
    output.append("\" title=\"")
    output.appendEscaped(title.withoutControlCharacters)
  }
}

extension ListItem {
  /// Word processors set the paragraphs of an item below each other without space; without tags they would run together.
  fileprivate var hasParagraphBehindParagraph: Bool {
    zip(blocks, blocks.dropFirst()).contains { $0.isParagraph && $1.isParagraph }
  }
}
