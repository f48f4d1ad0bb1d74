package import Conversions
package import RichText
package import UniformTypeIdentifiers

/// What a paste took from a pasteboard, and why.
package struct Choice: Sendable {
  /// Why a representation was taken before the others.
  package enum Reason: Sendable, Equatable {
    /// The person asked for it first.
    case preferred
    /// It is of the type that was wanted.
    case declared
    /// The plain text reads as the document that is rendered beside it.
    case sourceOfRendering
    /// The owner tells that it copied plain text, and made the rest of it.
    case copiedAsPlainText
    /// The owner is known to copy Markdown as plain text.
    case plainTextIsMarkdown
    /// The owner tells that it copied this, and made the rest of it.
    case copied
    /// It is the richest that is there.
    case richest
    /// There is nothing but text.
    case onlyText
  }

  /// The result, in the type that was wanted.
  package var bytes: [UInt8]
  package var target: String
  package var type: UTType
  package var reason: Reason
  /// Nil if the bytes are as they were offered.
  package var convertedTo: UTType?
  /// The files that the bytes were made of or stand for; nil if it was something else.
  package var files: FileList?
  /// How many pictures were left out.
  package var leftPictures = 0
  /// The name of the richer form that did not come in time; nil if all came that was asked for.
  package var lateForm: String?
  /// What was tried before or not, with the reason, a sentence each.
  package var passedOver: [String]
}

/// What somebody wants to paste.
package struct PasteRequest: Sendable {
  package var type: UTType
  /// Types to take first, whatever the rules say.
  package var preferred: [UTType]
  /// How Markdown is written that is made of another format; Markdown that is there comes as it is.
  package var style: MarkdownStyle
  /// What becomes of the pictures of what is made Markdown.
  package var pictures = PastedPictures.Treatment.addresses
  /// Whether a picture that lies there alone is saved too, and linked.
  package var linksPictureAlone = true

  package init(
    _ type: UTType = .markdown, preferred: [UTType] = [], style: MarkdownStyle = MarkdownStyle()
  ) {
    self.type = type
    self.preferred = preferred
    self.style = style
  }
}
