/// Pages that React sends in parts: a template marks where a part belongs that comes later, hidden, and what stands behind
/// it up to a comment is shown until then.
extension PageReader {
  private static let partLimit = 4096

  /// Notes where a part begins and ends: `<!--$?-->` for one that is to come, `<!--$-->` for one that is there.
  mutating func readBoundary(_ source: [UInt8], _ range: Range<Int>) {
    guard range.count >= 8, range.count <= 10, source[range].starts(with: "<!--".utf8) else { return }
    switch String(decoding: source[range].dropFirst(4).dropLast(3), as: UTF8.self) {
    case "$?", "$", "$!", "$~": if openParts.count < Self.partLimit { openParts.append(nil) }
    case "/$":
      if let number = openParts.popLast() ?? nil { appendMark(Array("E:".utf8) + number) }
    default: break
    }
  }

  /// Puts a mark in the place of a template that stands for a part.
  mutating func readPlaceOfPart(_ tokenizer: MarkupTokenizer, _ source: [UInt8]) {
    guard let name = tokenizer.attributes.first(where: { source[$0.name].equalsIgnoringCase("id") })?.value,
      let number = StreamedParts.number(of: source[name], after: ["B:", "P:"])
    else { return }
    appendMark(Array(source[name]))
    if source[name].first == UInt8(ascii: "B"), !openParts.isEmpty {
      openParts[openParts.count - 1] = Array(number)
    }
  }

  private mutating func appendMark(_ name: [UInt8]) {
    appendStartTag(.span, [(.id, String(decoding: name, as: UTF8.self))])
    construction.endTag(Tag(ElementName(.span)))
  }
}

/// Puts the parts of a page where its script would put them.
enum StreamedParts {
  /// What a name goes on with after one of the beginnings, if that is a number as React writes them.
  static func number(of name: ArraySlice<UInt8>, after beginnings: [String]) -> ArraySlice<UInt8>? {
    guard let beginning = beginnings.first(where: { name.starts(with: $0.utf8) }) else { return nil }
    let number = name.dropFirst(beginning.utf8.count)
    return !number.isEmpty && number.count <= 8 && number.allSatisfy(\.isASCIIAlphanumeric) ? number : nil
  }

  static func place(_ tree: inout HTMLTree) {
    guard tree.hasAttribute(.id, beginning: "S:") else { return }
    var marks: [ArraySlice<UInt8>: HTMLTree.NodeID] = [:]
    var parts: [HTMLTree.NodeID] = []
    tree.forEachElementWithAttributes { tree, id in
      guard let name = tree.attribute(.id, of: id), name.count > 2,
        name.dropFirst().first == UInt8(ascii: ":")
      else { return }
      if tree[id].name == .span, number(of: name, after: ["B:", "P:", "E:"]) != nil, marks[name] == nil {
        marks[name] = id
      } else if number(of: name, after: ["S:"]) != nil, tree.attribute(.hidden, of: id) != nil {
        parts.append(id)
      }
    }
    for part in parts {
      guard let name = tree.attribute(.id, of: part) else { continue }
      let number = name.dropFirst(2)
      let place = ["B:", "P:"].lazy.compactMap { marks[Array($0.utf8)[...] + number] }
        .first { tree.isAttached($0) && !tree.isWithin($0, part) }
      if let place {
        removeStandIn(from: place, to: marks[Array("E:".utf8)[...] + number], &tree)
        while case let child = tree[part].firstChild, child != HTMLTree.none {
          tree.remove(child)
          tree.insert(child, before: place)
        }
        tree.remove(part)
      } else {
        // The mark was lost, and with it where this belongs: where it stands is better than nowhere.
        tree.unwrap(part)
      }
    }
  }

  /// Takes out what is shown until the part comes.
  private static func removeStandIn(
    from place: HTMLTree.NodeID, to end: HTMLTree.NodeID?, _ tree: inout HTMLTree
  ) {
    guard let end, tree[end].parent == tree[place].parent, end > place else { return }
    while case let next = tree[place].next, next != HTMLTree.none, next != end { tree.remove(next) }
    tree.remove(end)
  }
}

/// Finds the white space that stands between the tags of two blocks, where it shows nothing.
///
/// Source that is laid out for people is full of it, and each piece would become a node. A block that holds
/// nothing but white space keeps it.
struct SpaceBetweenBlocks {
  private enum Tag { case start, end }

  /// False where a style may show all white space, or set blocks side by side.
  private let isLookedFor: Bool
  /// The tag of a block that stands before the next token; nil if there is none, or if white space shows here.
  private var tag: Tag?
  /// The number of elements that are open that show white space, as far as their end tags say.
  private var preformatted = 0
  private var held: Range<Int>?

  init(in source: ArraySlice<UInt8>) {
    isLookedFor = !["white-space", "display:inline", "display: inline"].contains {
      ByteSearch.contains($0, in: source)
    }
  }

  /// True if the text that was just seen is held back until it is known what follows it.
  var isHeld: Bool { held != nil }

  /// Takes the next token; returns the text that was held back if it shows something before this one.
  mutating func space(before token: MarkupTokenizer.Token, _ source: [UInt8]) -> Range<Int>? {
    guard isLookedFor else { return nil }
    let (before, space) = (tag, held)
    held = nil
    switch token {
    case .startTag(let name):
      if name.showsWhiteSpace { preformatted += 1 }
      tag = name.isBlock && preformatted == 0 ? .start : nil
      return name.isBlock ? nil : space
    case .endTag(let name):
      if name.showsWhiteSpace { preformatted = max(0, preformatted - 1) }
      tag = name.isBlock && preformatted == 0 ? .end : nil
      return name.isBlock && before == .end ? nil : space
    case .text(let range):
      if before != nil, source[range].allSatisfy(\.isHTMLSpace) { held = range } else { tag = nil }
    case .declaration:
      tag = nil
    }
    return space
  }
}

extension HTMLElementName {
  fileprivate var showsWhiteSpace: Bool {
    switch self {
    case .pre, .listing, .codeblock, .xmp, .plaintext, .code, .tt, .samp, .kbd: true
    default: false
    }
  }
}
