/// Elements within lines.
///
/// What is not recursive is not inlined: its variables would take stack at every level of nested elements.
extension DocumentBuilder {
  @inline(never) mutating func visitInline(
    _ id: HTMLTree.NodeID, _ name: HTMLElementName, _ context: ReadingContext
  ) {
    switch name {
    case .br:
      charge(lines: 1, context)
      endLineWithBox()
      if context.dissolvesBlocks || isTooExpensive(context) {
        collector.addSpace(context.formats)
      } else if context.isCode {
        collector.appendCode(
          ArraySlice("\n".utf8), context.formats, link: context.link, keepsSpaces: context.keepsLines)
      } else {
        collector.addLineBreak(context.formats, link: context.link)
      }
    case .a:
      if let tag = StrayTag.html(of: id, in: tree) {
        collector.addObject(.html(tag), context.formats, link: context.link)
      } else {
        visitAnchor(id, context)
      }
    case .wbr:
      visitStrayTag(id, context)
    case .img:
      visitImage(id, context)
    case .q:
      append("“", context)
      visitChildren(of: id, context)
      append("”", context)
    case .rt where tree[id].firstChild != HTMLTree.none:
      append("(", context)
      visitChildren(of: id, context)
      append(")", context)
    case .input:
      visitInput(id, context)
    case .meter, .progress:
      visitGauge(id, context)
    case .rp, .svg, .head, .button, .select, .textarea, .script, .style, .title, .template, .noscript,
      .option,
      .optgroup, .datalist, .canvas, .xml, .noembed, .noframes, .frameset:
      break
    case .math:
      visitFormula(id, context)
    case .iframe, .video, .audio, .embed, .object:
      visitMedia(id, context)
    case .area:
      visitArea(id, context)
    case .col, .colgroup, .param, .source, .track:
      break
    case .font:
      var within = context
      if let face = tree.attribute(.face, of: id) { within.isMonospaced = FontFamilies.isMonospaced(face) }
      visitChildren(of: id, within)
    default:
      visitChildren(of: id, context)
    }
  }

  @inline(never) private mutating func append(_ text: String, _ context: ReadingContext) {
    collector.append(ArraySlice(text.utf8), context.formats, link: context.link, isCode: context.isMonospaced)
  }

  @inline(never) private mutating func visitStrayTag(_ id: HTMLTree.NodeID, _ context: ReadingContext) {
    guard let mark = tree.number(.value, of: id), tree.unknownTags.indices.contains(mark),
      let tag = tree.unknownTags[mark]
    else { return }
    collector.addObject(.html(String(decoding: tag, as: UTF8.self)), context.formats, link: context.link)
  }

  @inline(never) private mutating func visitAnchor(_ id: HTMLTree.NodeID, _ context: ReadingContext) {
    if let label = notes.references[id] {
      collector.addObject(
        .footnoteReference(label: label), context.formats.removing(InlineFormats.allScripts),
        link: context.link)
      return
    }
    guard let address = tree.attribute(.href, of: id), context.link < 0,
      let destination = LinkPolicy.linkDestination(address)
    else {
      visitChildren(of: id, context)
      return
    }
    let title = linkTitle(of: id, address)
    // Pages have links that only scripts know the address of.
    if destination.isEmpty, title.isEmpty, tree[id].attributeCount > 1 {
      return visitChildren(of: id, context)
    }
    if isBareEmptyLink(id) {
      let link = Link(destination: resolved(destination), title: title, [])
      collector.addObject(.link(link), context.formats, link: context.link)
      return
    }
    if tree.holdsText(id) {
      appendPendingAnchors(context)
    }
    let target = InlineCollector.Destination(destination: resolved(destination), title: title)
    partLinks(id, from: target, context)
    var within = context
    within.link = collector.addLink(target)
    within.formats = context.formats.adding(.link)
    visitChildren(of: id, within)
  }

  /// Style sheets set links apart that follow each other without a space, as those of menus and buttons.
  private mutating func partLinks(
    _ id: HTMLTree.NodeID, from target: InlineCollector.Destination, _ context: ReadingContext
  ) {
    guard tree[id].attributeCount > (target.title.isEmpty ? 1 : 2), let last = collector.linkOfLastLetter,
      last != target,
      let text = tree.near(id, where: { tree[$0].name == .text }),
      tree.text(of: text).first?.isASCIILetter == true
    else { return }
    collector.addSpace(context.formats)
  }

  /// A part of a picture that leads somewhere is a link behind it, if it says where.
  @inline(never) private mutating func visitArea(_ id: HTMLTree.NodeID, _ context: ReadingContext) {
    let words = tree.string(.alt, of: id) ?? tree.string(.title, of: id) ?? tree.string(.ariaLabel, of: id)
    guard context.link < 0, let words = words.map(\.inOneLine), !words.isEmpty,
      let destination = tree.attribute(.href, of: id).flatMap({ LinkPolicy.linkDestination($0) }),
      !destination.isEmpty
    else { return }
    collector.addSpace(context.formats)
    var within = context
    within.link = collector.addLink(.init(destination: resolved(destination), title: ""))
    within.formats = context.formats.adding(.link)
    append(words, within)
  }

