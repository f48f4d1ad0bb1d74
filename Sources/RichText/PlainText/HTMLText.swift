/// The text between the tags of raw HTML that stood in Markdown.
enum HTMLText {
  /// Returns the text without tags and comments, its white space folded; it is not parsed as a browser would.
  static func text(of html: String) -> [UInt8] {
    var text: [UInt8] = []
    let bytes = Array(html.utf8)
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "<"), position + 1 < bytes.count,
        bytes[position + 1].isASCIIAlphanumeric || "/!?".utf8.contains(bytes[position + 1])
      {
        let isComment = bytes[position...].starts(with: "<!--".utf8)
        position += 1
        while position < bytes.count {
          let isEnd =
            bytes[position] == UInt8(ascii: ">")
            && (!isComment
              || (bytes[position - 1] == UInt8(ascii: "-") && bytes[position - 2] == UInt8(ascii: "-")))
          position += 1
          if isEnd { break }
        }
      } else {
        let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
        if !isSpace {
          text.append(byte)
        } else if let last = text.last, last != 0x20 {
          text.append(0x20)
        }
        position += 1
      }
    }
    if text.last == 0x20 { text.removeLast() }
    return text
  }
}
