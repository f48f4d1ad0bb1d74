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
  /// What follows is said of one script of the text: `\loch`, `\hich` or `\dbch` came last.
  var isOfScript = false
  /// In half points.
  @CompactNumber var size = 24
  /// The index of the hyperlink plus one, 0 for none.
  var link: Int32 = 0
  /// The traits that the character style gives, with those of the styles of the groups around.
  var styleTraits: FlowTraits = []
  var outerStyleTraits: FlowTraits = []
  /// How many groups were open at the last `\cs`.
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
