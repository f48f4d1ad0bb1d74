/// Bare addresses, which are recognized without delimiters (GFM 6.9).
extension TextEscapes {
  /// Where a backslash breaks the recognition of bare addresses that hold escapes, which there would be text, or that
  /// words would become part of.
  func addressBreaks(_ line: InlinePieces) -> [Int] {
    var added: [Int] = []
    var next = 0
    var end = -1
    var holdsSpace = false
    for (index, piece) in line.pieces.enumerated() where piece.kind == .text && !piece.isInBrackets {
      for address in BareAddress.all(in: line.bytes[piece.start..<piece.end]) {
        while next < positions.count, positions[next] < address.range.lowerBound { next += 1 }
        let hasEscape = next < positions.count && positions[next] <= address.range.upperBound
        // Addresses within each other end at one place, and are looked at once.
        if address.range.upperBound != end {
          end = address.range.upperBound
          holdsSpace = self.holdsSpace(line.bytes[address.range])
        }
        let isOpen = address.range.upperBound == piece.end && !endsAddress(line, index)
        if hasEscape || isOpen || holdsSpace {
          added.append(address.mark)
        }
      }
    }
    return added
  }

  /// True for an address with a space in it that no ASCII space is: it ends no address, but for people it does.
  private func holdsSpace(_ address: ArraySlice<UInt8>) -> Bool {
    address.contains { $0 >= 0x80 }
      && String(decoding: address, as: UTF8.self).unicodeScalars.contains { $0.properties.isWhitespace }
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
    case .text: return line.bytes[next.start] <= 0x20
    case .markup, .openBracket, .closeBracket: return line.bytes[next.start] == UInt8(ascii: "<") && isAtOnce
    }
  }
}
