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
    /// The position where the text of the item begins that the run began with.
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

/// Lists that go on behind what interrupts them.
extension FlowStructure {
  /// What is longer than this between two items parts them.
  private static let interruptionLimit = 8
  /// What people set in by hand is as far in as an item's text if it differs by no more, in twips.
  static let indentTolerance = 30

  /// The indices of what stands between two items below the first level of one list whose numbers go on.
  ///
  /// A list cannot begin with an item below its first level: what interrupts it there belongs to the item before,
  /// however far in it is set, unless it is set in as far as the text of an item around that. On the first level the
  /// paragraph ends the list, and the next begins with its number.
  func interruptions(of items: [FlowItem], _ kinds: [Kind]) -> Set<Int> {
    var found: Set<Int> = []
    // The last number at each level of the list that is open, and how far in the item's text is.
    var numbers: [(last: Int, indent: Int)] = []
    var key: Int?
    var last = 0
    for (index, kind) in kinds.enumerated() {
      switch kind {
      case .item(let item), .codeItem(let item):
        guard item.isOrdered, let level = item.level, level < 16 else {
          if item.level == nil { key = nil }
          continue
        }
        if item.key != key { numbers = [] }
        if item.key == key, level > 0, level < numbers.count, item.number > 1,
          item.number == numbers[level].last + 1, (2...Self.interruptionLimit + 1).contains(index - last)
        {
          let outer = numbers.map(\.indent).filter { $0 < numbers[level].indent - Self.indentTolerance }
          found.formUnion((last + 1..<index).filter { !isText(items[$0], kinds[$0], setInAs: outer) })
        }
        key = item.key
        numbers.removeLast(max(0, numbers.count - level))
        while numbers.count < level { numbers.append((0, 0)) }
        numbers.append((item.number, item.indent))
        last = index
      case .rule: if case .table = items[index] { continue } else { key = nil }
      case .heading, .term, .details: key = nil
      case .text, .code, .caption, .empty: continue
      }
    }
    return found
  }

  /// True for a paragraph that lies where the text of one of these items does, in no quote.
  private func isText(_ item: FlowItem, _ kind: Kind, setInAs indents: [Int]) -> Bool {
    guard case .paragraph(let paragraph) = item, paragraph.format.rightIndent == 0,
      flow.styles.role(of: paragraph.format.style) != .quote
    else { return false }
    switch kind {
    case .text, .code:
      let left = paragraph.format.leftIndent
      return indents.contains { $0 > 0 && abs($0 - left) <= Self.indentTolerance }
    default:
      return false
    }
  }
}

/// Paragraphs that a word processor draws one box around.
extension FlowStructure {
  /// Makes blank lines of empty paragraphs that stand within a box: alone, their borders are rules.
  func settleFrames(_ items: [FlowItem], _ kinds: inout [Kind]) {
    var index = 0
    while index < items.count {
      let first = index
      index += 1
      guard case .rule = kinds[first], let format = emptyFrame(items[first]) else { continue }
      while index < items.count, case .rule = kinds[index], let next = emptyFrame(items[index]),
        isOneBox(format, next)
      {
        index += 1
      }
      let before = first > 0 && isOneBox(format, with: items[first - 1])
      let after = index < items.count && isOneBox(format, with: items[index])
      // Without lines at the sides, what stands below the last text or above the first is a rule.
      let hasSides = !format.borders.isDisjoint(with: [.left, .right])
      guard hasSides ? before || after : before && after else { continue }
      let isCode = flow.styles.role(of: format.style) == .code
      for blank in first..<index { kinds[blank] = isCode ? .code : .empty }
    }
  }

  /// The format of an empty paragraph whose borders would be a rule; nil for another item.
  private func emptyFrame(_ item: FlowItem) -> FlowParagraphFormat? {
    guard case .paragraph(let paragraph) = item, paragraph.isEmpty,
      flow.styles.role(of: paragraph.format.style) != .rule
    else { return nil }
    return paragraph.format
  }

  private func isOneBox(_ format: FlowParagraphFormat, with item: FlowItem) -> Bool {
    guard case .paragraph(let paragraph) = item, !paragraph.isEmpty else { return false }
    return isOneBox(format, paragraph.format)
  }

  private func isOneBox(_ format: FlowParagraphFormat, _ other: FlowParagraphFormat) -> Bool {
    !format.borders.isEmpty && format.borders == other.borders && format.leftIndent == other.leftIndent
      && format.rightIndent == other.rightIndent
  }
}
