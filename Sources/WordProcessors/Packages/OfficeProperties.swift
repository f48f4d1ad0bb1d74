import Containers

/// The properties of an office document: those that the formats have a place for, and others by name.
///
/// A property of its own lists the fields of the front matter that the others come from, so that these become a front
/// matter again, and what every program writes by itself does not.
struct OfficeProperties {
  private(set) var roles: [(role: PropertyRole, property: DocumentProperty)] = []
  /// The properties that documents have no place for, and the text of those that come back as another.
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

/// The names of the parts that hold properties: `core.xml` and `custom.xml` of DOCX, `meta.xml` of ODT.
private enum PropertyName: Int, XMLName {
  case dc_title, dc_creator, dc_date, dc_language, dc_description, dc_subject
  case cp_keywords, dcterms_created
  case custom_property, vt_lpwstr, name
  case meta_initialCreator, meta_creationDate, meta_keyword, meta_userDefined, meta_name

  static let hasHyphens = true
  static let namespaces = [
    XMLVocabulary.Namespace("dc", "http://purl.org/dc/elements/1.1/"),
    .init("dcterms", "http://purl.org/dc/terms/"),
    .init("cp", "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"),
    .init("custom", "http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"),
    .init("vt", "http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"),
    .init("meta", "urn:oasis:names:tc:opendocument:xmlns:meta:1.0"),
  ]
  static let vocabulary = makeVocabulary()

  /// The role of what an element holds; those who began a document come before those who changed it last.
  var role: (role: PropertyRole, isFirst: Bool)? {
    switch self {
    case .dc_title: (.title, true)
    case .meta_initialCreator: (.author, true)
    case .dc_creator: (.author, false)
    case .meta_creationDate, .dcterms_created: (.date, true)
    case .dc_date: (.date, false)
    case .dc_language: (.language, true)
    case .cp_keywords, .meta_keyword: (.keywords, true)
    case .dc_description: (.description, true)
    case .dc_subject: (.subject, true)
    default: nil
    }
  }
}

extension OfficeProperties {
  /// The largest part of properties that is read, in bytes.
  private static let partLimit = ZipLimits(size: 1 << 20)

  /// The fields of the front matter that a DOCX or an ODT was made of.
  static func fields(of bytes: [UInt8]) -> [DocumentProperty] {
    guard let archive = try? ZipArchive(bytes) else { return [] }
    func part(_ name: String) -> [UInt8]? {
      archive[name].flatMap { try? archive.contents(of: $0, limits: partLimit) }
    }
    if let meta = part("meta.xml") { return fields(in: [meta]) }
    // Most documents have no properties of their own.
    guard let custom = part("docProps/custom.xml") else { return [] }
    return fields(in: [custom, part("docProps/core.xml") ?? []])
  }

  /// The fields of the front matter that an OpenDocument of one file was made of: what describes it stands first.
  static func fields(ofFlat bytes: [UInt8]) -> [DocumentProperty] {
    let head = bytes.prefix(partLimit.size)
    guard let end = ByteSearch.position(of: "</office:meta>", in: head) else { return [] }
    return fields(in: [Array(head[..<end])])
  }

  private static func fields(in parts: [[UInt8]]) -> [DocumentProperty] {
    guard parts.contains(where: { ByteSearch.contains(marker, in: $0[...]) }) else { return [] }
    var texts: [PropertyRole: String] = [:]
    var others: [String: String] = [:]
    for part in parts { read(part, &texts, &others) }
    return fields(texts, others)
  }

  private static func read(
    _ part: [UInt8], _ texts: inout [PropertyRole: String], _ others: inout [String: String]
  ) {
    var reader = XMLReader(part, PropertyName.vocabulary)
    var (text, custom) = ([UInt8](), String?.none)
    while let event = reader.next() {
      switch event {
      case .start:
        text = []
        switch PropertyName(rawValue: reader.name) {
        case .custom_property: custom = reader.attribute(PropertyName.name)
        case .meta_userDefined: custom = reader.attribute(PropertyName.meta_name)
        default: break
        }
      case .text: reader.appendText(to: &text)
      case .end:
        guard let name = PropertyName(rawValue: reader.name) else { continue }
        let value = String(decoding: text, as: UTF8.self)
        if let key = custom, name == .vt_lpwstr || name == .meta_userDefined {
          others[key] = value
          custom = nil
        } else if let (role, isFirst) = name.role {
          if name == .meta_keyword, let before = texts[role] {
            texts[role] = before + "; " + value
          } else if isFirst || texts[role] == nil {
            texts[role] = value
          }
        }
        text = []
      }
    }
  }
}

extension OfficeProperties {
  /// A part of a DOCX that holds properties.
  struct WordPart {
    let name: String
    /// Its media type, and the type of its relationship.
    let type, relation: String
    let bytes: [UInt8]
  }

