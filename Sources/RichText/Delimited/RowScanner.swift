/// Takes the rows of separated values off a text, one after the other (RFC 4180, 2).
struct RowScanner {
  private let text: ArraySlice<UInt8>
  private let separator: UInt8
  private var position: Int

  init(_ text: ArraySlice<UInt8>, separator: UInt8) {
    self.text = text
    self.separator = separator
    position = text.startIndex
  }

  /// The values of the next row, at least one, without their quotes; nil at the end of the text.
  mutating func next() -> [ArraySlice<UInt8>]? {
    guard position < text.endIndex else { return nil }
    var row: [ArraySlice<UInt8>] = []
    while true {
      row.append(value())
      guard position < text.endIndex, text[position] == separator else { break }
      position += 1
    }
    if position < text.endIndex {
      // A carriage return and a line feed end one row.
      let isPair = text[position] == 0x0D && position + 1 < text.endIndex && text[position + 1] == 0x0A
      position += isPair ? 2 : 1
    }
    return row
  }

  private mutating func value() -> ArraySlice<UInt8> {
    guard position < text.endIndex, text[position] == UInt8(ascii: "\"") else { return plainValue() }
    return quotedValue()
  }

  private mutating func plainValue() -> ArraySlice<UInt8> {
    let start = position
    while position < text.endIndex, !isEnd(text[position]) { position += 1 }
    return text[start..<position]
  }

  /// A value in quotes, where a doubled quote stands for one; what follows the closing quote belongs to it too.
  private mutating func quotedValue() -> ArraySlice<UInt8> {
    position += 1
    let start = position
    var value: [UInt8]?
    var copied = start
    while position < text.endIndex {
      guard text[position] == UInt8(ascii: "\"") else { position += 1; continue }
      let isDoubled = position + 1 < text.endIndex && text[position + 1] == UInt8(ascii: "\"")
      guard isDoubled else { break }
      value = (value ?? []) + text[copied...position]
      position += 2
      copied = position
    }
    let end = position
    if position < text.endIndex { position += 1 }
    let rest = plainValue()
    if value == nil, rest.isEmpty { return text[start..<end] }
    return ((value ?? []) + text[copied..<end] + rest)[...]
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == separator || byte == 0x0A || byte == 0x0D
  }
}
