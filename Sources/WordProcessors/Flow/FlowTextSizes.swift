/// Tells headings by their size where no style does.
struct FlowTextSizes {
  /// The sizes of paragraphs that look like headings, in half points, the largest first.
  private var headingSizes: [Int] = []
  private let bodySize: Int
  private let runs: [FlowRun]

  init(_ flow: Flow) {
    bodySize = flow.sizes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 24
    runs = flow.runs
    let candidates = flow.items.compactMap { item -> Int? in
      guard case .paragraph(let paragraph) = item else { return nil }
      return headingSize(of: paragraph)
    }
    headingSizes = Set(candidates).sorted(by: >)
  }

  /// Makes headings of plain paragraphs that are set like some; the largest are of level 1.
  func findHeadings(_ items: [FlowItem], _ kinds: inout [FlowStructure.Kind]) {
    for (index, item) in items.enumerated() {
      guard case .text = kinds[index], case .paragraph(let paragraph) = item,
        let size = headingSize(of: paragraph),
        let rank = headingSizes.firstIndex(of: size)
      else { continue }
      kinds[index] = .heading(min(rank + 1, 6), number: nil)
    }
  }

  /// The size of a short paragraph of one size, bold and a third larger than the text, or larger by half.
  private func headingSize(of paragraph: FlowParagraph) -> Int? {
    guard let sizes = paragraph.sizes, sizes.lowerBound == sizes.upperBound, paragraph.text.count < 400 else {
      return nil
    }
    let isBold = runs[paragraph.runs].allSatisfy { $0.traits.contains(.bold) }
    let size = Int(sizes.lowerBound)
    return size * 10 >= bodySize * (isBold ? 13 : 15) ? size : nil
  }
}
