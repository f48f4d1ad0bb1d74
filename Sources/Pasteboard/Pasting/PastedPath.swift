package import Conversions
import Exchange
import RichText
import System
import UniformTypeIdentifiers

/// The content of a pasteboard as paths, for programs that take files by their names.
package struct PastedPath {
  /// The files: those that were copied, or the one that the content was written to.
  package let files: FileList
  /// The content that was written; nil if there was nothing to write.
  package private(set) var content: PastedContent?

  /// Pictures that programs on the web and in terminals take as they are; others are written as PNG.
  private static let commonPictures: [UTType] = [.png, .jpeg, .gif, .webP, .svg]

  /// Takes the paths of copied files, or writes other content into a folder of this user's own.
  ///
  /// - Parameters:
  ///   - request: the terms under which content is converted.
  ///   - writesSecrets: whether content is written, too, that its owner marks as a secret.
  /// - Throws: `PasteboardError`; nothing was written then.
  package init(
    _ request: PasteRequest, among targets: [String], from reader: PasteboardReader, writesSecrets: Bool
  ) throws(PasteboardError) {
    if let files = try Self.copiedFiles(targets, reader) {
      self.files = files
      return
    }
    guard writesSecrets || reader.mark(targets) != .secret else {
      throw PasteboardError(
        .notOffered, "the content is marked as a secret and was not written. To write it, use --sensitive.")
    }
    let pasted = try Self.content(request, targets, reader)
    let path = try rethrowing(as: PasteboardError.init) { () throws(SystemError) in
      let folder = try ContentFolder()
      if let present = Self.path(in: pasted, of: folder.path) { return present }
      return try folder.write(
        pasted.bytes, stem: "\(Self.kind(of: pasted.type))-\(FileNames.digits(of: pasted.bytes))",
        suffix: Self.suffix(for: pasted.type))
    }
    files = FileList([.path(path.bytes)])
    content = pasted
  }

  /// The files that were copied; nil if there is something else.
  private static func copiedFiles(
    _ targets: [String], _ reader: PasteboardReader
  ) throws(PasteboardError) -> FileList? {
    do throws(PasteboardError) {
      let files = try reader.paste(PasteRequest(.fileURL), among: targets).files
      return files?.paths.isEmpty == false ? files : nil
    } catch {
      guard [.notOffered, .notConvertible].contains(error.code) else { throw error }
      return nil
    }
  }

  /// The best of what there is; of a picture in a format that few programs read, a PNG.
  private static func content(
    _ request: PasteRequest, _ targets: [String], _ reader: PasteboardReader
  ) throws(PasteboardError) -> PastedContent {
    let pasted = try PastedContent(bestAmong: targets, from: reader, request)
    guard pasted.type.conforms(to: .image), !commonPictures.contains(where: pasted.type.conforms) else {
      return pasted
    }
    return (try? PastedContent(PasteRequest(.png), among: targets, from: reader)) ?? pasted
  }

  /// The path that a text is, if it is that of a file that was written here before.
  private static func path(in pasted: PastedContent, of folder: FilePath) -> FilePath? {
    guard pasted.bytes.starts(with: folder.bytes + [0x2F]), pasted.bytes.count < 4096 else { return nil }
    let path = FilePath(pasted.bytes.last == 0x0A ? pasted.bytes.dropLast() : pasted.bytes)
    return path.folder == folder && path.links.count == 1 && path.exists ? path : nil
  }

  /// The word that the name of a file begins with.
  private static func kind(of type: UTType) -> String {
    let kinds: [(UTType, String)] = [
      (.image, "picture"), (.commaSeparatedText, "table"), (.tabSeparatedText, "table"),
      (.spreadsheet, "table"),
      (.audio, "sound"), (.movie, "film"), (.pdf, "document"), (.archive, "archive"),
    ]
    if let kind = kinds.first(where: { type.conforms(to: $0.0) }) { return kind.1 }
    return Format(type).map { $0 == .plainText ? "text" : "document" } ?? "data"
  }

  /// The extension with its dot; of letters and digits alone, as types that nobody declares have any name.
  private static func suffix(for type: UTType) -> String {
    let name = type.extensionForContent?.lowercased() ?? ""
    let isPlain =
      (1...12).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        0x61...0x7A ~= byte || 0x30...0x39 ~= byte
      }
    return "." + (isPlain ? name : "bin")
  }
}
