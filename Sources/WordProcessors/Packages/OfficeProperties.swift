import Containers

/// The properties of an office document: those that the formats have a place for, and others by name.
///
/// A property of its own lists the fields of the front matter that the others come from, so that these become a front
/// matter again, and what every program writes by itself does not.
struct OfficeProperties {
  private(set) var roles: [(role: PropertyRole, property: DocumentProperty)] = []
  /// Those that documents have no place for, and the text of those that come back as another.
  private(set) var others: [(name: String, text: String)] = []

  /// The name of the list of fields, and what follows the name of one that is a list.
  static let marker = "Front matter"
  private static let listMark = "[]"
  private static let separator = ", "

  /// The properties of a document that is written; its first heading is the title where no property is.
  init(of document: Document) {
    let fields = document.properties.filter { !$0.key.contains(Self.separator) && $0.key != Self.marker }
    for property in fields {
      guard let role = PropertyRole(property.key), !roles.contains(where: { $0.role == role }) else {
        others.append((property.key, property.text))
        continue
      }
      roles.append((role, property))
      if !Self.comesBack(property, as: role) {
        others.append((property.key, property.text))
      }
    }
    if !fields.isEmpty {
      let names = fields.map { $0.key + ($0.isList ? Self.listMark : "") }
      others.insert((Self.marker, names.joined(separator: Self.separator)), at: 0)
    }
    if !roles.contains(where: { $0.role == .title }), let title = document.title {
      roles.insert((.title, DocumentProperty("title", title)), at: 0)
    }
  }

  var isEmpty: Bool { roles.isEmpty && others.isEmpty }

  /// The text of a role.
  func text(_ role: PropertyRole) -> String? {
    roles.first { $0.role == role }?.property.text
  }

  /// The day of a date, as both formats have it; nil for a date in other words.
  var day: String? {
    guard let text = text(.date), Self.isDay(text.prefix(10)) else { return nil }
    let rest = text.dropFirst(10)
    return rest.isEmpty || rest.first == "T" || rest.first == " " ? String(text.prefix(10)) : nil
  }

  private static func isDay(_ text: Substring) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2D || $0.isASCIIDigit }),
      let month = Int(parts[1]), let day = Int(parts[2])
    else { return false }
    return 1...12 ~= month && 1...31 ~= day
  }

  /// Whether a property comes back as it is from the place that documents have for its role.
  private static func comesBack(_ property: DocumentProperty, as role: PropertyRole) -> Bool {
    let text = property.text
    guard role != .date else { return text.utf8.count == 10 && isDay(text[...]) }
    return values(of: text, isList: property.isList) == property.values
  }

  private static func values(of text: String, isList: Bool) -> [String] {
    guard isList else { return [text] }
    return text.split(separator: text.contains(";") ? ";" : ",").map { part in
      var value = part.drop(while: \.isWhitespace)
      while value.last?.isWhitespace == true { value.removeLast() }
      return String(value)
    }
  }

  /// The fields of the front matter that a document was made of; none of a document that was not.
  ///
  /// - Parameters:
  ///   - texts: what stands in the places of roles.
  ///   - others: the properties by name.
  static func fields(_ texts: [PropertyRole: String], _ others: [String: String]) -> [DocumentProperty] {
    guard let marker = others[marker] else { return [] }
    return marker.split(separator: separator).prefix(fieldLimit).compactMap { name in
      let isList = name.hasSuffix(listMark)
      let key = String(isList ? name.dropLast(listMark.count) : name)
      if let text = others[key] {
        return DocumentProperty(key, values(of: text, isList: isList), isList: isList)
      }
      guard let role = PropertyRole(key), let text = texts[role], !text.isEmpty else { return nil }
      guard role != .date else { return DocumentProperty(key, String(text.prefix(10))) }
      return DocumentProperty(key, values(of: text, isList: isList), isList: isList)
    }
  }

  private static let fieldLimit = 256
}
