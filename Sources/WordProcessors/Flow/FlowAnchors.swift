/// The targets of links within a document of a word processor: to the paragraphs that their bookmarks stand in.
struct FlowAnchors {
  /// The names of bookmarks that stand in the open paragraph, or before the next one.
  private var open: [String] = []
  /// The first run of the paragraph that each bookmark stands in.
  private var paragraphs: [String: Int] = [:]
  /// What documents that these were made of call places whose names Word does not take, by bookmark.
  private var originals: [String: String] = [:]
  /// The links of references, which lead nowhere where there is no such bookmark.
  private var references: [Int] = []
  /// The first runs of headings by their words, and the links that name headings by these.
  private var headings: [String: Int] = [:]
  private var outlineLinks: [(link: Int, words: String)] = []

  mutating func add(_ bookmark: String?) {
    guard let bookmark, open.count < 64 else { return }
    open.append(bookmark)
  }

  /// Takes the bookmarks of the open paragraph, while a note or a box within it is read.
  mutating func suspend() -> [String] {
    defer { open = [] }
    return open
  }

  /// Goes on with the paragraph around a note or a box.
  mutating func resume(_ bookmarks: [String]) { open = bookmarks + open }

  /// Says what a place is called in a document that this one was made of, if its bookmark is that name as Word takes it.
  mutating func add(original: String, of bookmark: String) {
    guard originals[bookmark] == nil, AnchorMarkup.isSafe(original.utf8), !original.contains("%"),
      AnchorNaming.word.isSpelling(bookmark, of: original)
    else { return }
    originals[bookmark] = original
  }

  /// The names of places that go by those again; none of one that several go by, or a bookmark that keeps its name.
  private var settledNames: [String: String] {
    var bookmarks: [String: [String]] = [:]
    for (bookmark, name) in originals { bookmarks[name, default: []].append(bookmark) }
    var settled = originals.filter { bookmarks[$1]?.count == 1 }
    var keeping = paragraphs.keys.filter { settled[$0] == nil }
    while let kept = keeping.popLast() {
      for bookmark in bookmarks[kept] ?? [] where settled.removeValue(forKey: bookmark) != nil {
        keeping.append(bookmark)
      }
    }
    return settled
  }

  /// Says that the link that was added last is made of a reference.
  mutating func addReference(link: Int) { references.append(link) }

  /// Says that the link that was added last leads to the first heading of these words, with its number before them.
  mutating func addOutlineLink(_ link: Int, to heading: String) {
    outlineLinks.append((link, Self.words(heading)))
  }

  /// Says that a heading of these words begins with a run.
  mutating func addHeading(_ text: [UInt8], run: Int) {
    guard text.count < 1_024 else { return }
    let words = Self.words(String(decoding: text, as: UTF8.self))
    if headings[words] == nil { headings[words] = run }
  }

  /// The words of a heading without numbers before them.
  private static func words(_ heading: String) -> String {
    let rest = heading.drop { $0.isNumber || $0 == "." || $0.isWhitespace }
    return rest.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Lets the links that name headings lead to places of these.
  private mutating func settleOutline(_ flow: inout Flow) {
    for (link, words) in outlineLinks {
      guard let run = headings[words] else { continue }
      let place = "_outline\(run)"
      paragraphs[place] = run
      flow.links[link].destination = "#" + place
    }
  }

  /// Ends a paragraph whose runs begin with this one.
  mutating func close(paragraphOfRun run: Int) {
    guard !open.isEmpty else { return }
    for bookmark in open where paragraphs[bookmark] == nil { paragraphs[bookmark] = run }
    open.removeAll(keepingCapacity: true)
  }

  /// The name of a bookmark's place; nil if its name can be none. Spaces, which no place of HTML has in its
  /// name, are low lines.
  private func placeName(of bookmark: String, _ settled: [String: String]) -> String? {
    if let name = settled[bookmark] { return name }
    guard bookmark.contains(" ") else { return AnchorMarkup.isSafe(bookmark.utf8) ? bookmark : nil }
    let name = String(bookmark.map { $0 == " " ? "_" : $0 })
    return AnchorMarkup.isSafe(name.utf8) && paragraphs[name] == nil ? name : nil
  }

  /// Keeps the places that links lead to.
  consuming func settle(_ flow: inout Flow) {
    settleOutline(&flow)
    for link in references where paragraphs[String(flow.links[link].destination.dropFirst())] == nil {
      flow.links[link].destination = ""
    }
    guard !paragraphs.isEmpty else { return }
    var kept: Set<String> = []
    let names = originals.isEmpty ? [:] : settledNames
    for index in flow.links.indices {
      guard let fragment = LinkFragments.fragment(of: flow.links[index].destination) else { continue }
      let decoded = fragment.percentDecoded
      for bookmark in [fragment, decoded] {
        guard let run = paragraphs[bookmark], let name = placeName(of: bookmark, names) else { continue }
        if name != bookmark { flow.links[index].destination = "#" + name }
        if kept.insert(bookmark).inserted { flow.anchors[run, default: []].append(name) }
        break
      }
    }
  }
}
