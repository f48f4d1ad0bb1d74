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
  var isScopeBoundary: Bool { bearsMarker || self == .table || self == .select }

  /// True for elements that need no end tag (13.1.2.4).
  var isEndless: Bool {
    switch self {
    case .dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc: true
    default: false
    }
  }

  /// True for the elements that the end tag of one around them does not end (13.2.4.2).
  var isSpecial: Bool {
    switch self {
    case .address, .applet, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote, .body, .br,
      .button,
      .caption, .center, .col, .colgroup, .dd, .details, .dir, .div, .dl, .dt, .embed, .fieldset, .figcaption,
      .figure, .footer, .form, .frame, .frameset, .h1, .h2, .h3, .h4, .h5, .h6, .head, .header, .hgroup, .hr,
      .html, .iframe, .img, .input, .keygen, .li, .link, .listing, .main, .marquee, .menu, .meta, .nav,
      .noembed,
      .noframes, .noscript, .object, .ol, .p, .param, .plaintext, .pre, .script, .search, .section, .select,
      .source, .style, .summary, .table, .tbody, .td, .template, .textarea, .tfoot, .th, .thead, .title, .tr,
      .track, .ul, .wbr, .xmp:
      true
    default: false
    }
  }

  /// True for the elements of HTML that stand in no formula or drawing: their start tags end those (13.2.6.5).
  var endsForeign: Bool {
    switch self {
    case .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1, .h2, .h3,
      .h4,
      .h5, .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre, .ruby, .s, .small,
      .span,
      .strong, .strike, .sub, .sup, .table, .tt, .u, .ul, .var:
      true
    default: false
    }
  }
}
