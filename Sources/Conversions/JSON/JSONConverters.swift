import RichText
import UniformTypeIdentifiers

/// Reads JSON as the document or the tables that it says, and as text where it says neither.
struct JSONContentReader: Converter {
  var from: Form { .type(.json) }
  var to: Form { .document }
  var loss: Int { 0 }

  func convert(_ value: Value, _ terms: Format.Terms) throws(ConversionError) -> Value {
    guard case .bytes(let bytes) = value else { return value }
    // Settings with comments are called JSON too.
    guard let document = try JSONContent.documentIfAny(in: bytes) else {
      return .document(Document(linesOf: bytes, language: "json"))
    }
    return .document(document)
  }
}

/// Writes a document as a tree of JSON.
struct DocumentAsJSON: Converter {
  var from: Form { .document }
  var to: Form { .type(.json) }
  var loss: Int { 1 }

  func convert(_ value: Value, _ terms: Format.Terms) throws(ConversionError) -> Value {
    guard case .document(let document) = value else { return value }
    return .bytes(DocumentJSONWriter.write(document))
  }
}

/// Writes separated values as an array of objects, one a row.
struct DelimitedAsJSON: Converter {
  let format: Format

  static let all = Format.tablesOfData.map(DelimitedAsJSON.init)

  var from: Form { .type(format.type) }
  var to: Form { .type(.json) }
  var loss: Int { 0 }

  func convert(_ value: Value, _ terms: Format.Terms) throws(ConversionError) -> Value {
    guard case .bytes(let bytes) = value else { return value }
    let rows = format.delimitedReader.rows(of: bytes)
    // A row alone names nothing, and would be gone.
    return .bytes(JSONRows.write([TableValues.Rows(values: rows, hasHeader: rows.count > 1)]))
  }
}

/// Writes rows of JSON as separated values, without a document in between, in whose cells line breaks are not what they
/// are in values.
struct JSONAsDelimited: Converter {
  let format: Format

  static let all = Format.tablesOfData.map(JSONAsDelimited.init)

  var from: Form { .type(.json) }
  var to: Form { .type(format.type) }
  var loss: Int { 0 }

  func convert(_ value: Value, _ terms: Format.Terms) throws(ConversionError) -> Value {
    guard case .bytes(let bytes) = value else { return value }
    if let rows = JSONContent.rows(of: bytes) { return .bytes(format.delimitedWriter.write(rows)) }
    return try FormatWriter(format: format).convert(try JSONContentReader().convert(value, terms), terms)
  }
}
