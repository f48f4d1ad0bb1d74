extension Document {
  /// The document with a way before the addresses of pictures in the HTML that it holds as it is written.
  ///
  /// - Parameter isMeant: whether an address gets it.
  package func leadingImageTags(by way: String, where isMeant: (String) -> Bool) -> Document {
    func led(_ markup: String) -> String? { ImageTags.leading(markup, by: way, where: isMeant) }
    return replacingInlines { inline in
      if case .html(let markup) = inline { led(markup).map { [.html($0)] } } else { nil }
    } blocks: { block in
      if case .html(let markup) = block { led(markup).map { [.html($0)] } } else { nil }
    }
  }
}

/// The pictures of HTML that stands in Markdown as it is.
package enum ImageTags {
  /// The markup with a way before those addresses of its pictures that are meant; nil if none is.
  package static func leading(
    _ markup: String, by way: String, where isMeant: (String) -> Bool
  ) -> String? {
    let text = Array(markup.utf8)
    var result: [UInt8] = []
    var copied = 0
    for (address, value) in addresses(in: text) where isMeant(address) {
      result += text[copied..<value.lowerBound] + way.utf8
      copied = value.lowerBound
    }
    return copied == 0 ? nil : String(decoding: result + text[copied...], as: UTF8.self)
  }

  /// A page with other addresses for some of its pictures; nil if none changes.
  package static func replacingAddresses(
    in page: [UInt8], by change: (String) -> String?
  ) -> [UInt8]? {
    var result: [UInt8] = []
    var copied = 0
    for (address, value) in addresses(in: page) {
      guard let changed = change(address) else { continue }
      // What stands without quotes may hold no slash at its end; base 64 has signs that end it.
      let isQuoted = value.lowerBound > 0 && "\"'".utf8.contains(page[value.lowerBound - 1])
      result +=
        page[copied..<value.lowerBound] + (isQuoted ? Array(changed.utf8) : Array("\"\(changed)\"".utf8))
      copied = value.upperBound
    }
    return copied == 0 ? nil : result + page[copied...]
  }

  /// Whether bytes hold how the tags of pictures begin: `img`, and `image`, which parsers take for it.
  package static func mayStand(in bytes: [UInt8]) -> Bool {
    let text = bytes.span
    var tag = ByteSearch.position(of: UInt8(ascii: "<"), in: text, from: 0, to: text.count)
    while tag + 2 < text.count {
      if text[tag + 1] | 0x20 == UInt8(ascii: "i"), text[tag + 2] | 0x20 == UInt8(ascii: "m") { return true }
      tag = ByteSearch.position(of: UInt8(ascii: "<"), in: text, from: tag + 1, to: text.count)
    }
    return false
  }

  /// The addresses of the pictures that a piece of markup shows.
  package static func addresses(in markup: String) -> [String] {
    markup.utf8.contains(UInt8(ascii: "<")) ? addresses(in: Array(markup.utf8)).map(\.address) : []
  }

  /// Each address, and where it stands.
  private static func addresses(in text: [UInt8]) -> [(address: String, value: Range<Int>)] {
    var found: [(String, Range<Int>)] = []
    var position = 0
    while let tag = text[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = tag + 1
      guard isImage(text[position...]) else { continue }
      position += name.utf8.count
      while let attribute = attribute(in: text, &position) {
        guard attribute.isSource else { continue }
        let address = String(decoding: text[attribute.value], as: UTF8.self)
        let meant = address.split(separator: "&amp;", omittingEmptySubsequences: false).joined(separator: "&")
        found.append((meant, attribute.value))
      }
    }
    return found
  }

  private static let name = "img"

  private static func isImage(_ text: ArraySlice<UInt8>) -> Bool {
    text.prefix(name.utf8.count).map { $0 | 0x20 } == Array(name.utf8)
      && text.dropFirst(name.utf8.count).first.map { isSpace($0) || $0 == UInt8(ascii: "/") } ?? false
  }

  /// The next attribute of a tag (HTML, 13.1.2.3); nil at its end.
  private static func attribute(
    in text: [UInt8], _ position: inout Int
  ) -> (isSource: Bool, value: Range<Int>)? {
    func end(from start: Int, where isEnd: (UInt8) -> Bool) -> Int {
      text[start...].firstIndex(where: isEnd) ?? text.endIndex
    }
    position = end(from: position) { !isSpace($0) && $0 != UInt8(ascii: "/") }
    guard position < text.endIndex, text[position] != UInt8(ascii: ">") else { return nil }
    let nameEnd = end(from: position + 1) { isSpace($0) || [0x2F, 0x3D, 0x3E].contains($0) }
    let isSource = text[position..<nameEnd].map { $0 | 0x20 } == Array("src".utf8)
    let sign = end(from: nameEnd) { !isSpace($0) }
    guard sign < text.endIndex, text[sign] == UInt8(ascii: "=") else {
      position = nameEnd
      return (isSource, nameEnd..<nameEnd)
    }
    let start = end(from: sign + 1) { !isSpace($0) }
    guard start < text.endIndex else {
      position = start
      return nil
    }
    let quote = text[start]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let close = end(from: start + 1) { $0 == quote }
      position = min(close + 1, text.endIndex)
      return (isSource, (start + 1)..<close)
    }
    position = end(from: start) { isSpace($0) || $0 == UInt8(ascii: ">") }
    return (isSource, start..<position)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}
