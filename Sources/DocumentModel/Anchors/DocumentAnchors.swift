/// The targets of the links within a document, under names that a format can write.
///
/// Headings have GitHub's identifiers, other places the names that raw HTML gives them. A link that leads nowhere
/// stays as it is.
///
/// Most documents have no such links, and finding that out by a look at each inline would cost as much as a part of the
/// writing. So writers begin without places, and write once more where they have met a link.
package struct DocumentAnchors {
  /// The headings that are places.
  package enum Headings {
    /// The headings that the document itself links to.
    case linked
    /// All of them, for the links of other documents.
    case all
  }

  /// The document; headings that are places begin with anchors of their identifiers.
  package private(set) var document: Document
  /// The place that each link leads to, by how it spells it.
  private var targets: [String: String] = [:]
  /// The name of each place in the format.
  private var names: [String: String] = [:]
  /// The places that raw HTML names.
  private var explicit: Set<String> = []
  /// The places that were written.
  private var written: Set<String> = []
  /// The reader of raw HTML; nil for a format that knows it.
  private let htmlReader: (any EmbeddedHTMLReader.Type)?
  /// True until the anchors of the document have been looked for.
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
    of document: Document, _ naming: AnchorNaming, headings: Headings = .linked,
    readingHTMLBy htmlReader: (any EmbeddedHTMLReader.Type)? = nil
  ) {
    self.document = document
    self.htmlReader = htmlReader
    isUnknown = false
    let fragments = LinkFragments(of: document).fragments
    guard !fragments.isEmpty || headings == .all else { return }
    let finder = AnchorFinder(document)
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
    var marker = AnchorMarker(names: Set(names.keys), finder, readingHTMLBy: htmlReader)
    self.document = marker.marked(document)
  }

  /// The names of places as the document has them.
  package var originals: Set<String> { Set(names.keys) }

  /// The format's name of the place that a link leads to; nil if it leads to none.
  package mutating func name(ofLink destination: String) -> String? {
    guard let fragment = LinkFragments.fragment(of: destination) else { return nil }
    areMissed = areMissed || isUnknown
    return targets[fragment].flatMap { names[$0] }
  }

  /// The name in raw HTML of the place that a link leads to, where the format has another name for it.
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

  /// The format's name of the place that a tag names; nil for other tags, and for a place that was written.
  package mutating func takeName(ofTag html: String) -> String? {
    guard !names.isEmpty else { return nil }
    for place in MarkupAnchors(html).names {
      if let name = names[place], written.insert(place).inserted { return name }
    }
    return nil
  }

  /// The format's name of the place that a heading begins with, and the heading without its anchor.
  package mutating func takeName(ofHeading content: [Inline]) -> (name: String, content: [Inline])? {
    guard !names.isEmpty, case .html(let html)? = content.first, AnchorMarkup.name(of: html) != nil,
      let name = takeName(ofTag: html)
    else { return nil }
    return (name, Array(content.dropFirst()))
  }
}

/// Finds the places of a document.
struct AnchorFinder {
  /// The identifiers of headings in the order of the text; none in cells, where Markdown has no headings.
  private(set) var headings: [String] = []
  /// The names that raw HTML gives, in the order of the text.
  private(set) var explicit: [String] = []
  private var identifiers: HeadingIdentifiers

  init(_ document: Document) {
    identifiers = HeadingIdentifiers(of: document)
    visit(document.blocks, isInCell: false)
    for note in document.footnotes { visit(note.blocks, isInCell: false) }
  }

  private mutating func visit(_ blocks: [Block], isInCell: Bool) {
    for block in blocks {
      switch block {
      case .heading(_, let content) where !isInCell:
        headings.append(identifiers.next(for: content))
      case .html(let html):
        let markup = MarkupAnchors(html)
        explicit += markup.names
        if !isInCell {
          for heading in markup.headings { headings.append(identifiers.next(for: heading.text)) }
        }
      default: break
      }
      visit(block.inlines)
      var isTable = false
      if case .table = block { isTable = true }
      for blocks in block.children { visit(blocks, isInCell: isInCell || isTable) }
    }
  }

