import UniformTypeIdentifiers

/// The form that `pb recast` gives the content of the clipboard.
enum RecastForm {
  case type(UTType)
  /// Text that is Markdown, with HTML and RTF beside it.
  case richText
  /// An address without tracking parameters.
  case address
  /// The paths of files: of those that were copied, or of one with the content.
  case path

  /// The name of the form that pb paste gives too.
  static let pathName = "path"

  /// The form that a person names; Markdown for nil.
  init(_ name: String?) throws(Failure) {
    switch name?.lowercased() {
    case nil: self = .type(.markdown)
    case "rich": self = .richText
    case "url": self = .address
    case Self.pathName: self = .path
    default: self = .type(try TypeName.type(name ?? ""))
    }
  }
}
