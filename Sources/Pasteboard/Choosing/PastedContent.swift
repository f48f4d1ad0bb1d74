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
  /// The richer form that did not come in time; nil if all came that was asked for.
  package private(set) var lateForm: String?

  /// A file as its source has it, by the name that it has there.
  package init(_ bytes: [UInt8], named name: String, _ type: UTType) {
    (self.bytes, self.name, self.type, leftPictures) = (bytes, name, type, 0)
  }

  /// What was asked for.
  package init(
    _ request: PasteRequest, among targets: [String], from reader: PasteboardReader
  ) throws(PasteboardError) {
    let choice = try reader.paste(request, among: targets)
    (bytes, leftPictures, lateForm) = (choice.bytes, choice.leftPictures, choice.lateForm)
    type = request.type
    name = FileNames.name(for: type)
  }

  /// The best of what is there: a table of data as it was copied, rich text as Markdown, text, a picture, or whatever it
  /// is.
  package init(
    bestAmong targets: [String], from reader: PasteboardReader, _ request: PasteRequest
  ) throws(PasteboardError) {
    let table = NameTable.shared
    if let copied = Self.copiedType(among: targets, from: reader), Format(copied)?.isTableOfData == true,
      let content = try? PastedContent(PasteRequest(copied), among: targets, from: reader)
    {
      self = content
      return
    }
    let contents = targets.filter { table.role(of: $0) == .content }
    let pictures = contents.filter { table.type(of: $0)?.conforms(to: .image) == true }
    var failure = PasteboardError(.notOffered, "no picture is given after all")
    do throws(PasteboardError) {
      if !pictures.isEmpty, Self.isPictureAlone(among: targets, from: reader) { throw failure }
      var document = request
      document.linksPictureAlone = false
      let choice = try reader.paste(document, among: targets)
      let isText = choice.convertedTo == nil && Format(choice.type) == .plainText
      // Drawings are text as well.
      if !isText || pictures.isEmpty {
        (bytes, leftPictures, lateForm) = (choice.bytes, choice.leftPictures, choice.lateForm)
        type = isText && choice.reason != .sourceOfRendering ? .utf8PlainText : .markdown
        name = FileNames.name(for: type)
        return
      }
    } catch {
      guard error.code == .notOffered else { throw error }
      failure = error
    }
    if !pictures.isEmpty, let (picture, kind) = Self.copiedPicture(among: targets, from: reader) {
      (bytes, leftPictures, type) = (picture, 0, kind)
      name = FileNames.name(for: type)
      return
    }
    if !pictures.isEmpty, let choice = try? reader.paste(PasteRequest(.png), among: targets) {
      (bytes, leftPictures) = (choice.bytes, 0)
      type = .png
      name = FileNames.name(for: type)
      return
    }
    for target in pictures + contents {
      do throws(PasteboardError) {
        (bytes, leftPictures) = (try reader.property(target, unchanged: true).bytes, 0)
        type = table.typeOrUndeclared(of: target) ?? .data
        name = FileNames.name(for: type)
        return
      } catch {
        // Programs list forms that they then refuse.
        guard error.code == .notOffered else { throw error }
        failure = error
      }
    }
    throw failure
  }

  /// A page is read to see whether it is more than a picture up to so many bytes; browsers write one in less.
  private static let longestPictureTag = 64 << 10

  /// True where the rich text is nothing but a picture: what browsers offer beside the picture that somebody copied.
  private static func isPictureAlone(among targets: [String], from reader: PasteboardReader) -> Bool {
    guard let page = NameTable.shared.readable(among: targets).first(where: { $0.format == .html }),
      let bytes = try? reader.beginning(of: page.name, upTo: longestPictureTag + 1).representation.bytes,
      bytes.count <= longestPictureTag, let document = try? Format.html.readWithPictures(bytes),
      document.blocks.count == 1, case .paragraph(let inlines)? = document.blocks.first, inlines.count == 1
    else { return false }
    if case .image = inlines[0] { return true }
    guard case .link(let link) = inlines[0], link.content.count == 1, case .image? = link.content.first else {
      return false
    }
    return true
  }

  /// What the owner says it copied, if it says so.
  private static func copiedType(among targets: [String], from reader: PasteboardReader) -> UTType? {
    guard targets.contains(Offering.sourceMarker), let marker = try? reader.property(Offering.sourceMarker)
    else { return nil }
    return Paste.copiedTypes(marker).first
  }

  /// The picture that was copied, byte for byte, where its owner says which of those it offers that is.
  private static func copiedPicture(
    among targets: [String], from reader: PasteboardReader
  ) -> (bytes: [UInt8], type: UTType)? {
    let table = NameTable.shared
    guard let type = copiedType(among: targets, from: reader), type.conforms(to: .image),
      let target = Paste.pictureTargets(among: targets, copied: [type], table).first,
      let bytes = try? reader.property(target, unchanged: true).bytes, PictureKind(bytes) != nil
    else { return nil }
    return (bytes, type)
  }
}
