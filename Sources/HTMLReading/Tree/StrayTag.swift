/// A start tag that nothing ends, and that HTML does not know or that holds nothing.
///
/// It is not markup but text that looks like it, a tag that somebody wrote about: browsers show nothing of
/// it, and in Markdown it stays as it is.
enum StrayTag {
  /// True for names of one word, as no program's own elements have: those have a prefix or a dash.
  static func isPlain(_ name: ArraySlice<UInt8>) -> Bool {
    name.count <= 32 && name.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
  }

  /// Attributes that say what something is called or how it is set: they neither act nor fetch, on whatever
  /// element a program may make of the tag.
  private static let harmlessAttributes = [
    "abbr", "align", "alt", "attr", "class", "color", "colspan", "cols", "datetime", "dir", "for", "height",
    "id", "key", "kind", "label", "lang", "max", "min", "name", "role", "rows", "rowspan", "size", "start",
    "title", "type", "value", "version", "width", "x", "y",
  ]

  /// True for attributes that may stay on an element that nobody knows: those that are harmless, and words
  /// without a value, which can name nothing to run or to fetch.
  static func isHarmless(_ attribute: ArraySlice<UInt8>, hasValue: Bool) -> Bool {
    if !hasValue {
      return attribute.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
    }
    return harmlessAttributes.contains { attribute.equalsIgnoringCase($0) }
  }

  /// The tag of a link as it stands in Markdown; nil if the node is none that nothing ends and that holds
  /// nothing.
  static func html(of id: HTMLTree.NodeID, in tree: HTMLTree) -> String? {
    guard let tag = tree.strayTags[id] else { return nil }
    // The beginning of a link ends the link before it (HTML 13.2.6.4.7).
    guard tree[id].next == HTMLTree.none || tree[tree[id].next].name != .a else { return nil }
    let isBare = tree[id].attributeCount == 1
    guard isBare, let address = tree.attribute(.href, of: id), LinkPolicy.linkDestination(address) != nil,
      !tree.contains(in: id, where: { !tree.isBlank($0) })
    else { return nil }
    return String(decoding: tag, as: UTF8.self)
  }
}
