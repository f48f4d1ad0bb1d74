/// A start tag that nothing ends, and that HTML does not know or that holds nothing.
///
/// It is not markup but text that looks like it, a tag that somebody wrote about: browsers show nothing of
/// it, and in Markdown it stays as it is.
enum StrayTag {
  /// True for names of one word, as no program's own elements have: those have a prefix or a dash.
  static func isPlain(_ name: ArraySlice<UInt8>) -> Bool {
    name.count <= 32 && name.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
  }

  /// True for attributes that neither act nor fetch, on an element that nobody knows.
  static func isHarmless(_ attribute: ArraySlice<UInt8>) -> Bool {
    attribute.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
      && !attribute.startsIgnoringCase(with: "on")
      && !["style", "src", "href", "srcdoc", "action", "formaction", "data", "background", "is", "slot"]
        .contains { attribute.equalsIgnoringCase($0) }
  }

  /// The tag of a link as it stands in Markdown; nil if the node is none that nothing ends and that holds
  /// nothing.
  static func html(of id: HTMLTree.NodeID, in tree: HTMLTree) -> String? {
    guard let tag = tree.strayTags[id] else { return nil }
    // The beginning of a link ends the link before it (HTML 13.2.6.4.7).
    guard tree[id].next == HTMLTree.none || tree[tree[id].next].name != .a else { return nil }
    let isBare = tree[id].attributesEnd - tree[id].attributesStart == 1
    guard isBare, let address = tree.attribute(.href, of: id), LinkPolicy.linkDestination(address) != nil,
      !tree.contains(in: id, where: { !tree.isBlank($0) })
    else { return nil }
    return String(decoding: tag, as: UTF8.self)
  }
}