  private mutating func visit(_ content: [Inline]) {
    for inline in content {
      if case .html(let html) = inline {
        explicit += MarkupAnchors(html).names
      } else if let content = inline.content {
        visit(content)
      }
    }
  }

  /// The places that links lead to: as they are spelled, else percent-decoded, else but for case.
  func targets(of fragments: Set<String>) -> [String: String] {
    let places = explicit + headings
    let known = Set(places)
    let folded = Dictionary(places.map { ($0.lowercased(), $0) }) { first, _ in first }
    var targets: [String: String] = [:]
    for fragment in fragments where !fragment.isEmpty {
      let decoded = fragment.percentDecoded
      if known.contains(fragment) {
        targets[fragment] = fragment
      } else if known.contains(decoded) {
        targets[fragment] = decoded
      } else if let place = folded[decoded.lowercased()], !place.isEmpty {
        targets[fragment] = place
      }
    }
    return targets
  }
}

/// The names of places that a format can write.
package enum AnchorNaming {
  /// Any name, but for those that references to notes go by.
  case html
  /// Bookmarks of Word: up to 40 letters, digits and underscores, of which the first is no digit; case does not count.
  case word
  /// Bookmarks of Writer, which says behind a bar what kind of place it means, in addresses.
  case openDocument

  /// A name near this one that the format can write and that none of the others has, which it joins.
  ///
  /// - Parameter taken: the names, each with the last number that was tried for it.
  func unique(_ name: String, among taken: inout [String: Int]) -> String {
    let spelled = spelled(name)
    var candidate = spelled
    while taken[folded(candidate)] != nil {
      let number = taken[folded(spelled), default: 1] + 1
      taken[folded(spelled)] = number
      let suffix = "_\(number)"
      candidate = String(spelled.prefix(lengthLimit - suffix.count)) + suffix
    }
    taken[folded(candidate)] = 1
    return candidate
  }

  /// True if the format spells a name so, with a number behind it where another name is spelled alike.
  package func isSpelling(_ candidate: String, of name: String) -> Bool {
    let spelled = spelled(name)
    if candidate == spelled { return true }
    guard let mark = candidate.lastIndex(of: "_"), Int(candidate[candidate.index(after: mark)...]) != nil
    else {
      return false
    }
    let beginning = candidate[..<mark]
    return beginning == spelled || candidate.count == lengthLimit && spelled.hasPrefix(beginning)
  }

  private var lengthLimit: Int { self == .word ? 40 : .max }

  private func folded(_ name: String) -> String { self == .word ? name.lowercased() : name }

  private func spelled(_ name: String) -> String {
    switch self {
    case .html:
      return ["fn-", "fnref-", "sdfootnote"].contains { name.hasPrefix($0) } ? "heading-" + name : name
    case .openDocument:
      return String(name.map { "#|\\\"".contains($0) ? "_" : $0 })
    case .word:
      // Scalar by scalar, for Word counts the marks of a letter apart.
      var scalars = String.UnicodeScalarView(
        name.unicodeScalars.map { $0 == "_" || Self.isLetterOrDigit($0) ? $0 : "_" }.prefix(40))
      let isNamed = name.unicodeScalars.first.map { $0 == "_" || $0.properties.isAlphabetic } ?? false
      if !isNamed || name.lowercased().hasPrefix("_note") {
        scalars = String.UnicodeScalarView(("h_".unicodeScalars + scalars).prefix(40))
      }
      return String(scalars)
    }
  }

  /// Letters and digits of the first plane, of which each is one unit to Word.
  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value < 0x1_0000 else { return false }
    return scalar.properties.isAlphabetic || scalar.properties.generalCategory == .decimalNumber
  }
}
