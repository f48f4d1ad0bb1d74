/// Where links within a document of a word processor lead: to the paragraphs that their bookmarks stand in.
struct FlowAnchors {
  /// The names of bookmarks that stand in the open paragraph, or before the next one.
  private var open: [String] = []
  /// The first run of the paragraph that each bookmark stands in.
  private var paragraphs: [String: Int] = [:]
  /// The links of references, which lead nowhere where there is no such bookmark.
  private var references: [Int] = []

  mutating func add(_ bookmark: String?) {
    guard let bookmark, open.count < 64 else { return }
    open.append(bookmark)
  }

  /// Says that the link that was added last is made of a reference.
  mutating func addReference(link: Int) { references.append(link) }

  /// Ends a paragraph whose runs begin with this one.
  mutating func close(paragraphOfRun run: Int) {
    guard !open.isEmpty else { return }
    for bookmark in open where paragraphs[bookmark] == nil { paragraphs[bookmark] = run }
    open.removeAll(keepingCapacity: true)
  }

  /// Keeps the places that links lead to.
  func settle(_ flow: inout Flow) {
    for link in references where paragraphs[String(flow.links[link].destination.dropFirst())] == nil {
      flow.links[link].destination = ""
    }
    guard !paragraphs.isEmpty else { return }
    var kept: Set<String> = []
    for link in flow.links {
      guard let fragment = LinkFragments.fragment(of: link.destination) else { continue }
      let decoded = fragment.percentDecoded
      for bookmark in [fragment, decoded] {
        guard let run = paragraphs[bookmark], AnchorMarkup.isSafe(bookmark.utf8) else { continue }
        if kept.insert(bookmark).inserted { flow.anchors[run, default: []].append(bookmark) }
        break
      }
    }
  }
}
