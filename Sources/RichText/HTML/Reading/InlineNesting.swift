/// Nests the runs of a paragraph: of the formats that begin at a place, the one that lasts longest is outermost.
struct InlineNesting {
  let paragraph: InlineCollector

  private var runs: [InlineRun] { paragraph.runs }

  func inlines(_ range: Range<Int>) -> [Inline] {
    inlines(range, within: .none)
  }

  private func inlines(_ range: Range<Int>, within outer: InlineFormats) -> [Inline] {
    var result: [Inline] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard let (format, end) = outermostFormat(at: index, range.upperBound, within: outer) else {
        appendLeaf(runs[index], to: &result)
        index += 1
        continue
      }
      let content = inlines(index..<end, within: outer.adding(format))
      append(format, content, link: runs[index].link, to: &result)
      index = end
    }
    return result
  }

  private func outermostFormat(
    at index: Int, _ limit: Int, within outer: InlineFormats
  ) -> (InlineFormats.Format, end: Int)? {
    let formats = runs[index].formats
    guard formats.count > outer.count else { return nil }
    var best: (InlineFormats.Format, end: Int)?
    for position in 0..<formats.count {
      guard let format = formats[position], !outer.contains(format) else { continue }
      let end = extent(of: format, from: index, limit, within: outer)
      if best.map({ end > $0.end }) ?? true { best = (format, end) }
    }
    return best
  }

  /// Where a format that begins at `index` ends, without cutting a link in two.
  private func extent(
    of format: InlineFormats.Format, from index: Int, _ limit: Int, within outer: InlineFormats
  ) -> Int {
    var end = index + 1
    while end < limit, runs[end].formats.contains(format), format != .link || runs[end].link == runs[index].link {
      end += 1
    }
    guard format != .link, !outer.contains(.link), end < limit, runs[end].formats.contains(.link),
      runs[end - 1].formats.contains(.link), runs[end].link == runs[end - 1].link
    else { return end }
    let link = runs[end].link
    var start = end
    while start > index, runs[start - 1].formats.contains(.link), runs[start - 1].link == link { start -= 1 }
    // A link that begins with this format goes around it; one that begins later stays whole outside it.
    return start > index ? start : end
  }

  private func append(
    _ format: InlineFormats.Format, _ content: [Inline], link: Int, to result: inout [Inline]
  ) {
    guard !content.isEmpty else { return }
    switch format {
    case .strong, .stronger, .strongest: result.append(.strong(content))
    case .emphasis, .moreEmphasis, .mostEmphasis: result.append(.emphasis(content))
    case .strikethrough: result.append(.strikethrough(content))
    case .underline: result.append(.underline(content))
    case .superscript: result.append(.superscript(content))
    case .subscript: result.append(.subscript(content))
    case .highlight: result.append(.highlight(content))
    case .keyboard: result.append(.keyboard(content))
    case .link:
      let target = paragraph.links[link]
      result.append(.link(Link(destination: target.destination, title: target.title, content)))
    }
  }

  private func appendLeaf(_ run: InlineRun, to result: inout [Inline]) {
    switch run.kind {
    case .text:
      let text = String(decoding: paragraph.buffer[run.text], as: UTF8.self)
      if case .text(let before)? = result.last {
        result[result.count - 1] = .text(before + text)
      } else {
        result.append(.text(text))
      }
    case .code:
      result.append(.code(String(decoding: paragraph.buffer[run.text], as: UTF8.self)))
    case .lineBreak:
      result.append(.lineBreak)
    case .object(let index):
      result.append(paragraph.objects[index])
    }
  }
}
