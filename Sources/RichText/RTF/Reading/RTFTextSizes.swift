/// Tells headings by their size where no style does.
struct RTFTextSizes {
  /// The sizes of paragraphs that look like headings, in half points, the largest first.
  private let headingSizes: [Int]
  private let bodySize: Int

  init(_ content: RTFContent) {
    bodySize = content.sizes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 24
    let body = bodySize
    let candidates = content.items.compactMap { item -> Int? in
      guard case .paragraph(let paragraph) = item else { return nil }
      return Self.headingSize(of: paragraph, bodySize: body)
    }
    headingSizes = Set(candidates).sorted(by: >)
  }

  /// Makes headings of plain paragraphs that are set like some; the largest are of level 1.
  func findHeadings(_ items: [RTFFlowItem], _ kinds: inout [RTFStructure.Kind]) {
    for (index, item) in items.enumerated() {
      guard case .text = kinds[index], case .paragraph(let paragraph) = item,
        let size = Self.headingSize(of: paragraph, bodySize: bodySize),
        let rank = headingSizes.firstIndex(of: size)
      else { continue }
      kinds[index] = .heading(min(rank + 1, 6))
    }
  }

  /// The size of a short paragraph of one size, bold and a third larger than the text, or larger by half.
  private static func headingSize(of paragraph: RTFParagraph, bodySize: Int) -> Int? {
    guard let sizes = paragraph.sizes, sizes.lowerBound == sizes.upperBound, paragraph.text.count < 400 else {
      return nil
    }
    let isBold = paragraph.runs.allSatisfy { $0.traits.contains(.bold) }
    return sizes.lowerBound * 10 >= bodySize * (isBold ? 13 : 15) ? sizes.lowerBound : nil
  }
}
