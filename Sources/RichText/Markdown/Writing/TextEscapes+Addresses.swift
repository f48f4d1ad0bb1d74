/// Bare addresses, which are recognized without delimiters (GFM 6.9).
extension TextEscapes {
  /// Where a backslash breaks the recognition of bare addresses that hold escapes, which there would be text.
  func addressBreaks(_ line: InlinePieces) -> [Int] {
    var added: [Int] = []
    var next = 0
    for (index, piece) in line.pieces.enumerated() where piece.kind == .text && !piece.isInBrackets {
      for address in BareAddress.all(in: line.bytes[piece.start..<piece.end]) {
        while next < positions.count, positions[next] < address.range.lowerBound { next += 1 }
        let hasEscape = next < positions.count && positions[next] <= address.range.upperBound
        let isOpen = address.range.upperBound == piece.end && (piece.encodesLast || !endsAddress(line, index))
        if hasEscape || isOpen {
          added.append(address.mark)
        }
      }
    }
    return added
  }

  /// True if an address that ends a piece of text is not taken to go on in what is written behind it.
  private func endsAddress(_ line: InlinePieces, _ index: Int) -> Bool {
    // Closing delimiters are cut off the end of an address, if it ends there.
    let rest = line.pieces[(index + 1)...].drop { $0.kind == .close && line.spans[$0.span].style != .tags }
    guard let next = rest.first else { return true }
    let isAtOnce = rest.startIndex == index + 1
    switch next.kind {
    case .softBreak: return true
    case .lineBreak: return line.isCell && isAtOnce
    case .open, .close: return line.spans[next.span].style == .tags && isAtOnce
    case .text: return !next.encodesFirst && line.bytes[next.start] <= 0x20
    case .markup, .openBracket, .closeBracket: return line.bytes[next.start] == UInt8(ascii: "<") && isAtOnce
    }
  }
}