  /// What a link's title says beside its text: chats show an address, and repeat it there.
  private func linkTitle(of id: HTMLTree.NodeID, _ address: ArraySlice<UInt8>) -> String {
    guard let title = tree.attribute(.title, of: id) else { return "" }
    if title.elementsEqual(address), tree.innerText(of: id, limit: title.count + 1).elementsEqual(title) {
      return ""
    }
    return Self.withoutBlankLines(String(decoding: title, as: UTF8.self))
  }

  private func resolved(_ address: String) -> String {
    tree.base?.resolving(address) ?? address
  }

  /// True for a link of nothing but an address, as Markdown's `[](address)` makes, alone in its paragraph; pages
  /// have empty links for other ends, beside text or with classes and names.
  private func isBareEmptyLink(_ id: HTMLTree.NodeID) -> Bool {
    let isAlone = tree[id].previous == HTMLTree.none && tree[id].next == HTMLTree.none
    return isAlone && tree[id].firstChild == HTMLTree.none
      && tree[id].attributeCount == 1
      && tree.attribute(.href, of: id)?.first != UInt8(ascii: "#") && tree[id].hasEndTag
  }

  @inline(never) private mutating func visitImage(_ id: HTMLTree.NodeID, _ context: ReadingContext) {
    let alternative = (tree.string(.alt, of: id) ?? tree.string(.ariaLabel, of: id)).map(\.inOneLine) ?? ""
    guard !isTrackingPixel(id) else { return }
    guard let address = pictureAddress(of: id),
      let source = LinkPolicy.imageSource(address, keepingPictures: tree.keepsPictures)
    else {
      append(AlternativeText.ofLostPicture(alternative), context)
      return
    }
    let title = tree.string(.title, of: id).map(Self.withoutBlankLines) ?? ""
    collector.addObject(
      .image(
        Image(
          .address(resolved(source)), title: title, alternative: alternative,
          width: tree.attribute(.width, of: id).flatMap { Length(attribute: $0) },
          height: tree.attribute(.height, of: id).flatMap { Length(attribute: $0) })), context.formats,
      link: context.link)
  }

  /// The address of the picture: pages that load it late have a placeholder in its place, or say it in another attribute.
  private func pictureAddress(of id: HTMLTree.NodeID) -> ArraySlice<UInt8>? {
    let address = tree.attribute(.src, of: id)
    guard address.map({ isPlaceholder($0, id) }) ?? true else { return address }
    for name in Self.lateSources {
      if let late = tree.attribute(name, of: id), !late.isEmpty, !late.startsIgnoringCase(with: "data:") {
        return late
      }
    }
    return firstOfSet(id) ?? firstOfSources(beside: id) ?? address
  }

  private static let lateSources: [HTMLAttributeName] = [
    .dataSource, .dataLazySource, .dataOriginal, .dataActualSource, .dataOriginalSource, .dataLazy,
    .dataHighResolutionSource, .dataCloudflareSource, .dataEcho, .zoomfile, .file,
  ]

  /// True for a picture that stands in until the page is scrolled to it: in the page itself, or one that is called so.
  private func isPlaceholder(_ address: ArraySlice<UInt8>, _ id: HTMLTree.NodeID) -> Bool {
    if address.isEmpty || address.startsIgnoringCase(with: "data:") { return true }
    if tree.contains(class: id, where: { $0.startsIgnoringCase(with: "lazy") }) { return true }
    let name = address.suffix(64).split(separator: UInt8(ascii: "/")).last ?? []
    if ["blank", "spacer", "1x1", "placeholder", "transparent", "grey", "loading", "pixel"].contains(where: {
      ByteSearch.position(of: $0, in: name) != nil
    }) {
      return true
    }
    // Discuz!
    return name.elementsEqual("none.gif".utf8) && tree.attribute(.file, of: id) != nil
  }

  /// The first of several pictures, of which each has its width or density behind a space (HTML 4.8.4.2.1).
  private func firstOfSet(_ id: HTMLTree.NodeID) -> ArraySlice<UInt8>? {
    (tree.attribute(.dataSourceSet, of: id) ?? tree.attribute(.sourceSet, of: id)).flatMap { set in
      let first = set.drop(while: \.isHTMLSpace).prefix { !$0.isHTMLSpace }
      let address = first.last == UInt8(ascii: ",") ? first.dropLast() : first
      return address.isEmpty || address.startsIgnoringCase(with: "data:") ? nil : address
    }
  }

  private func firstOfSources(beside id: HTMLTree.NodeID) -> ArraySlice<UInt8>? {
    for source in tree.children(of: tree[id].parent).prefix(16) where tree[source].name == .source {
      if let address = firstOfSet(source) { return address }
    }
    return nil
  }

