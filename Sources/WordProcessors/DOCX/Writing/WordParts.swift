import Containers

/// The parts of a written document besides its text, and the package of all.
struct WordParts {
  /// A part that the text refers to.
  private struct Reference {
    var kind: String
    var target: String
    var isExternal: Bool
  }

  static let namespaces = """
    xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" \
    xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" \
    xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" \
    xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" \
    xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" \
    xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" mc:Ignorable="w14"
    """

  private static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
  private static let content = "application/vnd.openxmlformats-officedocument.wordprocessingml."
  private static let theme = "theme"
  private static let themeContent = "application/vnd.openxmlformats-officedocument.theme+xml"

  /// The relationships of the text, and of the notes.
  private var references: [[Reference]] = [[], []]
  private var links: [[String: Int]] = [[:], [:]]
  private var pictures = PictureIndex()
  private var media: [(name: String, bytes: [UInt8])] = []
  private var endings: [String: String] = [:]

  /// Returns the identifier of a link's relationship.
  mutating func link(to address: String, inNotes: Bool) -> String {
    let part = inNotes ? 1 : 0
    if let number = links[part][address] { return "rId\(number)" }
    let number = add(Reference(kind: "hyperlink", target: address, isExternal: true), to: part)
    links[part][address] = number
    return "rId\(number)"
  }

  /// Returns the identifier of a picture's relationship; a picture that is shown twice is kept once.
  mutating func picture(_ picture: OfficePicture, inNotes: Bool) -> String {
    let (index, isNew) = pictures.number(of: picture)
    if isNew {
      media.append(("media/image\(index + 1).\(picture.ending)", picture.bytes))
      endings[picture.ending] = picture.type
    }
    let part = inNotes ? 1 : 0
    let key = "\u{0}\(index)"
    if let number = links[part][key] { return "rId\(number)" }
    let number = add(Reference(kind: "image", target: media[index].name, isExternal: false), to: part)
    links[part][key] = number
    return "rId\(number)"
  }

  /// Returns the identifier of the relationship of a picture that lies elsewhere.
  mutating func externalPicture(_ address: String, inNotes: Bool) -> String {
    let part = inNotes ? 1 : 0
    let key = "\u{1}\(address)"
    if let number = links[part][key] { return "rId\(number)" }
    let number = add(Reference(kind: "image", target: address, isExternal: true), to: part)
    links[part][key] = number
    return "rId\(number)"
  }

  /// The relationships of the parts that are always there come first.
  private static let firstReference = 10

  private mutating func add(_ reference: Reference, to part: Int) -> Int {
    references[part].append(reference)
    return Self.firstReference + references[part].count
  }

  // MARK: Package

  /// The bytes of the document.
  ///
  /// - Parameters:
  ///   - theme: nil where the styles name none.
  ///   - numbering: nil without lists.
  ///   - notes: nil without notes.
  ///   - properties: what the document is called, and the like.
  consuming func package(
    document: [UInt8], styles: [UInt8], theme: [UInt8]?, numbering: [UInt8]?, notes: [UInt8]?,
    properties: OfficeProperties
  ) -> [UInt8] {
    var parts: [(name: String, kind: String, bytes: [UInt8])] = [("styles", "styles", styles)]
    if let theme { parts.append((Self.theme, "theme", theme)) }
    if let numbering { parts.append(("numbering", "numbering", numbering)) }
    parts.append(("settings", "settings", Self.settings(hasNotes: notes != nil)))
    if let notes { parts.append(("footnotes", "footnotes", notes)) }
    var writer = ZipWriter()
    writer.add("[Content_Types].xml", types(of: parts.map(\.name), properties))
    writer.add("_rels/.rels", Self.rootRelationships(properties))
    writer.add("word/document.xml", document)
    writer.add("word/_rels/document.xml.rels", relationships(of: 0, parts.map { ($0.kind, $0.name) }))
    for part in parts { writer.add("word/\(part.name).xml", part.bytes) }
    if notes != nil, !references[1].isEmpty {
      writer.add("word/_rels/footnotes.xml.rels", relationships(of: 1, []))
    }
    for part in properties.wordParts { writer.add(part.name, part.bytes) }
    for medium in media { writer.add("word/" + medium.name, medium.bytes, .stored) }
    return writer.finish()
  }

  private func types(of parts: [String], _ properties: OfficeProperties) -> [UInt8] {
    var writer = XMLWriter()
    writer.raw(
      "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
        + "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
        + "<Default Extension=\"xml\" ContentType=\"application/xml\"/>")
    for (ending, type) in endings.sorted(by: { $0.key < $1.key }) {
      writer.raw("<Default Extension=\"\(ending)\" ContentType=\"\(type)\"/>")
    }
    writer.raw("<Override PartName=\"/word/document.xml\" ContentType=\"\(Self.content)document.main+xml\"/>")
    for part in parts {
      let type = part == Self.theme ? Self.themeContent : "\(Self.content)\(part)+xml"
      writer.raw("<Override PartName=\"/word/\(part).xml\" ContentType=\"\(type)\"/>")
    }
    for part in properties.wordParts {
      writer.raw("<Override PartName=\"/\(part.name)\" ContentType=\"\(part.type)\"/>")
    }
    writer.raw("</Types>")
    return writer.bytes
  }

  private static let relationshipsRoot =
    "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"

  private static func rootRelationships(_ properties: OfficeProperties) -> [UInt8] {
    var writer = XMLWriter()
    writer.raw(
      relationshipsRoot
        + "<Relationship Id=\"rId1\" Type=\"\(relations)officeDocument\" Target=\"word/document.xml\"/>")
    for (index, part) in properties.wordParts.enumerated() {
      writer.raw("<Relationship Id=\"rId\(index + 2)\" Type=\"\(part.relation)\" Target=\"\(part.name)\"/>")
    }
    writer.raw("</Relationships>")
    return writer.bytes
  }

  private func relationships(of part: Int, _ parts: [(kind: String, name: String)]) -> [UInt8] {
    var writer = XMLWriter()
    writer.raw(Self.relationshipsRoot)
    for (index, part) in parts.enumerated() {
      writer.raw(
        "<Relationship Id=\"rId\(index + 1)\" Type=\"\(Self.relations)\(part.kind)\" Target=\"\(part.name).xml\"/>"
      )
    }
    for (index, reference) in references[part].enumerated() {
      writer.raw(
        "<Relationship Id=\"rId\(Self.firstReference + index + 1)\" Type=\"\(Self.relations)\(reference.kind)\" Target=\""
      )
      writer.value(reference.target)
      writer.raw(reference.isExternal ? "\" TargetMode=\"External\"/>" : "\"/>")
    }
    writer.raw("</Relationships>")
    return writer.bytes
  }

  private static func settings(hasNotes: Bool) -> [UInt8] {
    var writer = XMLWriter()
    writer.raw("<w:settings \(namespaces)>")
    if hasNotes {
      writer.raw("<w:footnotePr><w:footnote w:id=\"-1\"/><w:footnote w:id=\"0\"/></w:footnotePr>")
    }
    writer.raw(
      "<w:compat><w:compatSetting w:name=\"compatibilityMode\" w:uri=\"http://schemas.microsoft.com/office/word\" w:val=\"15\"/></w:compat></w:settings>"
    )
    return writer.bytes
  }
}
