import Conversions
package import Exchange
import Pictures
import RichText
import System
package import UniformTypeIdentifiers

/// The items of a drag, as content or as files.
package enum DragItems {
  /// Content: what a copy of it offers, and its bytes as a file for programs that make one.
  ///
  /// No list of addresses stands beside it: programs would take that, and link a file where people want its text.
  package static func content(
    _ item: PasteboardItem, _ terms: OfferingOptions, title: String, fileName: [UInt8]?
  ) -> Draggable {
    var content = Offering(item, terms).content(isDragged: true)
    guard let type = item.types.first else {
      return Draggable(title: title, detail: "", content: content)
    }
    let name = fileName ?? Array(FileNames.name(for: type).utf8)
    let (render, view) = (content.render, content.view)
    content.names = markdownLast(content.names, name: \.self) + [Draggable.fileContent]
    if let view {
      content.view = { peer in
        let forms = markdownLast(view(peer), name: \.name) + [Content.Offered(Draggable.fileContent)]
        guard Offering.currentRules?().requestor(peer)?.dragsUTF16 == true else { return forms }
        return forms.map { form in
          guard NameTable.shared.type(of: form.name) == .html else { return form }
          return Content.Offered(form.name, rendering: inUTF16 + form.rendering)
        }
      }
    }
    content.render = { key in
      if key.hasPrefix(inUTF16) {
        return render(String(key.dropFirst(inUTF16.count))).map { Representation(bytes: utf16($0.bytes)) }
      }
      guard key == Draggable.fileContent else { return render(key) }
      return item.data(forType: type).map { Representation(bytes: $0) }
    }
    var thing = Draggable(title: title, detail: word(for: type), content: content, fileName: name)
    thing.thumbnail = PictureThumbnail.maker(of: item)
    thing.save = { address in
      guard let bytes = item.data(forType: type) else { return false }
      return save(bytes, to: address)
    }
    return thing
  }

  /// The prefix of renderings of HTML for programs that read it as UTF-16.
  private static let inUTF16 = "UTF-16: "

  /// The same text in UTF-16 with a byte order mark, which every program that reads HTML accepts; bytes that are not
  /// UTF-8 stay.
  private static func utf16(_ bytes: [UInt8]) -> [UInt8] {
    guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
    return TextEncoding.encoded(text, as: .utf16ExternalPlainText)
  }

  /// Puts Markdown last: programs that know it find it anywhere. Qt's text reads it where it stands first,
  /// and loses what the HTML has.
  private static func markdownLast<Form>(_ forms: [Form], name: (Form) -> String) -> [Form] {
    func isMarkdown(_ form: Form) -> Bool { NameTable.shared.type(of: name(form)) == .markdown }
    return forms.filter { !isMarkdown($0) } + forms.filter(isMarkdown)
  }

  /// Files, all in one drag.
  package static func files(_ items: [PasteboardItem], title: String, detail: String) -> Draggable {
    var thing = Draggable(title: title, detail: detail, content: Offering(items, .forPrograms).content())
    if items.count == 1 { thing.thumbnail = PictureThumbnail.maker(of: items[0]) }
    return thing
  }

  /// Lets the person drag them; returns at the end of all that.
  package static func drag(
    _ things: [Draggable], _ terms: DragSourceOptions, on backend: Backend? = nil
  ) throws(PasteboardError) -> DragEnd {
    let dragAndDrop = try Backend.dragAndDrop(of: backend)
    try PasteboardOwner.requireMeans()
    ThisProcess.withholdCoreDumps()
    return try rethrowing(as: PasteboardError.init) { () throws(ExchangeError) in
      try dragAndDrop.drag(things, terms)
    }
  }

  /// The name of a type in a row of a window.
  package static func word(for type: UTType) -> String {
    Format(type)?.title ?? type.preferredFilenameExtension?.uppercased() ?? ""
  }

  /// Writes a new file where a program wants it; what is there is never overwritten.
  private static func save(_ bytes: [UInt8], to address: [UInt8]) -> Bool {
    guard case .path(let path)? = FileAddress.entry(address, host: ThisProcess.hostName ?? "") else {
      return false
    }
    let parts = path.split(separator: 0x2F, omittingEmptySubsequences: true)
    guard let name = parts.last, !parts.contains(Array("..".utf8)[...]), path.last != 0x2F else {
      return false
    }
    return (try? UniqueFilename.write(bytes, named: Array(name), in: FilePath(path).folder)) != nil
  }
}

/// Thumbnails of what is dragged, where it is a picture that can be read.
enum PictureThumbnail {
  /// A larger file takes longer to read than people wait for its row.
  private static let byteLimit = 64 << 20

  /// Nil if the item is neither a picture nor the file of one, as far as its type or its name tells.
  static func maker(of item: PasteboardItem) -> Thumbnail.Maker? {
    if item.types.first == .fileURL { return maker(ofFile: item) }
    guard let type = item.types.first, PictureCodec(type) != nil else { return nil }
    return { width, height in item.data(forType: type).flatMap { thumbnail($0, width, height) } }
  }

  private static func maker(ofFile item: PasteboardItem) -> Thumbnail.Maker? {
    guard let address = item.data(forType: .fileURL),
      case .path(let path)? = FileAddress.entry(address, host: ThisProcess.hostName ?? "")
    else { return nil }
    let file = FilePath(path)
    let name = String(decoding: file.lastComponent, as: UTF8.self)
    guard let dot = name.lastIndex(of: "."),
      let type = UTType(filenameExtension: String(name[name.index(after: dot)...])), PictureCodec(type) != nil
    else { return nil }
    return { width, height in
      (try? RegularFile.bytes(of: file, limit: byteLimit)).flatMap { thumbnail($0, width, height) }
    }
  }

  private static func thumbnail(_ bytes: [UInt8], _ width: Int, _ height: Int) -> Thumbnail? {
    guard let picture = (try? Picture(bytes))?.fitting(width: width, height: height) else { return nil }
    let bytes = picture.opaqueBytes
    let colors = stride(from: 0, to: bytes.count, by: 3).map { place in
      bytes[place..<place + 3].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    return Thumbnail(width: picture.width, height: picture.height, colors: colors)
  }
}
