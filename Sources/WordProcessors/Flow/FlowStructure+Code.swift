/// Code: paragraphs that are lines of it.
extension FlowStructure {
  /// A part of a paragraph of code.
  private enum CodePart {
    /// Lines, and the calls of notes that stand in them.
    case lines(String, calls: [Inline])
    /// Pictures side by side, at which the code ends to go on behind them.
    case pictures([Inline])
  }

  /// Adds a paragraph of code, and what stands in it that no code block can hold.
  func addCode(of paragraph: FlowParagraph, at place: FlowPlace, to assembler: inout FlowBlockAssembler) {
    let isSpaced = isSpaced(paragraph)
    let isNamed = flow.styles.role(of: paragraph.format.style) == .code
    // Pandoc writes a block as one paragraph, all of it in a character style of code.
    let isWhole = flow.runs[paragraph.runs].contains { $0.traits.contains(.styledCode) }
    for part in codeParts(of: paragraph) {
      switch part {
      case .lines(let lines, let calls):
        assembler.addCode(
          lines, calls: calls, at: place, paragraph: paragraph, isSpaced: isSpaced, isNamed: isNamed,
          isWhole: isWhole)
      case .pictures(let pictures):
        assembler.add(.paragraph(pictures), at: place, isSpaced: isSpaced)
      }
    }
  }

  private func codeParts(of paragraph: FlowParagraph) -> [CodePart] {
    var parts: [CodePart] = []
    var text: [UInt8] = []
    var calls: [Inline] = []
    var pictures: [Inline] = []
    for index in paragraph.runs {
      switch flow.runs[index].content {
      case .text(let range): text += flow.text[range]
      case .lineBreak: text.append(UInt8(ascii: "\n"))
      case .note(let note): calls.append(.footnoteReference(label: String(note + 1)))
      case .image:
        if let lines = Self.lines(text, behindPicture: !pictures.isEmpty, beforePicture: true) {
          if !pictures.isEmpty { parts.append(.pictures(pictures)) }
          parts.append(.lines(lines, calls: calls))
          pictures = []
        } else {
          if !pictures.isEmpty, !text.isEmpty { pictures.append(.text(" ")) }
          pictures += calls
        }
        pictures += inlineBuilder.inlines(of: flow.runs[index...index], dropping: dropped)
        (text, calls) = ([], [])
      }
    }
    if pictures.isEmpty {
      // A block of blank lines, or of none, ends without one more.
      let isBlank = paragraph.info != nil && text.allSatisfy { $0 == UInt8(ascii: "\n") }
      if !isBlank { text.append(UInt8(ascii: "\n")) }
      parts.append(.lines(String(decoding: text, as: UTF8.self), calls: calls))
    } else if let lines = Self.lines(text, behindPicture: true, beforePicture: false) {
      parts.append(.pictures(pictures))
      parts.append(.lines(lines, calls: calls))
    } else {
      parts.append(.pictures(pictures + calls))
    }
    return parts
  }

  /// The lines of code beside pictures, without the white space that sets those off; nil if there is nothing else.
  private static func lines(_ text: [UInt8], behindPicture: Bool, beforePicture: Bool) -> String? {
    let isWord = { (byte: UInt8) in byte > 0x20 }
    guard let first = text.firstIndex(where: isWord), let last = text.lastIndex(where: isWord) else {
      return nil
    }
    var lines = text[...]
    if beforePicture { lines = lines[...last] }
    if behindPicture {
      // What sets in a line of its own is part of the code.
      let lineEnd = text[..<first].lastIndex(of: UInt8(ascii: "\n"))
      lines = lines[(lineEnd.map { $0 + 1 } ?? first)...]
    }
    return String(decoding: lines, as: UTF8.self) + "\n"
  }

  /// Makes code of paragraphs that are set in a typewriter's font from end to end, two lines or more in a row; an item
  /// may begin with them.
  func findCode(_ items: [FlowItem], _ kinds: inout [Kind]) {
    var run: [Int] = []
    var lines = 0
    /// Where the text of the item begins that the run began with.
    var itemIndent: Int?
    func close(_ kinds: inout [Kind]) {
      while let last = run.last, case .empty = kinds[last] { run.removeLast() }
      if lines > 1 {
        for index in run {
          if case .item(let item) = kinds[index] {
            kinds[index] = .codeItem(item)
          } else {
            kinds[index] = .code
          }
        }
      }
      run = []
      lines = 0
      itemIndent = nil
    }
    func add(_ index: Int, _ paragraph: FlowParagraph) {
      run.append(index)
      lines += hasLineBreak(paragraph) ? 2 : 1
    }
    for (index, item) in items.enumerated() {
      switch (item, kinds[index]) {
      case (.paragraph(let paragraph), .text) where isMonospaced(paragraph):
        if let indent = itemIndent, abs(paragraph.format.leftIndent - indent) > Self.indentTolerance {
          close(&kinds)
        }
        add(index, paragraph)
      case (.paragraph(let paragraph), .item) where isMonospaced(paragraph):
        close(&kinds)
        add(index, paragraph)
        itemIndent = paragraph.format.leftIndent
      case (.paragraph, .empty) where !run.isEmpty:
        run.append(index)
      default:
        close(&kinds)
      }
    }
    close(&kinds)
  }

  func hasLineBreak(_ paragraph: FlowParagraph) -> Bool {
    flow.runs[paragraph.runs].contains { if case .lineBreak = $0.content { true } else { false } }
  }

  func isMonospaced(_ paragraph: FlowParagraph) -> Bool {
    flow.runs[paragraph.runs].allSatisfy { run in
      switch run.content {
      case .text(let range):
        // What is typed or calculated is set like that, too.
        run.traits.intersection([.code, .styledCode, .keyboard, .math, .displayMath]) == .code
          || flow.text[range].allSatisfy { $0 <= 0x20 }
      case .lineBreak: true
      case .image, .note: false
      }
    }
  }
}
