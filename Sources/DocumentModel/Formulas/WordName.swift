package import Containers

/// The names of WordprocessingML and of what stands in it (ECMA-376).
package enum WordName: Int, XMLName {
  // Structure.
  case xml_space
  case w_body, w_p, w_pPr, w_r, w_rPr, w_t, w_tbl, w_tblPr, w_tblGrid, w_gridCol, w_tblPrEx,
    w_tr, w_trPr, w_tc, w_tcPr
  case w_sectPr, w_sdt, w_sdtPr, w_sdtEndPr, w_sdtContent, w_hyperlink, w_ins, w_del, w_moveFrom, w_moveTo
  case w_smartTagPr, w_customXmlPr, w_altChunk, w_txbxContent, w_ruby, w_rubyPr, w_rt, w_rubyBase
  // Pieces of runs.
  case w_tab, w_br, w_cr, w_ptab, w_noBreakHyphen, w_softHyphen, w_sym, w_drawing, w_pict, w_object
  case w_footnoteReference, w_endnoteReference, w_footnoteRef, w_endnoteRef, w_footnote, w_endnote
  case w_fldSimple, w_fldChar, w_instrText, w_delText, w_delInstrText, w_ffData, w_checkBox, w_checked
  case w_default, w_ddList, w_listEntry, w_result, w_bookmarkStart
  // Properties of paragraphs.
  case w_pStyle, w_numPr, w_numId, w_ilvl, w_ind, w_jc, w_outlineLvl, w_spacing, w_contextualSpacing, w_pBdr
  case w_bottom, w_top, w_framePr, w_dropCap, w_pPrChange, w_bidi
  // Properties of runs.
  case w_rStyle, w_rFonts, w_b, w_i, w_cs, w_strike, w_dstrike, w_u, w_vertAlign, w_highlight, w_shd, w_vanish
  case w_position, w_webHidden, w_specVanish, w_sz, w_rPrChange, w_rtl, w_bCs, w_iCs
  // Properties of tables.
  case w_tblStyle, w_tblLook, w_tblInd, w_tblHeader, w_gridBefore, w_gridAfter, w_gridSpan, w_vMerge, w_hMerge
  case w_tblBorders, w_tcBorders, w_cellDel, w_firstRow, w_tblCaption, w_w
  // Styles and numbering.
  case w_styles, w_style, w_docDefaults, w_pPrDefault, w_rPrDefault, w_name, w_basedOn, w_styleId, w_type
  case w_numbering, w_abstractNum, w_abstractNumId, w_num, w_lvl, w_lvlOverride, w_startOverride, w_start
  case w_numFmt, w_lvlText, w_isLgl, w_lvlRestart, w_numStyleLink, w_styleLink, w_lvlPicBulletId
  // The page.
  case w_pgSz, w_pgMar, w_h, w_header, w_footer, w_gutter, w_next, w_link
  // Content controls.
  case w_between, w_docPartObj, w_docPartGallery
  case w_comment
  // Attributes.
  case w_val, w_id, w_anchor, w_docLocation, w_tooltip, w_instr, w_fldCharType, w_font, w_char, w_left
  case w_right, w_end
  case w_hanging, w_firstLine, w_ascii, w_hAnsi, w_asciiTheme, w_fill, w_after, w_customMarkFollows, w_fmt
  case r_id, r_embed, r_link, r_pict
  // Drawings and pictures.
  case mc_AlternateContent, mc_Choice, mc_Fallback, wp_inline, wp_anchor, wp_docPr, wp_extent
  case a_blip, a_hlinkClick, a_ext, asvg_svgBlip, pic_cNvPr, wps_txbx, wps_cNvPr, a14_imgProps
  case v_shape, v_rect, v_imagedata, v_textbox, v_textpath, o_hr, o_title, o_OLEObject, c_chart,
    adec_decorative
  case wps_wsp, wpg_wgp
  // Charts and diagrams.
  case c_title, c_ser, c_tx, c_cat, c_xVal, c_val, c_yVal, c_pt, c_v, a_t, a_p
  case dgm_relIds, dgm_pt, dgm_cxn, r_dm
  // Content controls and checkboxes of Word 2010.
  case w14_checkbox, w14_checked, w14_val
  // Formulas.
  case m_oMath, m_oMathPara, m_oMathParaPr, m_r, m_t, m_rPr, m_nor, m_sty, m_scr, m_val, m_chr, m_pos, m_type
  case m_f, m_fPr, m_num, m_den, m_sSup, m_sSub, m_sSubSup, m_sPre, m_e, m_sup, m_sub
  case m_rad, m_radPr, m_deg, m_degHide, m_d, m_dPr, m_begChr, m_endChr, m_sepChr
  case m_nary, m_naryPr, m_subHide, m_supHide, m_func, m_fName, m_limLow, m_limUpp, m_lim
  case m_m, m_mr, m_mPr, m_count, m_mcJc, m_eqArr, m_acc, m_accPr, m_bar, m_barPr, m_groupChr, m_groupChrPr,
    m_phant, m_borderBox
  case m_ctrlPr
  // Relationships and content types.
  case rel_Relationship, ct_Override, ct_Default
  // Attributes without a namespace.
  case idx, type, modelId, srcId, destId, srcOrd
  case id, name, descr, title, hidden, alt, style, string, cx, cy, val, uri
  case Requires, Id, _Type, Target, TargetMode, PartName, ContentType, Extension

  package static let hasHyphens = false

  package static let vocabulary = makeVocabulary()

  /// Transitional and strict documents have namespaces of their own for the same names.
  package static let namespaces: [XMLVocabulary.Namespace] = [
    .init("xml", "http://www.w3.org/XML/1998/namespace"),
    .init("w", "http://schemas.openxmlformats.org/wordprocessingml/2006/main"),
    .init("w", "http://purl.oclc.org/ooxml/wordprocessingml/main"),
    .init("r", "http://schemas.openxmlformats.org/officeDocument/2006/relationships"),
    .init("r", "http://purl.oclc.org/ooxml/officeDocument/relationships"),
    .init("m", "http://schemas.openxmlformats.org/officeDocument/2006/math"),
    .init("m", "http://purl.oclc.org/ooxml/officeDocument/math"),
    .init("wp", "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"),
    .init("wp", "http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing"),
    .init("a", "http://schemas.openxmlformats.org/drawingml/2006/main"),
    .init("a", "http://purl.oclc.org/ooxml/drawingml/main"),
    .init("pic", "http://schemas.openxmlformats.org/drawingml/2006/picture"),
    .init("pic", "http://purl.oclc.org/ooxml/drawingml/picture"),
    .init("c", "http://schemas.openxmlformats.org/drawingml/2006/chart"),
    .init("c", "http://purl.oclc.org/ooxml/drawingml/chart"),
    .init("dgm", "http://schemas.openxmlformats.org/drawingml/2006/diagram"),
    .init("dgm", "http://purl.oclc.org/ooxml/drawingml/diagram"),
    .init("mc", "http://schemas.openxmlformats.org/markup-compatibility/2006"),
    .init("wps", "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"),
    .init("wpg", "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"),
    .init("w14", "http://schemas.microsoft.com/office/word/2010/wordml"),
    .init("asvg", "http://schemas.microsoft.com/office/drawing/2016/SVG/main"),
    .init("adec", "http://schemas.microsoft.com/office/drawing/2017/decorative"),
    .init("v", "urn:schemas-microsoft-com:vml"),
    .init("o", "urn:schemas-microsoft-com:office:office"),
    .init("rel", "http://schemas.openxmlformats.org/package/2006/relationships"),
    .init("ct", "http://schemas.openxmlformats.org/package/2006/content-types"),
  ]
}

