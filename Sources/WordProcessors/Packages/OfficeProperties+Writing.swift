import Containers

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

  /// What describes an OpenDocument (ODF 1.3 part 3, 4.3).
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
