import Conversions
import Pasteboard
import Pictures
import RichText
import System
import UniformTypeIdentifiers

/// What is to be converted: bytes, and what they are.
struct ConversionSource {
  /// Where they come from; nil for standard input.
  let path: FilePath?
  let type: UTType
  /// Text is UTF-8.
  let bytes: [UInt8]

  /// What messages call it.
  var name: String { path?.description ?? "standard input" }

  /// What it is called without its folder and its extension.
  var stem: String { path.map(Self.stem) ?? "pasteboard" }

  /// The name of a file without its extension.
  static func stem(of path: FilePath) -> String {
    let name = String(decoding: path.lastComponent, as: UTF8.self)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Reads a file or standard input; throws `Failure` if its type is not known, or what it holds is none of it.
  ///
  /// - Parameters:
  ///   - path: the file; nil for standard input, which is Markdown unless its first bytes tell.
  ///   - named: the type that the person says.
  ///   - encoding: the character set that the person says.
  init(_ path: FilePath?, as named: UTType?, encoding: String?) throws(Failure) {
    self.path = path
    let name = path?.description
    let bytes = try Output.read(name, at: path)
    let type = if let named { named } else { try Self.type(of: path, bytes) }
    self.type = type
    let label = name ?? "standard input"
    guard let format = Format(type), format.isReadableAsItIs || format == .html else {
      if encoding != nil { throw Failure("--encoding is for text, which \(label) is not") }
      self.bytes = bytes
      return
    }
    if let encoding {
      guard let text = CharacterSet.utf8(bytes, from: encoding) else {
        throw Failure("there is no encoding '\(encoding)'; 'iconv -l' lists them")
      }
      // The mark says so to readers of HTML, whatever the page says of itself.
      self.bytes = format == .html ? [0xEF, 0xBB, 0xBF] + text : text
      return
    }
    let text = Self.text(bytes, format, type, label)
    if let problem = Self.problem(with: text, format) {
      throw Failure("\(label) is \(problem); --from says what it is")
    }
    // What a table is read as is valid by then, and may be large.
    let isTable = [.commaSeparated, .tabSeparated].contains(format)
    if format.isReadableAsItIs, !isTable, !TextEncoding.isValid(text) {
      Output.say(
        "\(label) is not valid UTF-8: U+FFFD stands for what is not; --encoding names the encoding that it has"
      )
    }
    self.bytes = text
  }

  /// The text of a file in UTF-8, as far as the bytes tell their encoding.
  private static func text(_ bytes: [UInt8], _ format: Format, _ type: UTType, _ label: String) -> [UInt8] {
    guard [.commaSeparated, .tabSeparated].contains(format) else {
      return TextEncoding.fromFile(bytes, as: type)
    }
    let (text, encoding) = DelimitedText.utf8(of: bytes)
    // UTF-16 shows itself; where any bytes may be text, a person knows better.
    if encoding == "windows-1252" {
      Output.say("\(label) is not UTF-8 and was read as windows-1252; --encoding names another encoding")
    }
    return text
  }

  /// Why bytes are no text of a format; nil if they may be.
  private static func problem(with bytes: [UInt8], _ format: Format) -> String? {
    guard format.isReadableAsItIs else { return nil }
    if let type = ContentDetection.signature(of: bytes), !type.conforms(to: .text), type != .rtf {
      return "no \(format.title) but \(type.preferredMIMEType ?? type.identifier)"
    }
    return ByteSearch.contains(0, in: bytes[...]) ? "no text: it holds NUL bytes" : nil
  }

  private static func type(of path: FilePath?, _ bytes: [UInt8]) throws(Failure) -> UTType {
    guard let path else {
      let found = ContentDetection.signature(of: bytes)
      return found.flatMap { Format($0) != nil || PictureCodec($0) != nil ? $0 : nil } ?? .markdown
    }
    if let type = TypeName.type(ofFile: path.description) { return type }
    throw Failure("the type of \(path) is not known by its name; say what it is with --from")
  }
}
