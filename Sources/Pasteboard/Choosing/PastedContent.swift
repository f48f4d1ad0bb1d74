import Conversions
import Exchange
import RichText
package import UniformTypeIdentifiers

/// Content on its way into a file: its bytes, and what the file is to be called.
package struct PastedContent: Sendable {
  package let bytes: [UInt8]
  package let name: String
  /// What the bytes are.
  package let type: UTType
  /// How many pictures were left out.
  package let leftPictures: Int

  /// What was asked for.
  package init(
    _ request: PasteRequest, among targets: [String], from reader: PasteboardReader
  ) throws(PasteboardError) {
    let choice = try reader.paste(request, among: targets)
    (bytes, leftPictures) = (choice.bytes, choice.leftPictures)
    type = request.type
    name = Self.name(for: type)
  }

  /// The best of what is there: rich text as Markdown, text, a picture, or whatever it is.
  package init(
    bestAmong targets: [String], from reader: PasteboardReader, _ request: PasteRequest
  ) throws(PasteboardError) {
    let table = NameTable.shared
    let contents = targets.filter { table.role(of: $0) == .content }
    let pictures = contents.filter { table.type(of: $0)?.conforms(to: .image) == true }
    var failure: PasteboardError
    do throws(PasteboardError) {
      var document = request
      document.linksPictureAlone = false
      let choice = try reader.paste(document, among: targets)
      let isText = choice.convertedTo == nil && Format(choice.type) == .plainText
      // Drawings are text as well.
      if !isText || pictures.isEmpty {
        (bytes, leftPictures) = (choice.bytes, choice.leftPictures)
        type = isText && choice.reason != .sourceOfRendering ? .utf8PlainText : .markdown
        name = Self.name(for: type)
        return
      }
      failure = PasteboardError(.notOffered, "no picture is given after all")
    } catch {
      guard error.code == .notOffered else { throw error }
      failure = error
    }
    if !pictures.isEmpty, let choice = try? reader.paste(PasteRequest(.png), among: targets) {
      (bytes, leftPictures) = (choice.bytes, 0)
      type = .png
      name = Self.name(for: type)
      return
    }
    for target in pictures + contents {
      do throws(PasteboardError) {
        (bytes, leftPictures) = (try reader.property(target, unchanged: true).bytes, 0)
        type = table.typeOrUndeclared(of: target) ?? .data
        name = Self.name(for: type)
        return
      } catch {
        // Programs list forms that they then refuse.
        guard error.code == .notOffered else { throw error }
        failure = error
      }
    }
    throw failure
  }

  private static func name(for type: UTType) -> String {
    let stem = type.conforms(to: .image) ? "image" : Format(type) != nil ? "text" : "data"
    // Text in an encoding of its own has no other extension than text.
    let filenameExtension =
      type == .markdown
      ? "md" : type.preferredFilenameExtension ?? (Format(type) == .plainText ? "txt" : "bin")
    return "\(stem).\(filenameExtension)"
  }
}
