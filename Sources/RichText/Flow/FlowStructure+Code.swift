/// Code: paragraphs that are lines of it.
extension FlowStructure {
  func code(of paragraph: FlowParagraph) -> String {
    var text: [UInt8] = []
    for run in flow.runs[paragraph.runs] {
      switch run.content {
      case .text(let range): text += flow.text[range]
      case .lineBreak: text.append(UInt8(ascii: "\n"))
      case .image, .note: break
      }
    }
    // A block of blank lines, or of none, ends without one more.
    let isBlank = paragraph.info != nil && text.allSatisfy { $0 == UInt8(ascii: "\n") }
    if !isBlank { text.append(UInt8(ascii: "\n")) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Makes code of paragraphs that are set in a typewriter's font from end to end, two or more in a row.
  func findCode(_ items: [FlowItem], _ kinds: inout [Kind]) {
    var run: [Int] = []
    var lines = 0
    func close(_ kinds: inout [Kind]) {
      while let last = run.last, case .empty = kinds[last] { run.removeLast() }
      if lines > 1 { for index in run { kinds[index] = .code } }
      run = []
      lines = 0
    }
    for (index, item) in items.enumerated() {
      switch (item, kinds[index]) {
      case (.paragraph(let paragraph), .text) where isMonospaced(paragraph):
        run.append(index)
        let hasBreak = flow.runs[paragraph.runs].contains {
          if case .lineBreak = $0.content { true } else { false }
        }
        lines += hasBreak ? 2 : 1
      case (.paragraph, .empty) where !run.isEmpty:
        run.append(index)
      default:
        close(&kinds)
      }
    }
    close(&kinds)
  }

  private func isMonospaced(_ paragraph: FlowParagraph) -> Bool {
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
