import Conversions
import Exchange
import Pasteboard
import Pictures
import RichText
import System
import UniformTypeIdentifiers

/// The content of a pasteboard by the names that the tools use, unchanged or converted.
struct ToolReader {
  /// The way a name is served.
  enum Form: Equatable {
    /// The bytes that the owner gives under a name.
    case offered(String)
    /// Converted to a type.
    case made(UTType)
  }

  /// The longest wait for an owner: what it makes for an answer may take a while, and the tools have no option for it.
  static let timeout = Duration.seconds(5)

  private let reader: PasteboardReader
  /// The names that the owner lists.
  let targets: [String]

  init(_ board: ToolBoard, timeout: Duration = Self.timeout) throws(PasteboardError) {
    try self.init(PasteboardReader(board.name, on: board.backend, timeout: timeout))
  }

  init(_ reader: PasteboardReader) throws(PasteboardError) {
    self.reader = reader
    targets = try reader.targets().filter { $0 != Offering.sourceMarker }
    try reader.requireContent(among: targets)
  }

  /// The way a name is served; nil if the content cannot serve it.
  ///
  /// Only pictures are made of pictures, rich text of rich text, and text of rich text and files: what a program looks
  /// for before it asks is there in truth.
  func form(for name: String) -> Form? {
    if targets.contains(name) { return .offered(name) }
    let table = NameTable.shared
    guard table.role(of: name) == .content else {
      return table.role(of: name) == .protocol ? .offered(name) : nil
    }
    guard let type = table.type(of: name) else { return nil }
    if type == .fileURL { return hasFiles ? .made(type) : nil }
    if type.conforms(to: .image) { return hasPicture && PictureCodec(type) != nil ? .made(type) : nil }
    guard let format = Format(type) else { return nil }
    // JSON or code is plain text, but plain text is neither.
    if format == .plainText { return hasText && type.isGeneralText ? .made(.plainText) : nil }
    return hasRichText && FormatTable.shared.format(writing: type) != nil ? .made(type) : nil
  }

  /// The numbers that the owner gives under a name of the protocol, such as TIMESTAMP; nil if it gives none.
  func numbers(of form: Form) throws(PasteboardError) -> [Int32]? {
    guard case .offered(let name) = form, NameTable.shared.role(of: name) == .protocol else { return nil }
    let value = try reader.property(name, unchanged: true)
    guard value.declared == "INTEGER", value.format == 32 else { return nil }
    let bytes = value.bytes
    return stride(from: 0, to: bytes.count - 3, by: 4).map { place in
      unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: place, as: Int32.self) }
    }
  }

  /// Plain text in UTF-8; nil if there is no text, nor anything that says as much.
  var text: Form? {
    if let name = Self.textNames.first(where: targets.contains) { return .offered(name) }
    return hasText ? .made(.plainText) : nil
  }

  /// The bytes that serve a form.
  func bytes(of form: Form) throws(PasteboardError) -> [UInt8] {
    switch form {
    case .offered(let name):
      do throws(PasteboardError) {
        return try reader.property(name, unchanged: true).bytes
      } catch {
        // An owner may list a name for text and refuse it, and give another.
        guard error.code == .notOffered, Self.textNames.contains(name) else { throw error }
        return try reader.paste(PasteRequest(.plainText), among: targets.filter { $0 != name }).bytes
      }
    case .made(let type): return try reader.paste(PasteRequest(type), among: targets).bytes
    }
  }

  /// Writes the bytes to standard output, as they come where that can be done.
  func write(_ form: Form) throws(PasteboardError) {
    let output = FileDescriptor.standardOutput
    if case .offered(let name) = form, !output.isTerminal, try reader.pass(name, on: output.number) { return }
    let bytes = try bytes(of: form)
    try rethrowing(as: PasteboardError.init) { () throws(SystemError) in try EmulatedTool.write(bytes) }
  }

  /// Names for text of which the tools know one or another, the first in UTF-8.
  private static let textNames = ["UTF8_STRING", "text/plain;charset=utf-8"]

  /// The names that are listed: what the owner offers, then what would be made.
  ///
  /// A name with control characters is left out: a line end would forge a further name, an escape sequence would reach
  /// the terminal.
  ///
  /// - Parameter textNames: the names of text that the tool's own kind of programs looks for.
  func listed(textNames: [String]) -> [String] {
    let pictures = hasPicture ? Self.pictureNames : []
    let offered = targets.filter { name in
      !name.unicodeScalars.contains { [.control, .format].contains($0.properties.generalCategory) }
    }
    return offered + ((hasText ? textNames : []) + pictures).filter { !targets.contains($0) }
  }

  /// The pictures that programs look for.
  private static let pictureNames = ["image/png", "image/jpeg", "image/bmp"]

  private var types: [UTType] { targets.compactMap { NameTable.shared.type(of: $0) } }
  private var hasPicture: Bool { types.contains { $0.conforms(to: .image) && PictureCodec($0) != nil } }
  private var hasFiles: Bool { types.contains(.fileURL) }
  private var hasRichText: Bool { types.contains { Format($0).map { $0 != .plainText } ?? false } }
  /// Whether text is only the HTML of the picture beside it.
  private var hasText: Bool {
    hasFiles || types.contains { Format($0) == .plainText } || hasRichText && !hasPicture
  }
}
