import CharacterSets
import Conversions
import Pasteboard
import RichText
import UniformTypeIdentifiers

/// Text in any encoding, decoded to UTF-8.
struct SourceText {
  /// Text in UTF-8 as far as it is well formed; all else, and what tells its encoding to its own reader, as it was given.
  let bytes: [UInt8]
  /// The name of the encoding that it was given in, as the person wrote it or as the bytes show; nil for UTF-8.
  let encoding: String?
  /// Whether it is UTF-8 with mistakes.
  let isDamaged: Bool
  /// Whether bytes that are invalid in its encoding became U+FFFD.
  private(set) var isLossy = false

  /// Finds out, or goes by, the encoding of text, and says on standard error where that is a guess.
  ///
  /// - Parameters:
  ///   - type: what the bytes are.
  ///   - named: the encoding that the person says; throws `Failure` if there is none of this name, or no text.
  ///   - label: what messages call it.
  ///   - option: what they say names an encoding.
  init(
    _ given: [UInt8], as type: UTType, encoding named: String?, label: String, option: String = "--encoding"
  ) throws(Failure) {
    let format = Format(type)
    guard let format, format.isReadableAsItIs || named != nil && format == .html else {
      if named != nil { throw Failure("--encoding applies to text, but \(label) is not text") }
      (bytes, encoding, isDamaged) = (given, nil, false)
      return
    }
    let isWellFormed = TextEncoding.isValid(given)
    let set: CharacterSet?
    if let named {
      guard let known = CharacterSet(named: named) else { throw ConvertOptions.unknownEncoding(named) }
      let isUTF8 = ["utf-8", "utf8"].contains(named.lowercased())
      (set, encoding) = isUTF8 ? (nil, nil) : (known, named)
    } else {
      set = Self.set(of: given, type, isWellFormed: isWellFormed)
      encoding = set?.name
    }
    guard let encoding, let set else {
      (bytes, isDamaged) = (given, !isWellFormed)
      isLossy = isDamaged
      if isDamaged {
        let verb = named == nil ? "Name the" : "Try another"
        Output.warn(
          "\(label) is not valid UTF-8; invalid bytes became U+FFFD. \(verb) encoding with \(option).")
      }
      return
    }
    let text = set.utf8(given)
    // Unicode shows itself; where any bytes may be text, a person knows better.
    if named == nil, set == .windowsLatin1 {
      Output.warn("\(label) is not UTF-8 and was read as \(encoding). If that is wrong, use \(option) NAME.")
    }
    if named != nil, ByteSearch.contains("\u{FFFD}", in: text[...]),
      !ByteSearch.contains("\u{FFFD}", in: given[...])
    {
      Output.warn("\(label) is not valid \(encoding); invalid bytes became U+FFFD")
      isLossy = true
    }
    isDamaged = false
    // The mark says so to readers of HTML, whatever the page says of itself.
    bytes = format == .html ? [0xEF, 0xBB, 0xBF] + text : text
  }

  private static func set(of bytes: [UInt8], _ type: UTType, isWellFormed: Bool) -> CharacterSet? {
    // All of a text may be looked at for it, which is large: not twice.
    let detected = isWellFormed ? CharacterSet.unicode(of: bytes) : CharacterSet.detected(in: bytes)
    if let detected { return detected }
    return [.utf16PlainText, .utf16ExternalPlainText].contains(type) ? .utf16Little : nil
  }
}
