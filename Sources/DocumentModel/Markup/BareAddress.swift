/// An address in text that GitHub's extension makes a link of without any mark (GFM 6.9).
package struct BareAddress {
  package let range: Range<Int>
  /// The character without which the address is no longer recognised, once it is escaped.
  package let mark: Int

  /// The addresses in a piece of text, from left to right.
  package static func all(in text: ArraySlice<UInt8>) -> [BareAddress] {
    var found: [BareAddress] = []
    var end = text.startIndex
    for position in text.indices
    where text[position] == UInt8(ascii: ":") || text[position] == UInt8(ascii: ".") {
      guard let start = start(at: position, in: text) else { continue }
      // Once an address is broken, one within it may become live: all marks count.
      if position >= end {
        end = text[position...].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: "<") } ?? text.endIndex
      }
      found.append(BareAddress(range: start..<end, mark: position))
    }
    return found
  }

  /// True for a word that is an address, be it of a page or of mail.
  package static func isOne(_ word: [UInt8]) -> Bool {
    word.dropFirst().dropLast().contains(UInt8(ascii: "@")) || all(in: word[...]).first?.range == word.indices
  }

  /// Where the address begins whose mark is at `position`: the colon of `://`, or the stop of `www.`.
  private static func start(at position: Int, in text: ArraySlice<UInt8>) -> Int? {
    let before = text[..<position]
    switch text[position] {
    case UInt8(ascii: ":"):
      guard text[position...].starts(with: "://".utf8) else { return nil }
      for scheme in ["https", "http", "ftp"] where before.suffix(5).endsIgnoringCase(scheme) {
        return position - scheme.utf8.count
      }
      return nil
    case UInt8(ascii: "."):
      return before.suffix(3).endsIgnoringCase("www") ? position - 3 : nil
    default:
      return nil
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func endsIgnoringCase(_ text: String) -> Bool {
    reversed().starts(with: text.utf8.reversed()) { $0 | 0x20 == $1 }
  }
}
