import Containers

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
