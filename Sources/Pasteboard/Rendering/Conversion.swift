package import RichText
package import UniformTypeIdentifiers

/// Converts bytes of one type into another.
package enum Conversion {
  /// Gives `bytes` of `source` as `wanted`; the same bytes if they are of that type already.
  ///
  /// With a style Markdown is written in it, Markdown that was there included.
  ///
  /// Throws `PasteboardError` with `.notConvertible` where there is no way, or the bytes are not what they
  /// were said to be.
  package static func convert(
    _ bytes: [UInt8], from source: UTType, to wanted: UTType, for audience: RichTextFormat.Audience = .file,
    style: MarkdownStyle? = nil
  ) throws(PasteboardError) -> [UInt8] {
    if source == wanted, style == nil || wanted != .markdown { return bytes }
    guard let reading = RichTextFormat(source), let writing = RichTextFormat(wanted) else {
      throw PasteboardError(
        .notConvertible, "there is no conversion from \(source.identifier) to \(wanted.identifier)")
    }
    do {
      return writing.write(try reading.read(bytes), for: audience, style: style ?? MarkdownStyle())
    } catch {
      throw PasteboardError(.notConvertible, "this is not \(reading.name): \(error)")
    }
  }
}
