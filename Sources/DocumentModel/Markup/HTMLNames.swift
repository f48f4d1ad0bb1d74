// Readers in other modules compare names for every node: what is usable from inline, the compiler inlines there. Without it
// HTML takes a fifth longer.

/// The elements that the reader or the sanitiser tells apart; all others are transparent.
@usableFromInline package enum HTMLElementName: String, CaseIterable, Sendable {
  // The tree's own kinds of node, which no markup spells.
  case text = "#text"
  case root = "#root"
  case unknown = "#unknown"

  // Sections and grouping.
  case html, head, body, address, article, aside, div, footer, header, hgroup, main, nav, section, center
  case h1, h2, h3, h4, h5, h6
  case p, hr, pre, listing, xmp, plaintext, blockquote
  /// Microsoft Teams' own for `pre`.
  case codeblock
  case ol, ul, menu, dir, li, dl, dt, dd, figure, figcaption, details, summary, dialog, search
  case fieldset, legend, form

  // Tables.
  case table, caption, colgroup, col, thead, tbody, tfoot, tr, td, th

  // Text.
  case a, em, strong, i, b, u, ins, s, strike, del, sub, sup, mark, small, big, font, span, tt, code, kbd,
    samp
  case `var`, cite, q, dfn, abbr, acronym, time, data, bdi, bdo, ruby, rb, rt, rtc, rp, wbr, br, nobr, label
  case slot, blink, marquee

  // Embedded and interactive content.
  case img, picture, source, svg, math, annotation, semantics, iframe, frame, frameset, embed, object, param
  case video, audio, track, canvas, map, area, applet, bgsound
  case input, button, select, option, optgroup, textarea, datalist, output, progress, meter, keygen, isindex

  // Metadata, scripting, what is never shown.
  case title, style, script, noscript, template, meta, link, base, basefont, noembed, noframes, xml

  // What the parser reads as another name.
  case image

  // MathML's and SVG's names that matter for the parse.
  case mi, mo, mn, ms, mtext, mglyph, malignmark
  case annotationXML = "annotation-xml"
  case foreignObject = "foreignobject"
  case desc

  package static let names = HTMLNameTable(HTMLElementName.self)
}

extension HTMLElementName {
  /// The level of a heading, 0 for anything else.
  @inlinable package var headingLevel: Int {
    switch self {
    case .h1: 1
    case .h2: 2
    case .h3: 3
    case .h4: 4
    case .h5: 5
    case .h6: 6
    default: 0
    }
  }

  @inlinable package var isList: Bool {
    switch self {
    case .ul, .ol, .menu, .dir: true
    default: false
    }
  }

  /// True for elements that begin and end a line of their own.
  @inlinable package var isBlock: Bool {
    switch self {
    case .root, .html, .body, .address, .article, .aside, .div, .footer, .header, .hgroup, .main, .nav,
      .section,
      .center, .h1, .h2, .h3, .h4, .h5, .h6, .p, .hr, .pre, .listing, .xmp, .plaintext, .blockquote, .ol, .ul,
      .menu, .dir, .li, .dl, .dt, .dd, .figure, .figcaption, .details, .summary, .dialog, .search, .fieldset,
      .legend, .form, .table, .caption, .thead, .tbody, .tfoot, .tr, .td, .th, .optgroup, .option:
      true
    default: false
    }
  }

  /// True for elements that have no content and no end tag.
  package var isVoid: Bool {
    switch self {
    case .area, .base, .basefont, .bgsound, .br, .col, .embed, .frame, .hr, .img, .input, .keygen, .link,
      .meta,
      .param, .source, .track, .wbr:
      true
    default: false
    }
  }
}

