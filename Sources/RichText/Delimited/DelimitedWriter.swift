/// Writes the tables of a document as lines of separated values (RFC 4180).
///
/// Content outside of tables is left out; an empty line separates tables.
public struct DelimitedWriter {
  /// The byte between values.
  public var separator: UInt8

  /// Creates a writer that puts this byte between values.
  public init(separator: UInt8) {
    self.separator = separator
  }

  /// The values in UTF-8, lines ended by line feeds; empty if there is no table.
  public func write(_ document: Document) -> [UInt8] {
    write(TableValues(document))
  }

  /// The values of tables, with an empty line between them.
  package func write(_ values: TableValues) -> [UInt8] {
    Array(values.tables.map { write($0.values) }.joined(separator: [0x0A]))
  }

  /// The rows with this writer's separator.
  package func write(_ rows: [[ArraySlice<UInt8>]]) -> [UInt8] {
    var bytes: [UInt8] = []
    for row in rows { append(row, to: &bytes) }
    return bytes
  }

  /// A text behind another with the separator of that one, where it has one of its own.
  package static func suiting(_ before: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
    let (separator, own) = (DelimitedText(before).separator, DelimitedText(bytes).separator)
    // A column of values by itself has none.
    guard separator != own, bytes.contains(own) else { return bytes }
    return DelimitedWriter(separator: separator).rewrite(bytes, separatedBy: own)
  }

  /// The values of a text with this writer's separator between them, without a document in between.
  ///
  /// - Parameter other: the separator of the text; nil if it tells.
  package func rewrite(_ bytes: [UInt8], separatedBy other: UInt8? = nil) -> [UInt8] {
    let text = DelimitedText(bytes, separator: other)
    var values = text.values
    var output: [UInt8] = []
    output.reserveCapacity(text.bytes.count)
    var isFirst = true
    while let field = values.next(in: text.bytes.span) {
      if isFirst, field.endsRow {
        if field.range.isEmpty, !field.isQuoted { continue }
        appendOnly(text.value(field), to: &output)
      } else {
        if !isFirst { output.append(separator) }
        append(text.value(field), to: &output)
      }
      if field.endsRow { output.append(0x0A) }
      isFirst = field.endsRow
    }
    return output
  }

  private func append(_ row: [ArraySlice<UInt8>], to bytes: inout [UInt8]) {
    if row.count == 1 {
      appendOnly(row[0], to: &bytes)
    } else {
      for (index, value) in row.enumerated() {
        if index > 0 { bytes.append(separator) }
        append(value, to: &bytes)
      }
    }
    bytes.append(0x0A)
  }

  /// The only value of a row: without quotes, an empty one would be no row.
  private func appendOnly(_ value: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    if value.isEmpty { bytes += "\"\"".utf8 } else { append(value, to: &bytes) }
  }

  /// In quotes where it could be read otherwise.
  private func append(_ value: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    // Who reads values between commas may have to find out that they are.
    let isFoundOut = separator == UInt8(ascii: ",")
    let needsQuotes = value.span.contains { byte in
      byte == separator || byte == 0x0A || byte == 0x0D || byte == quote
        || isFoundOut && (byte == UInt8(ascii: ";") || byte == UInt8(ascii: "|") || byte == 0x09)
    }
    guard needsQuotes else {
      bytes += value
      return
    }
    bytes.append(quote)
    for byte in value {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }
}
