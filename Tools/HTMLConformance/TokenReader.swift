import RichText

/// What the tokenizer makes of a text, with all that stands in it decoded by the standard.
struct TokenReader {
  enum Token: Equatable {
    case documentType(DocumentType)
    case startTag(HTMLElementName, String, [String: String], isSelfClosing: Bool)
    case endTag(HTMLElementName, String)
    case comment(String)
    case text(String)
  }

  let source: [UInt8]
  var tokenizer: MarkupTokenizer

  init(_ source: [UInt8]) {
    self.source = source
    tokenizer = MarkupTokenizer(count: source.count)
  }

  /// - Parameter readsCharacterData: CDATA sections may stand here.
  mutating func next(readsCharacterData: Bool, _ null: TextDecoding.Null = .isKept) -> Token? {
    let source = source
    while let token = tokenizer.next(source.span) {
      switch token {
      case .text(let range): return .text(decoded(range, null))
      case .startTag(let name):
        var attributes: [String: String] = [:]
        for attribute in tokenizer.attributes {
          let spelling = lowered(attribute.name)
          if attributes[spelling] == nil {
            attributes[spelling] = decoded(attribute.value, .isReplaced, isAttribute: true)
          }
        }
        let spelling = lowered(tokenizer.tagName)
        return .startTag(name, spelling, attributes, isSelfClosing: tokenizer.isSelfClosing)
      case .endTag(let name): return .endTag(name, lowered(tokenizer.tagName))
      case .declaration(let range):
        if readsCharacterData, source[range].starts(with: "<![CDATA[".utf8) {
          let content = tokenizer.skipCharacterData(from: range.lowerBound, source.span)
          if content.isEmpty { continue }
          return .text(decoded(content, null, readsReferences: false))
        }
        if let type = DocumentType(source[range]) { return .documentType(cleaned(type)) }
        if source[range].elementsEqual("</>".utf8) { continue }
        return .comment(comment(range))
      }
    }
    return nil
  }

  /// Text that is no markup, up to an end tag or to the end.
  mutating func rawText(
    _ kind: TreeConstruction<ParsedDocument>.TextKind, of name: Range<Int>,
    _ null: TextDecoding.Null = .isReplaced
  ) -> String {
    let source = source
    switch kind {
    case .plain:
      let rest = tokenizer.position..<source.count
      tokenizer = MarkupTokenizer(count: source.count, from: source.count)
      return decoded(rest, null, readsReferences: false)
    case .script: return decoded(tokenizer.skipScript(of: name, source.span), null, readsReferences: false)
    case .raw: return decoded(tokenizer.skipRawText(of: name, source.span), null, readsReferences: false)
    case .characterData: return decoded(tokenizer.skipRawText(of: name, source.span), null)
    }
  }

  func decoded(
    _ range: Range<Int>, _ null: TextDecoding.Null, isAttribute: Bool = false, readsReferences: Bool = true
  ) -> String {
    var decoding = TextDecoding(isAttribute: isAttribute)
    decoding.keepsControls = true
    decoding.readsReferences = readsReferences
    decoding.null = null
    var output: [UInt8] = []
    decoding.append(range, of: source.span, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  private func lowered(_ range: Range<Int>) -> String {
    String(
      decoding: source[range].flatMap {
        $0 == 0 ? Array("\u{FFFD}".utf8) : [$0 &- 0x41 < 26 ? $0 | 0x20 : $0]
      }, as: UTF8.self)
  }

  private func cleaned(_ type: DocumentType) -> DocumentType {
    func clean(_ bytes: [UInt8]?) -> [UInt8]? {
      bytes.map {
        Array(
          String(decoding: $0, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
            .joined(separator: "\n").utf8
        ).flatMap { $0 == 0 ? Array("\u{FFFD}".utf8) : [$0 == 0x0D ? 0x0A : $0] }
      }
    }
    var type = type
    type.name = clean(type.name)
    type.publicIdentifier = clean(type.publicIdentifier)
    type.systemIdentifier = clean(type.systemIdentifier)
    return type
  }

  /// What a comment says, without the marks around it.
  private func comment(_ range: Range<Int>) -> String {
    var text = range
    let bytes = source[range]
    if bytes.starts(with: "<!--".utf8) {
      let body = bytes.dropFirst(4)
      if body.elementsEqual(">".utf8) || body.elementsEqual("->".utf8) { return "" }
      var end = range.upperBound
      // At the end of the input dashes belong to the end that did not come.
      for ending in ["-->", "--!>", "--!", "--", "-"]
      where body.count >= ending.utf8.count && body.suffix(ending.utf8.count).elementsEqual(ending.utf8) {
        end -= ending.utf8.count
        break
      }
      text = range.lowerBound + 4..<end
    } else {
      let start = range.lowerBound + (bytes.starts(with: "<?".utf8) ? 1 : 2)
      text = start..<max(start, bytes.last == UInt8(ascii: ">") ? range.upperBound - 1 : range.upperBound)
    }
    return decoded(text, .isReplaced, readsReferences: false)
  }
}