/// The attributes that mean something to the reader; all others are left out of the tree.
@usableFromInline package enum HTMLAttributeName: String, CaseIterable, Sendable {
  case `class`, style, id, name, title, lang
  case href, src, alt, cite
  case start, value, type, checked, reversed
  case align, span, colspan, rowspan, width, height, border, role
  case face, size, color
  case hidden, open
  /// The language of code in Google's documentation, and in Mintlify's.
  case syntax, language
  case display, encoding, alttext
  case max
  case content
  case dataLanguage = "data-lang"
  case dataLanguageLong = "data-language"
  case dataCodeLanguage = "data-code-language"
  case dataCodeMarker = "data-code-marker"
  case dataSource = "data-src"
  case dataLazySource = "data-lazy-src"
  case dataOriginal = "data-original"
  case dataActualSource = "data-actualsrc"
  case dataOriginalSource = "data-original-src"
  case dataLazy = "data-lazy"
  case dataHighResolutionSource = "data-hi-res-src"
  case dataCloudflareSource = "data-cfsrc"
  case dataEcho = "data-echo"
  case file, zoomfile
  case sourceSet = "srcset"
  case dataSourceSet = "data-srcset"
  case dataEmoji = "data-emoji"
  case dataEmojiText = "data-emoji-text"
  case dataCallout = "data-callout"
  case dataPanelType = "data-panel-type"
  case dataCalloutType = "data-callout-type"
  case dataMath = "data-math"
  case dataMatrixMath = "data-mx-maths"
  case dataList = "data-list"
  case dataTaskState = "data-task-state"
  case dataTaskID = "data-task-local-id"
  case itemType = "itemtype"
  case dataLaTeX = "data-latex"
  case dataTeX = "data-tex"
  case dataFormula = "data-formula"
  case dataEquation = "data-equation-content"
  case dataCustomCopyText = "data-custom-copy-text"
  case dataType = "data-type"
  case dataContent = "data-content"
  case dataValue = "data-value"
  case dataMathML = "data-mathml"
  case dataHref = "data-href"
  case dataTestID = "data-testid"
  case url
  case dataSyntax = "data-syntax"
  /// What Confluence tells its highlighter: `brush: py; gutter: false`.
  case dataHighlighter = "data-syntaxhighlighter-params"
  case dataShortCodeLanguage = "data-code-lang"
  case dataLarkLanguage = "data-lark-language"
  case dataChecked = "data-checked"
  case dataDone = "data-done"
  /// What OneNote marks a paragraph as: `to-do:completed`.
  case dataTag = "data-tag"
  case dataSectionStyle = "data-section-style"
  case dataNodeType = "data-node-type"
  case dataTitle = "data-title"
  case joplinLanguage = "data-joplin-language"
  case joplinOpening = "data-joplin-source-open"
  case slackIndent = "data-stringify-indent"
  case ariaChecked = "aria-checked"
  case ariaExpanded = "aria-expanded"
  case ariaHasPopup = "aria-haspopup"
  case ariaLevel = "aria-level"
  case ariaSelected = "aria-selected"
  case wordOnlineLevel = "data-aria-level"
  case epubType = "epub:type"
  case footnoteReference = "data-footnote-ref"
  case abiWordStyle = "awml:style"

  // What links have that are more than an address.
  case target, rel
  case ariaHidden = "aria-hidden"
  case ariaLabel = "aria-label"

  case bgcolor
  /// The number in a cell of LibreOffice Calc.
  case calcValue = "sdval"
  /// The language of such a cell, and the code of its format.
  case calcFormat = "sdnum"

  package static let names = HTMLNameTable(HTMLAttributeName.self)
}

/// Looks names up in a closed vocabulary without making a string of them.
///
/// Open addressing over a hash of the lower-cased bytes, then a comparison of all bytes, so that no crafted
/// name passes for another.
@usableFromInline package struct HTMLNameTable<Name: RawRepresentable & CaseIterable & Sendable>: Sendable
where Name.RawValue == String {
  @usableFromInline var slots: [Int16]
  @usableFromInline let names: [Name]
  @usableFromInline let spellings: [[UInt8]]

  package init(_: Name.Type) {
    names = Array(Name.allCases)
    spellings = names.map { Array($0.rawValue.utf8) }
    var size = 64
    while size < names.count * 4 { size *= 2 }
    slots = [Int16](repeating: -1, count: size)
    for (index, spelling) in spellings.enumerated() {
      var slot = Int(truncatingIfNeeded: Self.hash(spelling.span, spelling.startIndex..<spelling.endIndex))
      slot &= size - 1
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int16(index)
    }
  }

  /// The name spelt by these bytes, in any mixture of cases; nil if it is not of the vocabulary.
  @inlinable package func name(in bytes: Span<UInt8>, _ range: Range<Int>) -> Name? {
    var slot = Int(truncatingIfNeeded: Self.hash(bytes, range)) & (slots.count - 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if Self.spells(spellings[index], bytes, range) { return names[index] }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  @inlinable static func spells(_ spelling: [UInt8], _ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard spelling.count == range.count else { return false }
    for offset in 0..<spelling.count where spelling[offset] != bytes[range.lowerBound + offset].lowercased {
      return false
    }
    return true
  }

  @inlinable static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in range {
      hash = (hash ^ UInt64(bytes[index].lowercased)) &* 0x0000_0100_0000_01B3
    }
    return hash ^ (hash >> 29)
  }
}
