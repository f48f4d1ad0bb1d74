/// Writes the tables of a document as lines of separated values (RFC 4180).
///
/// What stands outside of tables is left out; several tables have an empty line between them.
public struct DelimitedWriter {
  /// The byte between values.
  public var separator: UInt8

  /// A writer that puts this byte between values.
  public init(separator: UInt8) {
    self.separator = separator
  }

  /// The values in UTF-8, lines ended by line feeds; empty if there is no table.
  public func write(_ document: Document) -> [UInt8] {
    var bytes: [UInt8] = []
    for table in document.expressed(within: .blocksInCells).blocks.flatMap(Self.tables) {
      if !bytes.isEmpty { bytes.append(0x0A) }
      for row in table.rows where !row.isEmpty {
        append(row.map(Self.text), to: &bytes)
      }
    }
    return bytes
  }

  /// The same rows with this writer's separator.
  public func write(_ rows: [[ArraySlice<UInt8>]]) -> [UInt8] {
    var bytes: [UInt8] = []
    for row in rows { append(row, to: &bytes) }
    return bytes
  }

  private func append(_ row: [some Collection<UInt8>], to bytes: inout [UInt8]) {
    for (index, value) in row.enumerated() {
      if index > 0 { bytes.append(separator) }
      append(value, to: &bytes)
    }
    bytes.append(0x0A)
  }

  /// In quotes where it could be read otherwise.
  private func append(_ value: some Collection<UInt8>, to bytes: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    let needsQuotes = value.contains { $0 == separator || $0 == 0x0A || $0 == 0x0D || $0 == quote }
    guard needsQuotes else { return bytes.append(contentsOf: value) }
    bytes.append(quote)
    for byte in value {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }

  private static func text(of cell: TableCell) -> ArraySlice<UInt8> {
    let text = PlainTextWriter().write(Document(cell.blocks))
    return text.last == 0x0A ? text.dropLast() : text[...]
  }

  /// The tables of a block; of tables in cells the outer one alone.
  private static func tables(in block: Block) -> [Table] {
    if case .table(let table) = block { return [table] }
    return block.children.flatMap { $0.flatMap(tables) }
  }
}
