import Conversions
import Pasteboard
import RichText
import UniformTypeIdentifiers

// Messages of pb paste beside its result.
extension PasteOptions {
  /// Names the type of what went to a file whose extension says nothing to pb. Text that goes out as it is needs no name.
  static func warnOfUnknownExtension(_ choice: Choice, _ arguments: Arguments) {
    let type = choice.convertedTo ?? choice.type
    guard let file = arguments[.output], !arguments.isGiven(wanted), !arguments.has(plain),
      Format(type) == .markdown, TypeName.type(ofFile: file) == nil,
      file.split(separator: "/").last?.dropFirst().contains(".") == true
    else { return }
    Output.warn("\(file) has no known extension; pb wrote \(type.formatName). To choose, use --type.")
  }

  /// Says that text was not all text, and how its bytes can be had.
  static func warnOfReplacedBytes(_ choice: Choice) {
    guard choice.replacesBytes else { return }
    let name = "'\(choice.target)'"
    Output.warn("\(name) is not valid UTF-8; invalid bytes became U+FFFD. For its bytes, use --raw \(name).")
  }

  /// Prints which format a paste used, and why.
  static func explain(_ choice: Choice, _ way: String) {
    Output.warn("reading through \(way)")
    for passed in choice.passedOver { Output.warn(passed) }
    let treatment = choice.convertedTo.map { "converted to \($0.formatName)" } ?? "unchanged"
    let reason =
      switch choice.reason {
      case .preferred: "--prefer names it"
      case .declared: "it has the requested type"
      case .sourceOfRendering: "the rich text was rendered from it"
      case .copiedAsPlainText: "it was copied as plain text"
      case .plainTextIsMarkdown: "its owner copies Markdown as plain text"
      case .copied: "it was copied in this type"
      case .richest: "it is the richest format"
      case .onlyText: "it is the only format"
      }
    Output.warn("chose \(choice.type.formatName) (\(choice.target)), \(treatment): \(reason)")
  }
}