  /// The parts that a DOCX has properties in (ECMA-376 part 2, 11, and part 1, 22.3).
  var wordParts: [WordPart] {
    var parts: [WordPart] = []
    if !roles.isEmpty {
      parts.append(
        WordPart(
          name: "docProps/core.xml", type: "application/vnd.openxmlformats-package.core-properties+xml",
          relation: "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties",
          bytes: core))
    }
    if !others.isEmpty {
      parts.append(
        WordPart(
          name: "docProps/custom.xml",
          type: "application/vnd.openxmlformats-officedocument.custom-properties+xml",
          relation: "http://schemas.openxmlformats.org/officeDocument/2006/relationships/custom-properties",
          bytes: custom))
    }
    return parts
  }

  private var core: [UInt8] {
    var writer = XMLWriter()
    writer.raw(
      """
      <cp:coreProperties \
      xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" \
      xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" \
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
      """)
    for (role, property) in roles {
      switch role {
      case .title: writer.write(property.text, in: "dc:title")
      case .author: writer.write(property.text, in: "dc:creator")
      case .language: writer.write(property.text, in: "dc:language")
      case .keywords: writer.write(property.text, in: "cp:keywords")
      case .description: writer.write(property.text, in: "dc:description")
      case .subject: writer.write(property.text, in: "dc:subject")
      case .date:
        guard let day else { continue }
        writer.raw("<dcterms:created xsi:type=\"dcterms:W3CDTF\">\(day)T00:00:00Z</dcterms:created>")
      }
    }
    writer.raw("</cp:coreProperties>")
    return writer.bytes
  }

  private var custom: [UInt8] {
    var writer = XMLWriter()
    writer.raw(
      """
      <Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" \
      xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">
      """)
    for (index, other) in others.enumerated() {
      // The number of the first property of one's own is 2 ([MS-OSHARED] 2.3.3.2.3).
      writer.raw("<property fmtid=\"{D5CDD505-2E9C-101B-9397-08002B2CF9AE}\" pid=\"\(index + 2)\" name=\"")
      writer.value(other.name)
      writer.raw("\">")
      writer.write(other.text, in: "vt:lpwstr")
      writer.raw("</property>")
    }
    writer.raw("</Properties>")
    return writer.bytes
  }

  /// Writes the properties of an OpenDocument (ODF 1.3 part 3, 4.3).
  func writeMeta(to writer: inout XMLWriter) {
    writer.raw("<office:meta>")
    for (role, property) in roles {
      switch role {
      case .title: writer.write(property.text, in: "dc:title")
      case .author:
        writer.write(property.text, in: "meta:initial-creator")
        writer.write(property.text, in: "dc:creator")
      case .date:
        guard let day else { continue }
        writer.write("\(day)T00:00:00", in: "meta:creation-date")
        writer.write("\(day)T00:00:00", in: "dc:date")
      case .language: writer.write(property.text, in: "dc:language")
      case .keywords: for value in property.values { writer.write(value, in: "meta:keyword") }
      case .description: writer.write(property.text, in: "dc:description")
      case .subject: writer.write(property.text, in: "dc:subject")
      }
    }
    for other in others {
      writer.raw("<meta:user-defined meta:name=\"")
      writer.value(other.name)
      writer.raw("\" meta:value-type=\"string\">")
      writer.text(other.text)
      writer.raw("</meta:user-defined>")
    }
    writer.raw("</office:meta>")
  }
}

extension XMLWriter {
  fileprivate mutating func write(_ text: String, in element: String) {
    raw("<\(element)>")
    self.text(text)
    raw("</\(element)>")
  }
}
