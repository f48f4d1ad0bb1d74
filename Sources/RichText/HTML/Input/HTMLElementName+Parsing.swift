/// How the parser treats elements, by their names.
extension HTMLElementName {
  var isCell: Bool { self == .td || self == .th || self == .caption }

  var isRowGroup: Bool { self == .tbody || self == .thead || self == .tfoot }

  /// True for elements of tables that hold others of its parts, and no text.
  var holdsPartsOnly: Bool { self == .table || isRowGroup || self == .tr || self == .colgroup }

  /// True for what may stand in tables only, columns aside.
  var isTablePart: Bool { isCell || isRowGroup || self == .tr }

  /// True for elements that formatting from without is not opened again in.
  var bearsMarker: Bool { isCell || self == .object || self == .applet || self == .marquee }

  /// True for elements that end tags of others do not reach across (WHATWG HTML 13.2.4.2).
  var isScopeBoundary: Bool { bearsMarker || self == .table }

  /// True for elements that need no end tag (13.1.2.4).
  var isEndless: Bool {
    switch self {
    case .dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc: true
    default: false
    }
  }

  /// True for elements whose start tag ends a paragraph; in pages without a doctype, which the parser gets, a
  /// table's does not.
  var endsParagraph: Bool {
    switch self {
    case .address, .article, .aside, .blockquote, .center, .details, .dir, .div, .dl, .fieldset, .figcaption,
      .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p, .section, .summary, .ul, .h1, .h2, .h3,
      .h4, .h5, .h6, .pre, .listing, .li, .dd, .dt, .hr:
      true
    default: false
    }
  }

  /// True for elements within lines, in which formatting is opened again.
  var reopensFormatting: Bool {
    switch self {
    case .table, .rb, .rp, .rt, .rtc, .param, .source, .track, .iframe, .noembed: false
    default: true
    }
  }

  /// True for the elements that the parser does not end for the sake of one around them (13.2.4.2).
  var isSpecial: Bool {
    switch self {
    case .dialog, .search, .legend, .optgroup, .option: false
    case .button, .iframe, .noembed: true
    default: isBlock || isScopeBoundary
    }
  }
}
