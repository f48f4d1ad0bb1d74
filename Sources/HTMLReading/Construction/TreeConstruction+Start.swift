/// Elements before the content of a page: its head, and what leads to it.
extension TreeConstruction {
  /// Opens what a document has before its content, and goes on in its body.
  mutating func endDocumentHead(_ mode: Mode) {
    switch mode {
    case .initial:
      isQuirky = true
      openRoot()
      openHead()
    case .beforeHTML:
      openRoot()
      openHead()
    case .beforeHead: openHead()
    case .inHeadNoscript: stack.removeLast()
    default: break
    }
    if mode != .afterHead { stack.removeLast() }
    insertImplied(.body)
    self.mode = .inBody
  }

  private mutating func openRoot() {
    insertImplied(.html)
    mode = .beforeHead
  }

  private mutating func openHead() {
    head = insertImplied(.head)
    mode = .inHead
  }

  /// Leaves the head without opening a body yet.
  private mutating func leaveHead() {
    stack.removeLast()
    mode = .afterHead
  }

  // MARK: Start tags

  mutating func startBeforeContent(_ tag: Tag, _ mode: Mode) {
    switch mode {
    case .initial:
      isQuirky = true
      self.mode = .beforeHTML
      startBeforeContent(tag, .beforeHTML)
    case .beforeHTML:
      if tag.known == .html {
        insert(tag)
        return self.mode = .beforeHead
      }
      openRoot()
      startBeforeContent(tag, .beforeHead)
    case .beforeHead:
      if tag.known == .html { return startInBody(tag) }
      if tag.known == .head {
        head = insert(tag)
        return self.mode = .inHead
      }
      openHead()
      startInHead(tag)
    case .inHeadNoscript: startInHeadNoscript(tag)
    default: startAfterHead(tag)
    }
  }

  /// Handles a start tag in the head, or one that is treated as if it were there.
  mutating func startInHead(_ tag: Tag) {
    switch tag.known {
    case .html: startInBody(tag)
    case .base, .basefont, .bgsound, .link, .meta: insertVoid(tag)
    case .title: insertText(of: tag, .characterData)
    case .noframes, .style: insertText(of: tag, .raw)
    case .script: insertText(of: tag, .script)
    case .noscript:
      guard insert(tag) != nil else { return }
      mode = .inHeadNoscript
    case .template:
      guard insert(tag) != nil else { return }
      formatting.addMarker()
      mayBeFrameset = false
      mode = .inTemplate
      templateModes.append(.inTemplate)
    case .head: break
    default:
      leaveHead()
      startAfterHead(tag)
    }
  }

  private mutating func startInHeadNoscript(_ tag: Tag) {
    switch tag.known {
    case .html: startInBody(tag)
    case .basefont, .bgsound, .link, .meta, .noframes, .style: startInHead(tag)
    case .head, .noscript: break
    default:
      stack.removeLast()
      mode = .inHead
      startInHead(tag)
    }
  }

  private mutating func startAfterHead(_ tag: Tag) {
    switch tag.known {
    case .html: startInBody(tag)
    case .body:
      insert(tag)
      mayBeFrameset = false
      mode = .inBody
    case .frameset:
      insert(tag)
      mode = .inFrameset
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
      guard let head else { return }
      let position = stack.count
      stack.append(OpenElement(node: head, name: ElementName(.head), namespace: .html))
      startInHead(tag)
      stack.remove(at: position)
    case .head: break
    default:
      endDocumentHead(.afterHead)
      startInBody(tag)
    }
  }

  /// Opens an element whose content is text alone.
  mutating func insertText(of tag: Tag, _ kind: TextKind) {
    guard insert(tag) != nil else { return }
    originalMode = mode
    mode = .text
    textKind = kind
  }

  // MARK: End tags

  mutating func endBeforeContent(_ tag: Tag, _ mode: Mode) {
    let leavesHead = [.body, .html, .br].contains(tag.known)
    switch mode {
    case .initial, .beforeHTML, .beforeHead:
      if mode == .initial {
        isQuirky = true
        self.mode = .beforeHTML
      }
      guard leavesHead || tag.known == .head else { return }
      if mode != .beforeHead { openRoot() }
      openHead()
      endInHead(tag)
    case .inHeadNoscript:
      guard tag.known == .noscript || tag.known == .br else { return }
      stack.removeLast()
      self.mode = .inHead
      if tag.known == .br { endInHead(tag) }
    default:
      if tag.known == .template { return endTemplate() }
      guard leavesHead else { return }
      endDocumentHead(.afterHead)
      endInBody(tag)
    }
  }

  mutating func endInHead(_ tag: Tag) {
    switch tag.known {
    case .head: leaveHead()
    case .body, .html, .br:
      leaveHead()
      endBeforeContent(tag, .afterHead)
    case .template: endTemplate()
    default: break
    }
  }

  mutating func endTemplate() {
    guard hasOpenTemplate else { return }
    endImpliedThoroughly()
    popUntil(.template)
    formatting.endMarked()
    templateModes.removeLast()
    resetMode()
  }

  // MARK: Text

  mutating func charactersBeforeContent(_ text: Range<Int>, _ mode: Mode) {
    let (space, rest) = divided(text)
    switch mode {
    case .inHead, .inHeadNoscript, .afterHead: if !space.isEmpty { insertText(space) }
    default: break
    }
    guard !rest.isEmpty else { return }
    endDocumentHead(mode)
    charactersInBody(rest)
  }
}