  /// A checkbox is a sign before the text that follows, unless it is that of a task.
  @inline(never) private mutating func visitInput(_ id: HTMLTree.NodeID, _ context: ReadingContext) {
    guard tree.attribute(.type, of: id)?.equalsIgnoringCase("checkbox") == true, !taskInputs.contains(id)
    else { return }
    appendPendingBox(context)
    pendingBox = tree.attribute(.checked, of: id) == nil ? .unchecked : .checked
  }

  /// A box behind words belongs to them, and not to what comes next.
  mutating func endLineWithBox() {
    if pendingBox != nil, !isBlank(0..<collector.runs.count) { appendPendingBox(ReadingContext()) }
  }

  mutating func appendPendingBox(_ context: ReadingContext) {
    guard let box = pendingBox else { return }
    pendingBox = nil
    var context = context
    context.formats = .none
    context.link = -1
    append(box == .checked ? "☑ " : "☐ ", context)
  }

  /// A gauge shows the text that stands in for it, or what part of it is full.
  @inline(never) private mutating func visitGauge(_ id: HTMLTree.NodeID, _ context: ReadingContext) {
    if tree.contains(in: id, where: { tree[$0].name == .text && !tree.isBlank($0) }) {
      visitChildren(of: id, context)
    } else if let value = tree.string(.value, of: id).flatMap(Double.init) {
      let maximum = tree.string(.max, of: id).flatMap(Double.init) ?? 1
      guard maximum > 0, value.isFinite else { return }
      append("\(Int((min(max(value / maximum, 0), 1) * 100).rounded())) %", context)
    }
  }

  /// True for the invisible pictures that tell a sender of mail when it is read.
  private func isTrackingPixel(_ id: HTMLTree.NodeID) -> Bool {
    guard let width = tree.number(.width, of: id), let height = tree.number(.height, of: id) else {
      return false
    }
    return width <= 1 && height <= 1
  }

  /// A formula is the TeX it was made from; without one, its text.
  @inline(never) private mutating func visitFormula(_ id: HTMLTree.NodeID, _ context: ReadingContext) {
    var tex: [UInt8]?
    for node in descendants(of: id)
    where tree.attribute(.encoding, of: node)?.equalsIgnoringCase("application/x-tex") == true {
      tex = tree.innerText(of: node)
    }
    if tex == nil { tex = tree.attribute(.alttext, of: id).map(Array.init) }
    guard let tex else {
      visitChildren(of: id, context)
      return
    }
    var trimmed = TeXText.trimmed(tex[...])
    // Wikipedia says of every formula that it is set as a display.
    if trimmed.starts(with: "{\\displaystyle ".utf8), trimmed.last == UInt8(ascii: "}") {
      trimmed = TeXText.trimmed(trimmed.dropFirst(15).dropLast())
    }
    guard !trimmed.isEmpty else { return }
    let isDisplay =
      tree.attribute(.display, of: id)?.equalsIgnoringCase("block") == true
      || tree.ancestor(of: id) { tree.hasClass("katex-display", $0) } != nil
    collector.addObject(
      .math(String(decoding: trimmed, as: UTF8.self), display: isDisplay), context.formats, link: context.link
    )
  }

  private func descendants(of id: HTMLTree.NodeID) -> [HTMLTree.NodeID] {
    var result: [HTMLTree.NodeID] = []
    var current = tree.following(id, within: id)
    while current != HTMLTree.none {
      result.append(current)
      current = tree.following(current, within: id)
    }
    return result
  }

  /// Something that plays is a link to it.
  @inline(never) private mutating func visitMedia(_ id: HTMLTree.NodeID, _ context: ReadingContext) {
    let sources = [id] + descendants(of: id).filter { tree[$0].name == .source }
    let source = sources.first { tree.attribute(.src, of: $0) != nil }
    guard context.link < 0,
      let address = tree.attribute(.url, of: id) ?? source.flatMap({ tree.attribute(.src, of: $0) }),
      let destination = LinkPolicy.linkDestination(address), !destination.isEmpty
    else {
      visitChildren(of: id, context)
      return
    }
    var within = context
    within.link = collector.addLink(.init(destination: resolved(destination), title: ""))
    within.formats = context.formats.adding(.link)
    append(tree.string(.title, of: id).map(\.inOneLine) ?? destination, within)
  }

  /// A title with its lines kept, but none of them blank, for no title of Markdown may have a blank line.
  static func withoutBlankLines(_ title: String) -> String {
    guard title.utf8.contains(where: { $0 < 0x20 }) else { return title }
    var result: [UInt8] = []
    var lineBreak = false
    for byte in title.utf8 {
      if byte.isHTMLSpace, byte != 0x20 || lineBreak || result.last == 0x20 {
        lineBreak = lineBreak || byte == 0x0A || byte == 0x0D
        if !lineBreak, result.last != 0x20 { result.append(0x20) }
        continue
      }
      if lineBreak {
        if result.last == 0x20 { result.removeLast() }
        result.append(0x0A)
        lineBreak = false
      }
      result.append(byte)
    }
    if lineBreak { result.append(0x0A) }
    return String(decoding: result, as: UTF8.self)
  }
}
