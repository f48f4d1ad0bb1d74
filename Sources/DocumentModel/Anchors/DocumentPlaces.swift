/// Where the links within a document lead to, under names that a format can write.
///
/// Headings have GitHub's identifiers, other places the names that raw HTML gives them. A link that leads nowhere
/// stays as it is.
///
/// Most documents have no such links, and finding that out by a look at each inline would cost as much as a part of the
/// writing. So writers begin without places, and write once more where they have met a link.
package struct DocumentPlaces {
  /// Which headings are places.
  package enum Headings {
    /// Those that the document itself links to.
    case linked
    /// All of them, for the links of other documents.
    case all
  }

  /// The document; headings that are places begin with anchors of their identifiers.
  package private(set) var document: Document
  /// The place that each link leads to, by how it spells it.
  private var targets: [String: String] = [:]
  /// What each place is called in the format.
  private var names: [String: String] = [:]
  /// The places that raw HTML names.
  private var explicit: Set<String> = []
  /// The places that were written.
  private var written: Set<String> = []
  /// What reads raw HTML; nil for a format that knows it.
  private let htmlReader: (any EmbeddedHTMLReader.Type)?
  /// Nobody has looked for places yet.
  private let isUnknown: Bool
  /// A link within the document was met while nobody had looked for places.
  package private(set) var areMissed = false

  /// The document without places.
  ///
  /// - Parameters:
  ///   - isUnknown: it may have some, which is told by `areMissed`.
  ///   - htmlReader: what reads raw HTML; nil for a format that knows it.
  package init(
    unmarked document: Document, isUnknown: Bool,
    readingHTMLBy htmlReader: (any EmbeddedHTMLReader.Type)? = nil
  ) {
    self.document = document
    self.htmlReader = htmlReader
    self.isUnknown = isUnknown
  }

  package init(
    of document: Document, _ naming: PlaceNaming, headings: Headings = .linked,
    readingHTMLBy htmlReader: (any EmbeddedHTMLReader.Type)? = nil
  ) {
    self.document = document
    self.htmlReader = htmlReader
    isUnknown = false
    let fragments = LinkFragments(of: document).fragments
    guard !fragments.isEmpty || headings == .all else { return }
    let finder = PlaceFinder(document)
    targets = finder.targets(of: fragments)
    let linked = Set(targets.values)
    var taken: [String: Int] = [:]
    for name in finder.explicit where linked.contains(name) && names[name] == nil {
      names[name] = naming == .html ? name : naming.unique(name, among: &taken)
    }
    explicit = Set(finder.explicit)
    if naming == .html { for name in explicit { taken[name] = 1 } }
    for name in finder.headings where headings == .all || linked.contains(name) {
      guard !name.isEmpty, names[name] == nil, !explicit.contains(name) else { continue }
      names[name] = naming.unique(name, among: &taken)
    }
    guard !names.isEmpty else { return }
    var marker = PlaceMarker(names: Set(names.keys), finder, readingHTMLBy: htmlReader)
    self.document = marker.marked(document)
  }

  /// The names of places as the document has them.
  package var originals: Set<String> { Set(names.keys) }

  /// What the format calls the place that a link leads to; nil if it leads to none.
  package mutating func name(ofLink destination: String) -> String? {
    guard let fragment = LinkFragments.fragment(of: destination) else { return nil }
    areMissed = areMissed || isUnknown
    return targets[fragment].flatMap { names[$0] }
  }

  /// What raw HTML calls the place that a link leads to, where the format has another name for it.
  package func original(ofLink destination: String) -> String? {
    guard let place = LinkFragments.fragment(of: destination).flatMap({ targets[$0] }),
      explicit.contains(place), let name = names[place], name != place
    else { return nil }
    return place
  }

  /// The blocks that raw HTML shows in a format that does not know it.
  package func blocks(ofHTML html: String) -> [Block] {
    htmlReader.map { ShownHTML.blocks(html, readBy: $0) } ?? []
  }

  /// Looks for links in raw HTML that is written as it is.
  package mutating func meet(_ html: String) {
    if isUnknown, !areMissed { areMissed = html.utf8.span.contains { $0 == UInt8(ascii: "#") } }
  }

  /// What the format calls the place that a tag names; nil for other tags, and for a place that was written.
  package mutating func takeName(ofTag html: String) -> String? {
    guard !names.isEmpty else { return nil }
    for place in MarkupPlaces(html).names {
      if let name = names[place], written.insert(place).inserted { return name }
    }
    return nil
  }

  /// What the format calls the place that a heading begins with, and the heading without its anchor.
  package mutating func takeName(ofHeading content: [Inline]) -> (name: String, content: [Inline])? {
    guard !names.isEmpty, case .html(let html)? = content.first, AnchorMarkup.name(of: html) != nil,
      let name = takeName(ofTag: html)
    else { return nil }
    return (name, Array(content.dropFirst()))
  }
}
