package import RichText
import TypeDeclarations
package import UniformTypeIdentifiers

/// The content of a JSON text: a table of data, several of them, or a document.
package enum JSONContent {
  /// Whether text of an unknown type is JSON; a line of JSON Lines is JSON, too.
  package static func isOrdinaryText(_ type: UTType) -> Bool {
    type == .plainText || type == .utf8PlainText
  }

  /// Whether text is an object or an array of JSON, which no other text is.
  package static func isStructure(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first(where: { $0 > 0x20 }), "{[".utf8.contains(first) else { return false }
    return (try? JSONValue.parse(bytes, within: .content)) != nil
  }

  /// The document of a JSON text that is a tree, or the tables of its rows; nil for any other value.
  ///
  /// Throws `ConversionError` if the text is not JSON, if a tree has an unknown node, or if a table is too large.
  package static func document(of bytes: [UInt8]) throws(ConversionError) -> Document? {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.parse(bytes, within: .content)
    } catch {
      throw ConversionError(.unreadable, "not valid JSON: \(error)")
    }
    let isTree = DocumentJSONReader.isDocument(value)
    do throws(JSONError) {
      return try isTree ? DocumentJSONReader.document(of: value) : tables(of: value)
    } catch {
      throw ConversionError(
        .unreadable, isTree ? "not a valid document tree: \(error)" : "the table is too large: \(error)")
    }
  }

  /// The same; nil too for what is no JSON, and for anything in it but a document that is not understood.
  package static func documentIfAny(in bytes: [UInt8]) throws(ConversionError) -> Document? {
    do throws(ConversionError) {
      return try document(of: bytes)
    } catch {
      guard let value = try? JSONValue.parse(bytes, within: .content), DocumentJSONReader.isDocument(value)
      else {
        return nil
      }
      throw error
    }
  }

  /// The rows of the one table that a JSON text is, all as long as the longest; nil for anything else, and where nearly
  /// all values would be empty.
  package static func rows(of bytes: [UInt8]) -> [[ArraySlice<UInt8>]]? {
    guard let value = try? JSONValue.parse(bytes, within: .content), !DocumentJSONReader.isDocument(value),
      let rows = try? JSONRows.rows(of: value), let columns = rows.lazy.map(\.count).max()
    else { return nil }
    return rows.map { $0 + Array(repeating: [], count: columns - $0.count) }
  }

  /// True if a cell of the table that a JSON text is would hold JSON itself.
  package static func holdsNestedValues(_ bytes: [UInt8]) -> Bool {
    (try? JSONValue.parse(bytes, within: .content)).map(JSONRows.holdsNested) ?? false
  }

  private static func tables(of value: JSONValue) throws(JSONError) -> Document? {
    guard let elements = value.array else { return nil }
    if elements.isEmpty { return Document() }
    do {
      if let rows = try JSONRows.rows(of: value) { return try Document(values: rows) }
      var document = Document()
      for element in elements {
        guard let rows = try JSONRows.rows(of: element) else { return nil }
        document.blocks += try Document(values: rows).blocks
      }
      return document
    } catch {
      throw JSONError(line: value.line, message: error.description)
    }
  }
}

/// Reads JSON as the document or the tables that it says, and as text where it says neither.
struct JSONContentReader: Converter {
  var from: Form { .type(.json) }
  var to: Form { .document }
  var loss: Int { 0 }

  func convert(_ value: Value, _ terms: Format.Options) throws(ConversionError) -> Value {
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

  func convert(_ value: Value, _ terms: Format.Options) throws(ConversionError) -> Value {
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

  func convert(_ value: Value, _ terms: Format.Options) throws(ConversionError) -> Value {
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

  func convert(_ value: Value, _ terms: Format.Options) throws(ConversionError) -> Value {
    guard case .bytes(let bytes) = value else { return value }
    if let rows = JSONContent.rows(of: bytes) { return .bytes(format.delimitedWriter.write(rows)) }
    return try FormatWriter(format: format).convert(try JSONContentReader().convert(value, terms), terms)
  }
}
