import Conversions
import Exchange
import Pasteboard
import Pictures
import RichText
import SavedClipboards
import UniformTypeIdentifiers

/// Takes what people wrote, drew and called things out of a copy, for reports that others read.
enum AnonymousContent {
  /// Forms whose values tell about other forms, and about nobody.
  private static let kept: Set<String> = [
    Offering.sourceMarker, FileListForm.cutMark, "application/x-kde-onlyReplaceEmpty",
    "application/x-kde-syncselection", "text/_moz_htmlinfo", "x-kde-force-image-copy",
  ]
  /// Larger forms are left out.
  private static let sizeLimit = 64 << 20

  /// The same content with letters and digits replaced, plain pictures, and without forms that pb cannot read.
  static func replacing(_ saved: SavedClipboard) -> SavedClipboard {
    var result = saved
    result.isAnonymous = true
    result.snapshot = Snapshot()
    for name in saved.snapshot.names {
      guard let form = saved.snapshot.representations[name] else { continue }
      guard let bytes = bytes(of: form, name) else {
        result.missing.append(.init(name: name, reason: "left out, as pb cannot make it anonymous"))
        continue
      }
      result.snapshot.names.append(name)
      result.snapshot.keep(
        Representation(declared: form.declared, format: form.format, bytes: bytes), as: name)
    }
    return result
  }

  private static func bytes(of form: Representation, _ name: String) -> [UInt8]? {
    if kept.contains(name) || PrivacyMarker.isMark(name) || form.bytes.isEmpty { return form.bytes }
    guard form.format == 8, form.bytes.count <= sizeLimit else { return nil }
    let type = NameTable.shared.type(of: name)
    if let codec = PictureHeader(form.bytes)?.codec { return picture(like: form.bytes, codec) }
    if type?.conforms(to: .image) == true { return nil }
    if let list = FileListForm.called(name), list.hasVerb { return files(form.bytes) }
    switch type.flatMap(Format.init) {
    case .rtf?: return AnonymousText.replacing(in: form.bytes, .rtf)
    case .html?: return AnonymousText.replacing(in: form.bytes, .markup)
    case let format?: return format.isText ? AnonymousText.replacing(in: form.bytes, .text) : nil
    case nil: break
    }
    if name == "text/_moz_htmlcontext" { return AnonymousText.replacing(in: form.bytes, .markup) }
    let isText =
      type?.conforms(to: .text) == true || type?.conforms(to: .url) == true || type == .fileURL
      || name.hasPrefix("text/") || NameTable.shared.role(of: name) == .marker
    guard isText, isReadable(form.bytes) else { return nil }
    return AnonymousText.replacing(in: form.bytes, .text)
  }

  /// The first line says what is done with the files.
  private static func files(_ bytes: [UInt8]) -> [UInt8]? {
    let end = bytes.firstIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return AnonymousText.replacing(in: Array(bytes[end...]), .text).map { bytes[..<end] + $0 }
  }

  private static func isReadable(_ bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
      || bytes.prefix(256).enumerated().count { $0.element == 0 } * 2 <= min(256, bytes.count)
  }

  /// A grey picture of the same size in the same format; nil if pb cannot write that.
  private static func picture(like bytes: [UInt8], _ codec: PictureCodec) -> [UInt8]? {
    guard codec.writes, let header = PictureHeader(bytes), header.width * header.height <= 64 << 20 else {
      return nil
    }
    let pixel: [UInt8] = [0xA0, 0xA0, 0xA0, 0xFF]
    var plain: [UInt8] = []
    plain.reserveCapacity(header.width * header.height * 4)
    for _ in 0..<(header.width * header.height) { plain += pixel }
    return try? codec.write(Picture(width: header.width, height: header.height, bytes: plain))
  }
}
