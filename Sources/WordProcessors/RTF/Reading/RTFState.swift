/// Where the text of a group goes.
enum RTFDestination: UInt8 {
  case body
  case ignored
  case fontTable
  case colorTable
  case styleSheet
  case style
  case listTable
  case list
  case listLevel
  case levelText
  case listOverrideTable
  case listOverride
  case marker
  case legacyNumbering
  case field
  case fieldInstruction
  /// The result of a field that stands for a picture.
  case pictureResult
  case formField
  /// An entry of a form's list (`\ffl`).
  case formChoice
  case note
  case picture
  case shape
  /// The text of a shape, which precedes the paragraph that the shape is anchored to.
  case shapeText
  case shapeProperty
  case shapePropertyName
  case shapePropertyValue
  case bookmark
  case info
  case title
  /// What a place is called that a link leads to, where its bookmark is called otherwise.
  case placeName
  /// The name of a file that lies beside the document (TextEdit, Mail).
  case attachment
  case nestedTableProperties
  /// Where in its table a cell is (AbiWord).
  case cellPlace
  /// Markup of the HTML that the RTF was made of.
  case htmlTag
  /// Text in two character sets, `\upr`, of which the second counts.
  case alternative
}

/// What a line belongs to, as the word before its kind says.
enum RTFLine {
  /// A side of a paragraph, or several.
  case paragraph(FlowBorders)
  case ofTable
  case other
}

/// What a group saves and restores.
struct RTFState {
  var character = RTFCharacterFormat()
  var paragraph = FlowParagraphFormat()
  /// How many characters stand in for a `\u`.
  @CompactNumber var fallbackLength = 1
  var destination = RTFDestination.body
  /// This group, not one around it, began the destination.
  var beganDestination = false
  /// The text is for programs that do not know the HTML within the RTF (`\htmlrtf`).
  var isHiddenFromHTML = false
  /// `\*` came last: an unknown word now makes the group one to pass over.
  var isIgnorable = false
}
