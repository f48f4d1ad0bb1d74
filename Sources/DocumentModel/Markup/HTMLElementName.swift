/// The elements that the reader or the sanitiser tells apart; all others are transparent.
package enum HTMLElementName: String, CaseIterable, Sendable {
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
  package var headingLevel: Int {
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

  package var isList: Bool {
    switch self {
    case .ul, .ol, .menu, .dir: true
    default: false
    }
  }

  /// True for elements that begin and end a line of their own.
  package var isBlock: Bool {
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

  /// True for the formatting elements that the parser opens again in the next block if they were left open.
  var isReconstructed: Bool {
    switch self {
    case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u: true
    default: false
    }
  }
}
