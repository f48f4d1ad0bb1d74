import Pictures
import RichText
import UniformTypeIdentifiers

/// The programs that read text in pictures: words, and codes to scan.
///
/// A person's own converter from pictures to plain text takes the place of the one for words, to name languages.
package struct PictureTextReader: Sendable {
  /// The kind of text that is read.
  package enum Kind: String, CaseIterable, Sendable {
    case words
    /// QR codes, and bar codes.
    case codes
  }

  package let kind: Kind
  /// The name of the program.
  package let program: String
  private let converter: CommandConverter

  /// The limit for one picture, in bytes.
  private static let byteLimit = 32 << 20
  /// Pictures of more pixels would take minutes.
  private static let pixelLimit = 64_000_000

  /// All programs. `tesseract` prints nothing if there are no words, `zbarimg` exits with 4 if there is no code.
  private static let all = [
    PictureTextReader(.words, ["tesseract", "{input}", "-"], seconds: 60, nothing: 0),
    PictureTextReader(
      .codes, ["zbarimg", "--quiet", "--raw", "--nodbus", "{input}"], seconds: 20, nothing: 4),
  ]

  private init(_ kind: Kind, _ command: [String], seconds: Int, nothing: Int32) {
    var converter = CommandConverter(
      name: command[0], source: .image, result: .utf8PlainText, command: command, seconds: seconds,
      mebibytes: 1024, loss: 9, servesPastes: false, servesCopies: false)
    converter.emptyStatus = nothing
    self.init(kind, converter)
  }

  private init(_ kind: Kind, _ converter: CommandConverter) {
    (self.kind, self.converter) = (kind, converter)
    program = converter.command.first ?? ""
  }

  /// The readers whose programs are installed.
  ///
  /// - Parameter isThere: whether there is a program of a name or a path.
  package static func available(
    _ converters: CommandConverters = .current, _ isThere: (String) -> Bool
  ) -> [PictureTextReader] {
    var own = converters.all.first { converter in
      (converter.source == .png || converter.source == .image) && Format(converter.result) == .plainText
    }
    own?.emptyStatus = 0
    return all.map { $0.kind == .words ? own.map { PictureTextReader(.words, $0) } ?? $0 : $0 }
      .filter { isThere($0.program) }
  }

  /// The text in a picture, without white space around it and without control characters, which a code may hold; nil
  /// for none.
  ///
  /// Throws `ConversionError` if the picture is too large, or if the program fails.
  package func text(in picture: [UInt8]) throws(ConversionError) -> String? {
    guard let header = PictureHeader(picture) else {
      throw ConversionError(.unreadable, "it is not a picture that pb knows")
    }
    let (pixels, isHuge) = header.width.multipliedReportingOverflow(by: header.height)
    guard picture.count <= Self.byteLimit, !isHuge, pixels <= Self.pixelLimit else {
      throw ConversionError(.tooLarge, "the picture is too large to read text in it")
    }
    var converter = converter
    converter.inputExtension = header.codec.contentType?.extensionForContent
    guard case .bytes(let bytes) = try converter.convert(.bytes(picture), Format.Options()) else {
      return nil
    }
    let text = String(
      decoding: bytes.filter { $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A].contains($0) }, as: UTF8.self)
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return nil }
    return String(text[first...last])
  }
}
