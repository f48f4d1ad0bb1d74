package import Conversions
package import RichText
package import UniformTypeIdentifiers

/// What a copy says of how it is offered.
package struct OfferingTerms: Sendable {
  /// What stands for plain text; nil for what the format has (`FormatTable`).
  package var plainText: FormatTable.PlainText?
  /// The types to offer; nil for all.
  package var only: [UTType]?
  /// Whether HTML and RTF are made of plain text too, which keep every space.
  package var isRich = false
  /// Whether pictures are offered in further formats too.
  package var makesPictures = true
  /// The pictures beside a document; nil to leave their addresses as they are.
  package var localPictures: LocalPictures?
  /// What is to be done with files.
  package var fileVerb = FileList.Verb.copy
  /// How Markdown is written that is made of another format.
  package var style = MarkdownStyle()
  /// A person's own converters that may run when a program asks for what they make.
  package var commands: [CommandConverter] = []
  /// Whether formats are made of secrets: false where what conversions leave in memory outlives the copy.
  package var convertsSecrets = true
  /// Converts for an owner that lives on; nil to convert in this process.
  package var helper: ConversionHelper?

  /// For copies that a process owns which goes on without them.
  static let forPrograms = {
    var terms = OfferingTerms()
    terms.convertsSecrets = false
    return terms
  }()

  package init(helper: ConversionHelper? = nil) {
    self.helper = helper
  }
}
