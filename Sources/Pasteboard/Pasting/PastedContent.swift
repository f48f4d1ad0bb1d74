import Conversions
import Exchange
import RichText
package import UniformTypeIdentifiers

/// Content on its way into a file: its bytes, and what the file is to be called.
package struct PastedContent: Sendable {
  package let bytes: [UInt8]
  package let name: String
  /// The type of the bytes.
  package let type: UTType
  /// The number of pictures were left out.
  package let leftPictures: Int
  /// The richer form that did not come in time; nil if all came that was asked for.
  package private(set) var lateForm: String?

  /// A file as its source has it, by the name that it has there.
  package init(_ bytes: [UInt8], named name: String, _ type: UTType) {
    (self.bytes, self.name, self.type, leftPictures) = (bytes, name, type, 0)
  }

  /// The type that was asked for.
  package init(
    _ request: PasteRequest, among targets: [String], from reader: PasteboardReader
  ) throws(PasteboardError) {
    let choice = try reader.paste(request, among: targets)
    (bytes, leftPictures, lateForm) = (choice.bytes, choice.leftPictures, choice.lateForm)
    type = request.type
    name = FileNames.name(for: type, stem: FileNames.title(of: bytes, type))
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
    var failure = PasteboardError(.notOffered, "the owner did not return the picture")
    let alone = pictures.isEmpty ? nil : Self.pictureAlone(among: targets, from: reader)
    let stem = alone.flatMap(FileNames.stem)
    do throws(PasteboardError) {
      if alone != nil { throw failure }
      var document = request
      document.linksPictureAlone = false
      let choice = try reader.paste(document, among: targets)
      let isText = choice.convertedTo == nil && Format(choice.type) == .plainText
      // Drawings are text as well.
      if !isText || pictures.isEmpty {
        (bytes, leftPictures, lateForm) = (choice.bytes, choice.leftPictures, choice.lateForm)
        type = isText && choice.reason != .sourceOfRendering ? .utf8PlainText : .markdown
        name = FileNames.name(for: type, stem: FileNames.title(of: bytes, type))
        return
      }
    } catch {
      guard error.code == .notOffered else { throw error }
      failure = error
    }
    if !pictures.isEmpty, let (picture, kind) = Self.copiedPicture(among: targets, from: reader) {
      (bytes, leftPictures, type) = (picture, 0, kind)
      name = FileNames.name(for: type, stem: stem)
      return
    }
    if !pictures.isEmpty, let choice = try? reader.paste(PasteRequest(.png), among: targets) {
      (bytes, leftPictures) = (choice.bytes, 0)
      type = .png
      name = FileNames.name(for: type, stem: stem)
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

  /// The content where none of it is text or files: a picture, an archive, bytes of an unknown type;
  /// nil for all else.
  ///
  /// - Parameter orAlone: whether a picture with nothing but a page that shows it beside it counts.
  package init?(
    besideText targets: [String], from reader: PasteboardReader, _ request: PasteRequest, orAlone: Bool
  ) throws(PasteboardError) {
    let types = targets.filter { NameTable.shared.role(of: $0) == .content }
      .map { NameTable.shared.typeOrUndeclared(of: $0) ?? .data }
    let hasText = types.contains { type in
      Format(type) != nil || type.conforms(to: .text) || type.conforms(to: .url) || type == .json
    }
    let isPicture = types.contains { $0.conforms(to: .image) }
    guard !types.isEmpty,
      !hasText || orAlone && isPicture && Self.pictureAlone(among: targets, from: reader) != nil
    else { return nil }
    try self.init(bestAmong: targets, from: reader, request)
  }

  /// A page is read to see whether it is more than a picture up to so many bytes; browsers write one in less.
  private static let longestPictureTag = 64 << 10

  /// The picture that is all there is in the rich text: what browsers offer beside the picture that somebody copied.
  private static func pictureAlone(among targets: [String], from reader: PasteboardReader) -> Image? {
    guard let page = NameTable.shared.readable(among: targets).first(where: { $0.format == .html }),
      let bytes = try? reader.beginning(of: page.name, upTo: longestPictureTag + 1).representation.bytes,
      bytes.count <= longestPictureTag, let document = try? Format.html.readWithPictures(bytes),
      document.blocks.count == 1, case .paragraph(let inlines)? = document.blocks.first, inlines.count == 1
    else { return nil }
    if case .image(let image) = inlines[0] { return image }
    guard case .link(let link) = inlines[0], link.content.count == 1,
      case .image(let image)? = link.content.first
    else { return nil }
    return image
  }

  /// The source type that the owner declares, if it declares one.
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