extension XMLReader {
  package init(word part: [UInt8]) { self.init(part, WordName.vocabulary) }

  /// The name of the element that began or ended, nil for one that means nothing here.
  package var wordName: WordName? { WordName(rawValue: name) }

  /// What a property that is on or off says: on without a value (ECMA-376, 17.17.4).
  package var isOn: Bool {
    guard let value = attribute(WordName.w_val) else { return true }
    return !["0", "false", "off", "none"].contains(value)
  }

  /// The text of the paragraphs of a drawing in the element that began, up to its end, with single spaces.
  package mutating func readWords() -> String {
    var text = ""
    let depth = self.depth
    while let event = next() {
      switch event {
      case .start where wordName == .a_t || wordName == .c_v:
        text += String(decoding: readText(), as: UTF8.self)
      case .end where self.depth < depth:
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      case .end where wordName == .a_p: text += " "
      default: continue
      }
    }
    return text
  }

  /// A measure in twips; strict documents have units.
  package func twips(_ name: WordName) -> Int? {
    guard let value = attribute(name) else { return nil }
    guard let unit = value.utf8.last, unit.isASCIILetter else { return number(name) }
    guard let number = Double(value.dropLast(2)), abs(number) < 100_000 else { return nil }
    switch value.suffix(2) {
    case "pt": return Int(number * 20)
    case "in": return Int(number * 1_440)
    case "cm": return Int(number * 567)
    case "mm": return Int(number * 56.7)
    case "pc", "pi": return Int(number * 240)
    default: return nil
    }
  }
}

/// The names of a vocabulary that a reader of documents knows.
///
/// A case is called as the name is spelt, with `_` for the colon and capitals for hyphens: `text_styleName` is
/// `text:style-name`. What has no `_`, or one at its beginning alone, is an attribute without a namespace.
package protocol XMLName: CaseIterable, RawRepresentable, Sendable where RawValue == Int {
  static var namespaces: [XMLVocabulary.Namespace] { get }
  /// A capital stands for a hyphen and a small letter.
  static var hasHyphens: Bool { get }
}

extension XMLName {
  package static func makeVocabulary() -> XMLVocabulary {
    XMLVocabulary(namespaces: namespaces, names: allCases.map(\.spelling))
  }

  private var spelling: String {
    var spelling = ""
    for character in "\(self)".drop(while: { $0 == "_" }) {
      if character == "_" {
        spelling += ":"
      } else if Self.hasHyphens, character.isUppercase {
        spelling += "-" + character.lowercased()
      } else {
        spelling.append(character)
      }
    }
    return spelling
  }
}

extension XMLReader {
  /// The value of an attribute of the element that began.
  package func attribute(_ name: some XMLName) -> String? { attribute(name.rawValue) }

  /// The whole number of an attribute of the element that began.
  package func number(_ name: some XMLName) -> Int? { number(name.rawValue) }

  /// True if the element that began has an attribute.
  package func hasAttribute(_ name: some XMLName) -> Bool { hasAttribute(name.rawValue) }

  /// Reads the elements within the one that began, up to its end; what `body` leaves of one is passed over.
  package mutating func forEachChild(_ body: (inout XMLReader) -> Void) {
    let depth = self.depth
    while let event = next() {
      switch event {
      case .start:
        let child = self.depth
        body(&self)
        while self.depth >= child, next() != nil {}
      case .end where self.depth < depth:
        return
      case .end, .text:
        continue
      }
    }
  }

  /// The text within the element that began, up to its end, in UTF-8; elements in it are passed over.
  package mutating func readText() -> [UInt8] {
    var text: [UInt8] = []
    let depth = self.depth
    while let event = next() {
      switch event {
      case .start: skip()
      case .text: appendText(to: &text)
      case .end where self.depth < depth: return text
      case .end: continue
      }
    }
    return text
  }
}
