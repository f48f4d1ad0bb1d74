import Conversions
import Exchange
import Pictures
import RichText
import UniformTypeIdentifiers

extension Paste {
  /// The pictures of what is pasted; nil where their addresses stay as they are.
  func pictures(
    for request: PasteRequest, _ format: Format, _ targets: [String], _ fetch: @escaping Fetch
  ) -> PastedPictures? {
    if case .addresses = request.pictures { return nil }
    guard request.type == .markdown, helper == nil else { return nil }
    // A word processor names files of its own; browsers pass on what pages say.
    let isOffice = targets.contains { $0.hasPrefix("application/x-openoffice-") }
    let isBrowser = targets.contains { $0.hasPrefix("chromium/") || $0.hasPrefix("text/_moz_") }
    let table = table
    return PastedPictures(
      request.pictures, readsFiles: isOffice && !isBrowser,
      others: {
        guard format != .rtf, let rtf = table.readable(among: targets).first(where: { $0.format == .rtf }),
          let bytes = try? fetch(rtf.name).bytes
        else { return [] }
        return (try? Format.rtf.readWithPictures(bytes))?.images ?? []
      },
      beside: { Self.picture(among: targets, table, fetch) })
  }

  /// A picture that lies there by itself, as it was copied.
  private static func picture(among targets: [String], _ table: NameTable, _ fetch: Fetch) -> [UInt8]? {
    let copied = targets.contains(Offering.sourceMarker) ? try? fetch(Offering.sourceMarker) : nil
    for target in pictureTargets(among: targets, copied: copied.map(copiedTypes) ?? [], table) {
      // Programs announce pictures in formats that they then do not give.
      if let bytes = try? fetch(target).bytes, PictureKind(bytes) != nil { return bytes }
    }
    return nil
  }

  /// The names that pictures are offered by: what was copied, then the kinds that are read, the best first.
  static func pictureTargets(among targets: [String], copied: [UTType], _ table: NameTable) -> [String] {
    let types = copied.filter { $0.conforms(to: .image) } + PictureCodec.rows.map(\.type)
    return types.flatMap { type in targets.filter { table.type(of: $0)?.conforms(to: type) == true } }
  }

  /// What is said where a picture is all there is and text was wanted: what can be done with one of its kind.
  static func holdsPicture(_ name: String, _ type: UTType, _ request: PasteRequest) -> String {
    let isRead = PictureCodec(type) != nil
    let isDamaged = isRead && request.type == .markdown && request.pictures.keeps
    let picture = "a picture (\(name))" + (isDamaged ? " that cannot be read," : "")
    let suffix = isRead && !isDamaged ? "png" : type.preferredFilenameExtension
    let way = suffix.map { "-o picture.\($0) writes it to a file" } ?? "--raw '\(name)' gives it as it is"
    return "the pasteboard holds \(picture) and no text; \(way)"
      + (isRead && !isDamaged ? ", and --media DIR makes Markdown of it" : "")
  }

  /// The picture by itself, where the person wants it saved; nil if there is none.
  func savedPicture(
    _ request: PasteRequest, among targets: [String], _ fetch: Fetch
  ) throws(PasteboardError) -> Choice? {
    guard request.type == .markdown, request.linksPictureAlone,
      let bytes = Self.picture(among: targets, table, fetch)
    else {
      return nil
    }
    var pictures = PastedPictures(request.pictures)
    let document = pictures.document(of: bytes)
    if let failure = pictures.failure { throw PasteboardError(failure) }
    guard let document else { return nil }
    return Choice(
      bytes: Format.markdown.write(document, Format.Terms(style: request.style)), target: "image",
      type: .image,
      reason: .richest, convertedTo: .markdown, files: nil, passedOver: [])
  }
}
