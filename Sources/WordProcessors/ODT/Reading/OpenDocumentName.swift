package import Containers

/// The names of OpenDocument (ODF 1.3 part 3) and of what stands in it.
package enum OpenDocumentName: Int, XMLName {
  // Structure.
  case office_documentContent, office_document, office_documentStyles, office_body, office_text
  case office_automaticStyles, office_styles, office_masterStyles, office_fontFaceDecls, office_scripts
  case office_settings, office_meta, office_forms, office_annotation, office_annotationEnd, office_binaryData
  case text_p, text_h, text_list, text_listItem, text_listHeader, text_numberedParagraph, text_section
  case text_span, text_a, text_s, text_tab, text_lineBreak, text_note, text_noteCitation, text_noteBody,
    text_noteRef
  case text_trackedChanges, text_sequenceDecls, text_variableDecls, text_userFieldDecls,
    text_ddeConnectionDecls
  case text_referenceMark, text_referenceMarkStart, text_bookmarkRef, text_referenceRef, text_refName
  case text_referenceFormat
  case text_rubyText, text_bookmark, text_bookmarkStart, text_hiddenText, text_hiddenParagraph
  case text_variableSet, text_variableGet, text_variableInput, text_userFieldGet, text_expression
  case text_sequence, text_script
  case text_tableOfContentSource, text_illustrationIndexSource, text_tableIndexSource, text_objectIndexSource
  case text_userIndexSource, text_alphabeticalIndexSource, text_bibliographySource, text_number
  // Tables.
  case table_table, table_tableRow, table_tableCell, table_coveredTableCell, table_tableHeaderRows
  case table_tableColumn
  case table_trackedChanges, table_desc, table_title, text_ruby
  // Pictures, boxes, formulas.
  case draw_frame, draw_image, draw_textBox, draw_object, draw_objectOle, draw_a, svg_title, svg_desc
  case draw_customShape, draw_rect, draw_ellipse, draw_circle, draw_line, draw_polyline, draw_polygon
  case draw_regularPolygon, draw_path, draw_connector, draw_caption, draw_measure
  case math_math, math_annotation, officeooo_none
  case loext_table
  // Forms, and the fields of Word's forms (field is LibreOffice's own).
  case form_form, form_text, form_textarea, form_formattedText, form_number, form_date, form_time
  case form_checkbox, form_radio, form_listbox, form_combobox, form_fixedText, form_button, form_option
  case form_id, form_currentValue, form_value, form_label, form_currentState, form_currentSelected
  case draw_control, field_fieldmark, field_param, field_name, field_value, field_type
  // Styles.
  case style_style, style_defaultStyle, style_textProperties, style_paragraphProperties, style_tableProperties
  case style_fontFace, text_listStyle, text_outlineStyle, text_listLevelStyleNumber, text_listLevelStyleBullet
  case text_listLevelStyleImage, text_outlineLevelStyle, style_listLevelProperties,
    style_listLevelLabelAlignment
  case style_masterPage, style_pageLayout, style_pageLayoutProperties, style_backgroundImage, draw_fillImage
  case text_notesConfiguration
  // Attributes.
  case text_styleName, text_outlineLevel, text_c, text_id, text_noteClass, text_name, text_display,
    text_isHidden
  case text_startValue, text_continueNumbering, text_continueList, text_styleOverride, text_level, text_listId
  case xml_id, text_isListHeader, text_condition, text_restartNumbering
  case xlink_href, xlink_title, office_name, office_title, office_targetFrameName
  case style_name, style_displayName, style_family, style_parentStyleName, style_defaultOutlineLevel
  case style_listStyleName, style_listLevel, style_fontName, style_fontPitch, style_numFormat, style_numPrefix
  case style_numSuffix, text_bulletChar, text_displayLevels, text_spaceBefore, text_minLabelWidth
  case style_textPosition, style_textLineThroughStyle, style_textLineThroughType, style_textUnderlineStyle
  case style_textUnderlineType, fo_fontWeight, fo_fontStyle, fo_backgroundColor, fo_fontFamily, fo_fontSize
  case fo_marginLeft, fo_marginRight, fo_marginTop, fo_marginBottom, fo_textIndent, fo_textAlign,
    style_writingMode,
    fo_borderBottom
  case fo_border, fo_borderTop, fo_borderLeft, fo_borderRight, style_tableCellProperties, svg_fontFamily,
    svg_width,
    style_relWidth,
    svg_height, fo_display, fo_language
  case style_fontWeightAsian, style_fontStyleAsian, style_fontWeightComplex, style_fontStyleComplex
  case fo_margin, fo_pageWidth, fo_pageHeight, style_pageLayoutName, style_masterPageName, style_nextStyleName
  case table_numberColumnsSpanned, table_numberRowsSpanned, table_numberColumnsRepeated
  case table_numberRowsRepeated, table_styleName, table_visibility, draw_name, draw_styleName, draw_decorative
  case loext_checked, loext_checkbox, loext_decorative
  case encoding, display, text_anchorType
  // The manifest.
  case manifest_encryptionData, manifest_fileEntry

  package static let hasHyphens = true

  static let vocabulary = makeVocabulary()

  private static let base = "urn:oasis:names:tc:opendocument:xmlns:"

  package static let namespaces: [XMLVocabulary.Namespace] =
    ["office", "text", "table", "style", "manifest"].map { .init($0, "\(base)\($0):1.0") } + [
      .init("draw", base + "drawing:1.0"),
      .init("fo", base + "xsl-fo-compatible:1.0"),
      .init("svg", base + "svg-compatible:1.0"),
      .init("loext", "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"),
      .init("form", base + "form:1.0"),
      .init("field", "urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0"),
      .init("xlink", "http://www.w3.org/1999/xlink"),
      .init("math", "http://www.w3.org/1998/Math/MathML"),
      .init("xml", "http://www.w3.org/XML/1998/namespace"),
    ]
}

extension XMLReader {
  init(openDocument part: [UInt8]) { self.init(part, OpenDocumentName.vocabulary) }

  /// The name of the element that began or ended, nil for one that means nothing here.
  var documentName: OpenDocumentName? { OpenDocumentName(rawValue: name) }

  /// The value of an attribute of the element that began.
  func value(_ name: OpenDocumentName) -> String? { attribute(name) }

  /// A measure in twips; nil for none, and for a percentage.
  func twips(_ name: OpenDocumentName) -> Int? {
    guard let value = attribute(name), let points = OpenDocumentLength.points(value) else { return nil }
    return Int((points * 20).rounded())
  }
}

/// Lengths such as `1.25cm`.
enum OpenDocumentLength {
  /// The length in points; nil if it is none.
  static func points(_ text: String) -> Double? {
    guard text.utf8.count > 2, let number = Double(text.dropLast(2)), number.magnitude < 100_000 else {
      return nil
    }
    switch text.suffix(2) {
    case "cm": return number * 72 / 2.54
    case "mm": return number * 72 / 25.4
    case "in": return number * 72
    case "pt": return number
    case "pc": return number * 12
    case "px": return number * 0.75
    default: return nil
    }
  }
}
