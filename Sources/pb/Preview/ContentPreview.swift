import Conversions
import Exchange
import Pasteboard
import Pictures
import RichText
import System
import Terminal
import UniformTypeIdentifiers

/// Shows content itself: rich text set for the terminal, text as it stands, the size of pictures, other bytes
/// in hexadecimal digits.
struct ContentPreview {
  /// Rich text of more bytes is shown by its beginning, as text.
  private static let richTextLimit = 4 << 20

  /// About how many lines to make at most.
  var limit = Int.max
  /// Reads for a process that lives on; nil to read in this one.
  var helper: ConversionHelper?
  /// The way pictures are drawn in lines; nil to show only their size.
  var pictures: (blocks: HalfBlocks, rows: Int)?

  func lines(of row: ShownTarget, columns: Int) -> [StyledLine] {
    guard let property = row.property else {
      let words = row.problem?.rawValue ?? "too large to show. Save it with: \(row.command) -o FILE"
      return [StyledLine("(\(words))", Style(color: .red))]
    }
    return lines(
      of: property, type: row.type, target: row.target ?? property.declared ?? "", columns: columns)
  }

  func lines(
    of property: Representation, type: UTType?, target: String, columns: Int
  ) -> [StyledLine] {
    let format = type.flatMap(Format.init)
    if let format, format != .plainText, format.matchesSignature(property.bytes),
      property.bytes.count <= Self.richTextLimit, let document = document(property.bytes, format)
    {
      return DocumentLayout(limit: limit).lines(of: document, columns: columns)
    }
    if let form = FileListForm.called(target), let files = form.read(property.bytes) {
      return self.lines(of: files, hasVerb: form.hasVerb)
    }
    if let format, !format.isText, format.matchesSignature(property.bytes) {
      return beginning(of: property, format, columns: columns)
    }
    if format != nil || isReadable(property) {
      let text = NameTable.shared.plainText(of: property.beginning(Self.richTextLimit), name: target)
      return TextLayout(limit: limit).lines(of: text, columns: columns)
    }
    if let image = PictureHeader(property.bytes) {
      let size = PasteboardListing.grouped(property.bytes.count)
      let line = StyledLine(
        "\(image.codec.name), \(image.width) × \(image.height) pixels, \(size) bytes", .bold)
      guard let pictures, let picture = try? Picture(property.bytes) else { return [line] }
      return [line] + pictures.blocks.lines(of: picture, columns: columns, rows: pictures.rows)
    }
    return hexadecimal(property.bytes, columns: columns)
  }

  /// The start of a document, below its kind, from the bytes that were read.
  private func beginning(of property: Representation, _ format: Format, columns: Int) -> [StyledLine] {
    let size = PasteboardListing.grouped(property.bytes.count)
    let heading = StyledLine("\(format.title), \(size) bytes", .bold)
    guard helper == nil,
      let document = try? format.readBeginning(property.beginning(Self.richTextLimit).bytes)
    else { return [heading] }
    return [heading, StyledLine()] + DocumentLayout(limit: limit).lines(of: document, columns: columns)
  }

  /// The document that the bytes contain; nil if they cannot be read.
  private func document(_ bytes: [UInt8], _ format: Format) -> Document? {
    guard let helper, format != .markdown else { return try? format.read(bytes) }
    return helper.markdown(of: bytes, format).flatMap { try? Format.markdown.read($0) }
  }

  /// A path or an address a line; what is not there is marked.
  private func lines(of files: FileList, hasVerb: Bool) -> [StyledLine] {
    let verb = hasVerb ? files.verb == .cut ? ", cut" : ", copied" : ""
    let count = PasteboardListing.grouped(files.entries.count)
    let heading = StyledLine("\(count) \(files.entries.count == 1 ? "file" : "files")\(verb)", .bold)
    return [heading]
      + files.entries.prefix(limit).map { entry in
        var line = StyledLine(VisibleText.escaping(String(decoding: entry.text, as: UTF8.self)))
        if case .path(let path) = entry, !FilePath(path).exists {
          line.append("  (not there)", Style(color: .red))
        }
        return line
      }
  }

  /// True if bytes of an unknown type are readable text.
  private func isReadable(_ property: Representation) -> Bool {
    if ["UTF8_STRING", "STRING"].contains(property.declared) { return true }
    let beginning = property.bytes.prefix(4096)
    return property.format == 8 && !beginning.isEmpty
      && beginning.allSatisfy { $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0D].contains($0) }
      && String(validating: property.bytes.prefix(1 << 20), as: UTF8.self) != nil
  }

  /// Bytes with their place and, beside them, the letters among them.
  private func hexadecimal(_ bytes: [UInt8], columns: Int) -> [StyledLine] {
    let perLine = columns >= 76 ? 16 : columns >= 43 ? 8 : 4
    let end = min(bytes.count, perLine * min(limit, 1 << 16))
    var lines = stride(from: 0, to: end, by: perLine).map { start in
      let part = bytes[start..<min(start + perLine, bytes.count)]
      let offset = String(start, radix: 16)
      var line = StyledLine(String(repeating: "0", count: max(0, 8 - offset.count)) + offset + "  ", .faint)
      for byte in part { line.append((byte < 16 ? "0" : "") + String(byte, radix: 16) + " ") }
      line.append(String(repeating: "   ", count: perLine - part.count) + " ")
      let letters = part.map { 0x20..<0x7F ~= $0 ? Character(Unicode.Scalar($0)) : "·" }
      line.append(String(letters), .faint)
      return line
    }
    if end < bytes.count {
      lines.append(StyledLine("… \(PasteboardListing.grouped(bytes.count - end)) bytes more", .faint))
    }
    return lines
  }
}

extension Representation {
  /// The same with its first bytes only.
  func beginning(_ count: Int) -> Representation {
    bytes.count <= count
      ? self : Representation(declared: declared, format: format, bytes: Array(bytes.prefix(count)))
  }
}
