/// A writer of blocks as paragraphs that tell only how they look.
protocol FlowBlockWriter {
  mutating func write(_ block: Block, in context: FlowContext)

  /// Writes what keeps two blocks apart that the format would take for one.
  mutating func writeGap(between block: Block, and next: Block)
}

extension FlowBlockWriter {
  mutating func writeGap(between block: Block, and next: Block) {}

  mutating func write(_ blocks: [Block], in context: FlowContext) {
    var inner = context
    for (index, block) in blocks.enumerated() {
      inner.endsList = context.endsList && index == blocks.count - 1
      write(block, in: inner)
      // The next list in here is another one, with numbers of its own.
      if case .list = block { inner.list = nil }
      if index + 1 < blocks.count { writeGap(between: block, and: blocks[index + 1]) }
    }
  }
}
