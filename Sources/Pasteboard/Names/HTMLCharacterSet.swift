import CharacterSets
import DocumentModel

/// The character set that HTML declares, which programs that paste go by.
enum HTMLCharacterSet {
  /// The long form of the declaration, which Firefox's reader of the clipboard looks for.
  private static let declaration = #"<meta http-equiv="content-type" content="text/html; charset=utf-8">"#
  /// Programs look for it at the beginning (HTML Standard, 13.2.3.2: 1,024 bytes; generators put scripts before it).
  private static let searched = 4096

  /// The bytes, behind a declaration that they are UTF-8 where they need one and have none; what is in another encoding
  /// and does not say so is put into that, for no program would guess it.
  static func declared(in html: [UInt8]) -> [UInt8] {
    guard html.contains(where: { $0 >= 0x80 }), !isDeclared(html) else { return html }
    if TextEncoding.isValid(html) { return Array(declaration.utf8) + html }
    return CharacterSet.utf8(detectedIn: html).map { Array(declaration.utf8) + $0 } ?? html
  }

  /// The encoding by a byte-order mark, or by `charset=` or `encoding=` within a tag at the beginning.
  private static func isDeclared(_ html: [UInt8]) -> Bool {
    if html.starts(with: [0xEF, 0xBB, 0xBF]) || html.starts(with: [0xFF, 0xFE])
      || html.starts(with: [0xFE, 0xFF])
    {
      return true
    }
    let beginning = String(decoding: html.prefix(searched), as: UTF8.self).lowercased()
    for tag in beginning.split(separator: "<") where tag.hasPrefix("meta") || tag.hasPrefix("?xml") {
      let inside = tag.prefix { $0 != ">" }
      if inside.contains("charset") || inside.contains("encoding") { return true }
    }
    return false
  }
}
