/// A property of a document beside its text: its title, an author, any field of a front matter.
public struct DocumentProperty: Hashable, Sendable {
  /// The name as the document spells it.
  public var key: String
  /// What the property holds; several values where it is a list.
  public var values: [String]
  /// Whether the property is a list, of one value too.
  public var isList: Bool

  /// Creates a property of one value.
  public init(_ key: String, _ value: String) {
    self.init(key, [value], isList: false)
  }

  /// Creates a property of several values, a list unless told otherwise.
  public init(_ key: String, _ values: [String], isList: Bool = true) {
    self.key = key
    self.values = values
    self.isList = isList
  }

  /// The values with commas between them, or semicolons where a value has a comma itself.
  package var text: String {
    values.joined(separator: values.contains { $0.contains(",") } ? "; " : ", ")
  }
}

/// What office documents have a place of their own for (ECMA-376 part 2, 11; ODF 1.3 part 3, 4.3).
package enum PropertyRole: CaseIterable {
  case title, author, date, language, keywords, description, subject

  /// The names of fields of a front matter that mean it.
  private var keys: [String] {
    switch self {
    case .title: ["title"]
    case .author: ["author", "authors"]
    case .date: ["date"]
    case .language: ["lang", "language"]
    case .keywords: ["keywords", "tags"]
    case .description: ["description", "summary", "abstract"]
    case .subject: ["subject"]
    }
  }

  /// The role of a field; nil for one that office documents know nothing of.
  package init?(_ key: String) {
    let key = key.lowercased()
    guard let role = Self.allCases.first(where: { $0.keys.contains(key) }) else { return nil }
    self = role
  }
}

extension [DocumentProperty] {
  /// The first property with one of some names, whatever their case.
  package func first(named keys: String...) -> DocumentProperty? {
    first { keys.contains($0.key.lowercased()) }
  }
}
