/// A document as word processors keep it: paragraphs in order, of runs in one format each, and the tables that
/// say what they are.
///
/// A format's reader fills it; ``FlowStructure`` makes blocks of it.
struct Flow {
  /// The text of all paragraphs in UTF-8, one behind the other, and their runs likewise.
  private(set) var text: [UInt8] = []
  private(set) var runs: [FlowRun] = []
  var images: [Image] = []
  /// What images show that the document holds itself.
  var media: [Medium] = []
  var items: [FlowItem] = []
  var notes: [[FlowItem]] = []
  var links: [FlowLink] = []
  /// The names of places that links lead to, by the first run of the paragraph that they stand in.
  var anchors: [Int: [String]] = [:]
  var styles = FlowStyleSheet()
  var lists = FlowListTable()
  /// Where in their lists paragraphs stand that say so by themselves.
  var places: [FlowListPlace] = []
  /// How much text there is of each size in half points, where headings are told by it.
  var sizes: [Int: Int] = [:]
  /// Paragraphs outside tables say that they are set left, so that cells mean nothing by it.
  var marksLeftAlignment = false
  var generator = ""

  /// Makes room for what a document of so many bytes may hold; what stays unused of that is never touched.
  mutating func reserveCapacity(forBytes count: Int) {
    text.reserveCapacity(count / 4)
    runs.reserveCapacity(count / 64)
  }

  /// Makes a link of the runs from one on that lie in no other than `outer`, which is 0 for none.
  mutating func link(runsFrom first: Int, within outer: Int32, to link: Int32) {
    for index in runs.indices.dropFirst(first) { runs[index].link(within: outer, to: link) }
  }

  /// Ends links, by their numbers, before the runs that they do not hold.
  mutating func end(_ links: [Int32: FlowLinkEnd]) {
    for index in runs.indices { runs[index].end(links, at: index) }
  }

  /// Ends a paragraph, which leaves an open one with nothing but its memory.
  mutating func close(_ open: inout FlowOpenParagraph, format: FlowParagraphFormat) -> FlowParagraph {
    let (textStart, runsStart) = (text.count, runs.count)
    text += open.text
    for var run in open.runs {
      if case .text(let range) = run.content {
        run.content = .text(range.lowerBound + textStart..<range.upperBound + textStart)
      }
      runs.append(run)
    }
    defer { open.removeAll() }
    return FlowParagraph(
      text: textStart..<text.count, runs: runsStart..<runs.count, format: format, marker: open.marker,
      sizes: open.sizes, info: open.info)
  }
}

/// Where a link ends, and what is around it.
struct FlowLinkEnd {
  /// The first run that is no part of it.
  var firstRun: Int
  /// The link around it, 0 for none.
  var outerLink: Int32
}

struct FlowLink: Hashable {
  var destination: String
  var title: String
}
