import Containers

/// The texts that cells of a workbook refer to by their numbers (ECMA-376 part 1, 18.4).
struct SharedTexts {
  private(set) var text: [UInt8] = []
  private(set) var ranges: [Range<Int>] = []
  /// Those with runs in bold and the like.
  private(set) var inlines: [Int: [Inline]] = [:]

  /// The bytes that a run in bold and the like costs beside its text.
  private static let runCost = 24

  /// What each cell with a text costs, in bytes.
  func cost(_ number: Int) -> Int {
    ranges[number].count + (inlines.isEmpty ? 0 : (inlines[number]?.count ?? 0) * Self.runCost)
  }

  init(_ part: [UInt8]?) {
    guard let part else { return }
    var reader = XMLReader(workbook: part)
    while let event = reader.next() {
      guard event == .start, reader.workbookName == .si else { continue }
      let start = text.count
      if let rich = reader.readRichText(to: &text) { inlines[ranges.count] = rich }
      ranges.append(start..<text.count)
    }
  }
}

/// Excel's cells have no more characters; a text of more runs loses their formatting.
private let runLimit = 32_767

extension XMLReader {
  /// Appends the text of the element that began, up to its end, without what says how it is pronounced.
  ///
  /// Returns its runs where one of them is bold and the like, but not all of them are alike.
  mutating func readRichText(to output: inout [UInt8]) -> [Inline]? {
    let depth = self.depth
    var runs: [(format: Set<WorkbookName>, superscript: Bool?, range: Range<Int>)] = []
    var (format, superscript): (Set<WorkbookName>, Bool?) = ([], nil)
    var isText = false
    var (start, runCount) = (output.count, 0)
    while let event = next() {
      switch event {
      case .start:
        switch workbookName {
        case .t:
          isText = true
          start = output.count
          runCount += 1
          if runCount <= runLimit { runs.append((format, superscript, start..<start)) }
        case .r: (format, superscript) = ([], nil)
        case .b, .i, .strike:
          if let name = workbookName, !hasAttribute(WorkbookName.val) || isTrue(.val) { format.insert(name) }
        case .vertAlign:
          let value = attribute(WorkbookName.val)
          superscript = value == "superscript" ? true : value == "subscript" ? false : nil
        case .rPh, .phoneticPr, .extLst: skip()
        default: break
        }
      case .text: if isText { appendText(to: &output) }
      case .end where self.depth < depth:
        return runCount > runLimit ? nil : Self.inlines(runs, in: output)
      case .end:
        if workbookName == .t, isText {
          isText = false
          Self.decodeEscapes(in: &output, from: start)
          if runCount <= runLimit { runs[runs.count - 1].range = start..<output.count }
        }
      }
    }
    return nil
  }

  private static func inlines(
    _ runs: [(format: Set<WorkbookName>, superscript: Bool?, range: Range<Int>)], in text: [UInt8]
  ) -> [Inline]? {
    guard runs.count > 1, runs.contains(where: { !$0.format.isEmpty || $0.superscript != nil }) else {
      return nil
    }
    return runs.flatMap { run in
      var content = DelimitedReader.cell(text[run.range]).paragraph ?? []
      guard !content.isEmpty else { return content }
      if let superscript = run.superscript {
        content = [superscript ? .superscript(content) : .subscript(content)]
      }
      if run.format.contains(.strike) { content = [.strikethrough(content)] }
      if run.format.contains(.i) { content = [.emphasis(content)] }
      if run.format.contains(.b) { content = [.strong(content)] }
      return content
    }
  }

  /// Puts characters in the place of their escapes: `_x000D_` is a carriage return (ECMA-376 part 1, 22.9.2.19).
  static func decodeEscapes(in text: inout [UInt8], from start: Int) {
    guard ByteSearch.contains("_x", in: text[start...]) else { return }
    var decoded: [UInt8] = []
    var position = start
    while position < text.count {
      let escape = text[position...].prefix(7)
      if escape.count == 7, escape.starts(with: "_x".utf8), escape.last == UInt8(ascii: "_"),
        let unit = UInt16(String(decoding: escape.dropFirst(2).dropLast(), as: UTF8.self), radix: 16),
        let scalar = Unicode.Scalar(unit)
      {
        decoded += String(Character(scalar)).utf8
        position += 7
      } else {
        decoded.append(text[position])
        position += 1
      }
    }
    text.replaceSubrange(start..., with: decoded)
  }
}
