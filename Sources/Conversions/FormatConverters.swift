import RichText
import UniformTypeIdentifiers

/// Reads a format of rich text.
struct FormatReader: Converter {
  let format: Format
  /// What the document is for; small pictures come as addresses alone where that is nothing that holds them.
  var goal: Format?

  var from: Form { .type(format.type) }
  var to: Form { .document }
  var loss: Int { 0 }

  func convert(_ value: Value, _ terms: Format.Terms) throws(ConversionError) -> Value {
    guard case .bytes(let bytes) = value else { return value }
    let format = format.reading(terms.style)
    do {
      guard let goal, goal.holdsPictures else { return .document(try format.read(bytes)) }
      return .document(try format.read(bytes, for: goal).document)
    } catch {
      throw ConversionError(error, reading: format)
    }
  }
}

/// Writes a format of rich text.
struct FormatWriter: Converter {
  let format: Format

  var from: Form { .document }
  var to: Form { .type(format.type) }
  var loss: Int { 1 }

  func convert(_ value: Value, _ terms: Format.Terms) throws(ConversionError) -> Value {
    guard case .document(let document) = value else { return value }
    return .bytes(format.write(document, terms))
  }
}

/// Separates the values of a table otherwise, without a document in between, in whose cells line breaks are not what they
/// are in values.
struct SeparatorChange: Converter {
  let present: Format
  let wanted: Format

  static let all = [
    SeparatorChange(present: .commaSeparated, wanted: .tabSeparated),
    SeparatorChange(present: .tabSeparated, wanted: .commaSeparated),
  ]

  var from: Form { .type(present.type) }
  var to: Form { .type(wanted.type) }
  var loss: Int { 0 }

  func convert(_ value: Value, _ terms: Format.Terms) throws(ConversionError) -> Value {
    guard case .bytes(let bytes) = value else { return value }
    let separator = present.delimitedReader.separator
    return .bytes(wanted.delimitedWriter.rewrite(bytes, separatedBy: separator))
  }
}

/// Writes values with a separator between them as a table of Markdown, without a document in between.
struct DelimitedMarkdownWriter: Converter {
  let format: Format

  static let all = Format.tablesOfData.map(DelimitedMarkdownWriter.init)

  var from: Form { .type(format.type) }
  var to: Form { .type(Format.markdown.type) }
  var loss: Int { 1 }

  func convert(_ value: Value, _ terms: Format.Terms) throws(ConversionError) -> Value {
    guard case .bytes(let bytes) = value else { return value }
    do {
      guard DelimitedMarkdown.canWrite(in: terms.style) else {
        return .bytes(Format.markdown.write(try format.read(bytes), terms))
      }
      let separator = format.delimitedReader.separator
      return .bytes(try DelimitedMarkdown.write(bytes, separator: separator, style: terms.style))
    } catch {
      throw ConversionError(error, reading: format)
    }
  }
}
