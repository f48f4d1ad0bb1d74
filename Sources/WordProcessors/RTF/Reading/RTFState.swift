/// The destination of a group's text.
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
  /// The name of a place that a link leads to, where its bookmark is called otherwise.
  case placeName
  /// The name of a file that lies beside the document (TextEdit, Mail).
  case attachment
  case nestedTableProperties
  /// The place of a cell in its table (AbiWord).
  case cellPlace
  /// Markup of the HTML that the RTF was made of.
  case htmlTag
  /// Text in two character sets, `\upr`, of which the second counts.
  case alternative
}

/// The part that a line belongs to, as the word before its kind says.
enum RTFLine {
  /// A side of a paragraph, or several.
  case paragraph(FlowBorders)
  case ofTable
  case other
}

/// The state that a group saves and restores.
struct RTFState {
  var character = RTFCharacterFormat()
  var paragraph = FlowParagraphFormat()
  /// The number of characters that stand in for a `\u`.
  @CompactNumber var fallbackLength = 1
  var destination = RTFDestination.body
  /// This group, not one around it, began the destination.
  var beganDestination = false
  /// The text is for programs that do not know the HTML within the RTF (`\htmlrtf`).
  var isHiddenFromHTML = false
  /// `\*` came last: an unknown word now makes the group one to pass over.
  var isIgnorable = false
}

/// The character formatting in force.
struct RTFCharacterFormat {
  var traits: FlowTraits = []
  var order = FlowTraitOrder()
  @CompactNumber var font = -1
  /// The font of right-to-left text.
  @CompactNumber var associatedFont = -1
  /// `\af` set the font of right-to-left text.
  var hasAssociatedFont = false
  var associatedTraits: FlowTraits = []
  /// The traits of East Asian text, where they are said apart (`\dbch\ab`).
  var eastAsianTraits: FlowTraits = []
  var isEastAsian = false
  var isRightToLeft = false
  /// True if the properties that follow are those of one script of the text: `\loch`, `\hich` or `\dbch` came last.
  var isOfScript = false
  /// The size in half points.
  @CompactNumber var size = 24
  /// The index of the hyperlink plus one, 0 for none.
  var link: Int32 = 0
  /// The traits that the character style gives, with those of the styles of the groups around.
  var styleTraits: FlowTraits = []
  var outerStyleTraits: FlowTraits = []
  /// The number of groups that were open at the last `\cs`.
  @CompactNumber var styleGroup = 0

  mutating func set(_ trait: FlowTraits, _ isOn: Bool) {
    if isOn {
      traits.insert(trait)
      order.push(trait)
    } else {
      traits.remove(trait)
      order.remove(trait)
    }
  }

  /// Sets a trait of the script that text is now read in, right-to-left or East Asian.
  mutating func setAssociated(_ trait: FlowTraits, _ isOn: Bool) {
    var traits = isEastAsian ? eastAsianTraits : associatedTraits
    if isOn { traits.insert(trait) } else { traits.remove(trait) }
    if isEastAsian { eastAsianTraits = traits } else { associatedTraits = traits }
  }
}

/// A paragraph, and the flow that it is part of, while a note or a box within it is read.
struct RTFWaitingFlow {
  var paragraph: FlowParagraphBuilder
  var flow: RTFFlowBuilder
  /// The bookmarks that stand in the paragraph.
  var bookmarks: [String]
  var paragraphGroup: Int
  /// The index of the note.
  var note: Int
}
