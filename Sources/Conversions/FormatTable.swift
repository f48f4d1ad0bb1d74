public import RichText
public import UniformTypeIdentifiers

/// The types of the formats, and what is offered of each: `TypeRegistry/formats.json`.
package struct FormatTable: Sendable {
  /// The plain text that is offered for content of a format.
  package enum PlainText: String, Sendable {
    /// The bytes that were copied.
    case source
    /// The text as people read it.
    case rendered

    /// The one of a name; for others the rendered text.
    init(name: String) {
      self = PlainText(rawValue: name) ?? .rendered
    }
  }

  /// A format with what the registry says of it.
  package struct Row: Sendable {
    package let format: Format
    package let type: UTType
    /// Types of the same format that do not conform to its type, and are offered under its names.
    package let kin: [UTType]
    /// Types that are read as the format, which programs tell apart: templates, documents with macros.
    package let readsToo: [UTType]
    /// The names that it is offered under, in order.
    package let names: [String]
    package let plainText: PlainText
    /// The formats made of it for programs that ask, in order.
    package let makes: [Format]
    /// The formats made besides for programs that take them according to a rule.
    package let restrictedFormats: [Format]
  }

  /// The richest first; plain text, which all other text is read as, last.
  package let rows: [Row]

  /// The table that the program is built with.
  package static let shared = FormatTable(FormatDeclaration.all)

  init(_ declarations: [FormatDeclaration]) {
    func format(_ name: String) -> Format? { Format.all.first { $0.name == name } }
    rows = declarations.compactMap { declaration in
      guard let read = format(declaration.format), let type = UTType(declaration.type) else { return nil }
      return Row(
        format: read, type: type, kin: declaration.kin.compactMap { UTType($0) },
        readsToo: declaration.readsToo.compactMap { UTType($0) }, names: declaration.names,
        plainText: declaration.plainText,
        makes: declaration.makes.compactMap(format),
        restrictedFormats: declaration.restrictedFormats.compactMap(format))
    }
  }

  /// The row of a format.
  package func row(of format: Format) -> Row? {
    rows.first { $0.format == format }
  }

  /// The format that content of a type is read as; nil if it is no text.
  package func format(of type: UTType) -> Format? {
    let index = rows.firstIndex { row in
      type.conforms(to: row.type) || row.kin.contains(where: type.conforms)
        || row.readsToo.contains(where: type.conforms)
    }
    let read = index.map { rows[$0].format }
    guard let format = read ?? (type.conforms(to: .text) ? .plainText : nil) else { return nil }
    guard format == .plainText, type != .plainText, type != .utf8PlainText else { return format }
    if Self.languages.contains(where: type.conforms) {
      return .spacedText(language: type.preferredFilenameExtension ?? "")
    }
    return Self.spaced.contains(where: type.conforms) ? .spacedText() : format
  }

  /// Text in lines whose spaces mean something, in a language that code is said to be in by its extension.
  private static let languages: [UTType] =
    [.sourceCode, .xml, .json, .yaml]
    + ["public.toml", "public.patch-file", "public.css"].compactMap { UTType($0) }

  /// Such text in no language.
  private static let spaced = ["com.apple.log", "com.coteditor.conf", "public.properties"].compactMap {
    UTType($0)
  }

  /// Whether a type is read as a format and differs from it: macros go when it is converted.
  func isOnlyRead(_ type: UTType) -> Bool {
    rows.contains { $0.readsToo.contains(where: type.conforms) }
  }

  /// The format that gives content of exactly this type; nil for types that are read as text, but not made of others.
  package func format(writing type: UTType) -> Format? {
    if let row = rows.first(where: { $0.type == type }) { return row.format }
    return [.utf8PlainText, .text].contains(type) ? .plainText : nil
  }
}

extension Format {
  /// Creates the format that reads content of this type; nil if no format does.
  public init?(_ type: UTType) {
    guard let format = FormatTable.shared.format(of: type) else { return nil }
    self = format
  }

  /// The type of content that this format writes.
  public var type: UTType {
    FormatTable.shared.row(of: self)?.type ?? .data
  }

  /// True if the bytes are read by people as they are, as a table's or a letter's are.
  package var isReadableAsItIs: Bool {
    FormatTable.shared.row(of: self)?.plainText != .rendered
  }
}

/// A row of `TypeRegistry/formats.json`, which the build writes as a constant.
struct FormatDeclaration: Sendable {
  let format: String
  let type: String
  let kin: [String]
  let readsToo: [String]
  let names: [String]
  let plainText: FormatTable.PlainText
  let makes: [String]
  let restrictedFormats: [String]
}
