/// The direction of text, before it is written.
extension HTMLAssembly {
  /// The direction of what holds blocks or cells.
  func direction(of node: BlockNode, at index: Int) -> SourceDirection {
    switch node.kind {
    case .quote: assembly.mayBeAlert(node, at: index) ? .unknown : direction(of: node.content(at: index))
    case .list: direction(ofList: node.content(at: index))
    default: direction(ofTable: node)
    }
  }

  /// The direction of the first text among blocks that tells, as `[Block].areRightToLeft` finds it.
  private func direction(of range: Range<Int>) -> SourceDirection {
    for index in assembly.blocks(in: range).prefix([Block].directedCount) {
      let node = assembly.nodes[index]
      var direction = SourceDirection.none
      switch node.kind {
      case .paragraph, .heading: direction = self.direction(ofText: node)
      case .quote, .list: direction = self.direction(of: node, at: index)
      case .fencedCode: if assembly.isFormula(node) { direction = .unknown }
      default: break
      }
      if direction != .none { return direction }
    }
    return .none
  }

  private func direction(ofList range: Range<Int>) -> SourceDirection {
    var index = range.lowerBound
    for _ in 0..<[Block].directedCount where index < range.upperBound {
      let content = assembly.nodes[index].content(at: index)
      let direction = direction(of: content)
      if direction != .none { return direction }
      index = content.upperBound
    }
    return .none
  }

  func direction(ofText node: BlockNode) -> SourceDirection {
    for piece in assembly.pieces[node.pieces] {
      let direction = SourceDirection(assembly.source.span, piece.range)
      if direction != .none { return direction }
    }
    return .none
  }

  /// The direction of the cells of the first two rows.
  private func direction(ofTable node: BlockNode) -> SourceDirection {
    let (text, rows) = (assembly.source.span, assembly.pieces[node.pieces])
    let columns = TableRow.cellCount(text, rows[rows.startIndex + 1].range)
    var (direction, count) = (SourceDirection.none, 0)
    for (index, row) in rows.prefix(3).enumerated() where index != 1 {
      var column = 0
      TableRow.cells(text, row.range) { cell in
        column += 1
        guard direction == .none, column <= columns, !cell.isEmpty, count < [Block].directedCount else {
          return
        }
        direction = SourceDirection(text, cell)
        count += 1
      }
    }
    return direction
  }
}

/// The direction of text by its first letter, as the source tells it before its inlines are read.
enum SourceDirection {
  case leftToRight, rightToLeft
  /// No letter tells.
  case none
  /// Markup stands before the first letter that may show another one.
  case unknown

  init(_ text: Span<UInt8>, _ range: Range<Int>) {
    var isInMarks = false
    for position in range {
      let byte = text[position]
      if byte.isASCIILetter {
        self = .leftToRight
        return
      }
      switch byte {
      case UInt8(ascii: "`"), UInt8(ascii: "$"):
        // Code and formulas go from left to right, whatever is in them.
        isInMarks = true
      case UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "]"),
        UInt8(ascii: "!") where position + 1 < range.upperBound && text[position + 1] == UInt8(ascii: "["):
        self = .unknown
        return
      case 0xC0...:
        guard let isRightToLeft = text.scalar(at: position).isRightToLeft else { continue }
        self = !isRightToLeft ? .leftToRight : isInMarks ? .unknown : .rightToLeft
        return
      default: continue
      }
    }
    self = isInMarks ? .unknown : .none
  }
}
