import BinaryText
import Conversions
import Exchange
import Pictures
package import RichText
package import System
import UniformTypeIdentifiers

/// Finds the pictures that a document holds or shows, and puts them where the person wants them.
package struct PastedPictures {
  /// The treatment of the pictures of a document.
  package enum Treatment: Sendable {
    /// Addresses stay, and hold small pictures.
    case addresses
    /// Their alternative text stands where they were, and they are counted.
    case leave
    /// The same, and a comment marks the place of each, by its name in the document's file if it has one.
    case mark
    /// Addresses hold them, however large they are.
    case inline
    /// Nothing but their alternative text is left.
    case drop
    /// They become files, and the document links to them.
    case save(MediaFolder)

    /// Whether they are to be in what is pasted, or beside it.
    var keeps: Bool {
      switch self {
      case .inline, .save: true
      case .addresses, .leave, .mark, .drop: false
      }
    }

    /// Whether it matters how many there are.
    var counts: Bool {
      switch self {
      case .leave, .mark: true
      case .addresses, .inline, .drop, .save: keeps
      }
    }
  }

  /// A larger file is no picture of a document.
  private static let largestFile = 64 << 20

  private let treatment: Treatment
  /// Whether addresses of files are believed: any page can name any file, a word processor only its own.
  private let readsFiles: Bool
  /// The same document's pictures in another format, in order, for those that cannot be had; asked for once.
  private let others: () -> [Image]
  /// The picture that lies beside a document of one picture.
  private let beside: () -> [UInt8]?
  /// The saved files by their bytes: a picture that a document shows twice is one file.
  private var saved: [[UInt8]: String] = [:]
  /// The number of pictures the document holds that are left out.
  package private(set) var leftCount = 0
  /// The reason why a picture could not be saved.
  package private(set) var failure: SystemError?

  package init(
    _ treatment: Treatment, readsFiles: Bool = false, others: @escaping () -> [Image] = { [] },
    beside: @escaping () -> [UInt8]? = { nil }
  ) {
    self.treatment = treatment
    self.readsFiles = readsFiles
    self.others = others
    self.beside = beside
  }

  /// The document with its pictures where they are wanted.
  package mutating func placed(in document: Document) -> Document {
    guard document.hasImages else {
      var result = document
      result.media = []
      return result
    }
    var pictures = self
    var index = 0
    var otherImages: [Image]?
    let only = document.onlyImage == nil || !treatment.keeps ? nil : beside()
    let media = document.media.byID
    var result = document.replacingImages { image in
      defer { index += 1 }
      let bytes: [UInt8]?
      var image = image
      switch image.source {
      case .medium(let id):
        bytes = media[id]?.bytes
        image.source = .address(media[id]?.name ?? "")
      case .address(let address):
        // One without an address could not be kept where the document was written or read.
        guard address.isEmpty || image.isHeld || only != nil else { return nil }
        var found = only ?? pictures.bytes(at: address)
        if found == nil {
          let images = otherImages ?? pictures.others()
          otherImages = images
          found =
            images.indices.contains(index) ? images[index].address.flatMap { DataAddress($0)?.bytes } : nil
        }
        bytes = found
      }
      return pictures.placed(image, bytes)
    }
    result.media = []
    self = pictures
    if case .mark = treatment, leftCount > 0 { return result.settlingComments() }
    return result
  }

  /// A picture by itself, as Markdown has it; nil if it is none, or is not to be saved.
  package mutating func document(of picture: [UInt8]) -> Document? {
    guard case .save = treatment, PictureKind(picture) != nil else { return nil }
    let inlines = placed(Image(source: ""), picture)
    return failure == nil ? Document([.paragraph(inlines)]) : nil
  }

  /// A comment where a picture was, with its name if it has one that a comment can hold.
  private static func mark(of image: Image) -> Inline {
    let name = image.isHeld ? "" : image.address ?? ""
    let isSafe =
      !name.isEmpty && name.utf8.count < 256 && !name.hasSuffix("-") && !name.contains("--")
      && name.utf8.allSatisfy {
        $0 > 0x20 && $0 != 0x7F && !"<>|\\`".utf8.contains($0)
      }
    return .html(isSafe ? "<!-- image: \(name) -->" : "<!-- image -->")
  }

  private mutating func placed(_ image: Image, _ bytes: [UInt8]?) -> [Inline] {
    var shown = image
    if let bytes, let kind = PictureKind(bytes) {
      switch treatment {
      case .addresses, .inline:
        shown.source = .address("data:\(kind.type);base64,\(Base64.encode(bytes))")
        return [.image(shown)]
      case .save(let folder):
        do throws(SystemError) {
          let words =
            FileNames.isGeneric(image.alternative)
            ? FileNames.stem(of: image) ?? image.alternative : image.alternative
          let address: String
          if let known = saved[bytes] {
            address = known
          } else {
            address = try folder.save(bytes, kind, called: words)
          }
          saved[bytes] = address
          shown.source = .address(address)
          return [.image(shown)]
        } catch {
          failure = failure ?? error
        }
      case .leave, .mark, .drop: break
      }
    }
    if let bytes, PlaceholderPicture.isOne(bytes, alternative: image.alternative) { return image.standIn }
    if case .drop = treatment {} else { leftCount += 1 }
    if case .mark = treatment { return image.standIn + [Self.mark(of: image)] }
    return image.standIn
  }
}

// MARK: Where pictures are

extension PastedPictures {
  private func bytes(at address: String) -> [UInt8]? {
    if let data = DataAddress(address) { return data.bytes }
    guard readsFiles,
      case .path(let path)? = FileAddress.entry(address.utf8, host: ThisProcess.hostName ?? "")
    else { return nil }
    let file = FilePath(path)
    guard RegularFile.isOwn(file) else { return nil }
    return try? RegularFile.bytes(of: file, limit: Self.largestFile)
  }
}

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

  /// The message where text was wanted and only a picture is there: what can be done with one of its kind.
  static func holdsPicture(_ name: String, _ type: UTType, _ request: PasteRequest) -> String {
    let isRead = PictureCodec(type) != nil
    let isText = Format(request.type)?.isText == true
    let isDamaged = isRead && request.type == .markdown && request.pictures.keeps
    let picture = "a picture (\(name))" + (isDamaged ? " that pb cannot read" : "")
    let suffix = isRead && !isDamaged ? "png" : type.preferredFilenameExtension
    let mayLink = isRead && request.type == .markdown && !request.pictures.keeps
    let way =
      suffix.map { "Save it with\(mayLink ? " --media DIR, or with" : ""): pb paste -o picture.\($0)" }
      ?? "To get it unchanged, use --raw '\(name)'."
    return "the clipboard holds \(isText ? "no text, " : "")only \(picture). \(way)"
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
      bytes: Format.markdown.write(document, Format.Options(style: request.style)), target: "image",
      type: .image,
      reason: .richest, convertedTo: .markdown, files: nil, passedOver: [])
  }
}

/// The kind of a picture by its first bytes, whatever its declared type.
package struct PictureKind: Hashable, Sendable {
  /// Its MIME type.
  package let type: String
  /// The extension of its files.
  package let filenameExtension: String

  /// Nil if the bytes begin no picture that documents show.
  package init?(_ bytes: [UInt8]) {
    if let header = PictureHeader(bytes) {
      type = header.codec.type
      filenameExtension = header.codec == .jpeg ? "jpg" : String(type.dropFirst("image/".count))
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      // The header lies behind what is here.
      (type, filenameExtension) = (PictureCodec.jpeg.type, "jpg")
    } else if Self.isDrawing(bytes) {
      (type, filenameExtension) = ("image/svg+xml", "svg")
    } else {
      return nil
    }
  }

  /// Whether it is SVG, which no codec reads.
  package var isDrawing: Bool { type == "image/svg+xml" }

  /// SVG, with what XML may have before it.
  private static func isDrawing(_ bytes: [UInt8]) -> Bool {
    let beginning = bytes.prefix(4096).drop { $0 <= 0x20 || $0 >= 0x80 }
    if beginning.starts(with: Array("<svg".utf8)) { return true }
    return ["<?xml", "<!--", "<!DOCTYPE svg"].contains { beginning.starts(with: Array($0.utf8)) }
      && String(decoding: beginning, as: UTF8.self).contains("<svg")
  }
}

/// Pictures that show nothing: pages keep space with them, or load the picture that they mean later.
enum PlaceholderPicture {
  /// More pixels are not looked at.
  private static let pixelLimit = 1 << 16
  /// A larger picture of one colour may show that colour.
  private static let colorLimit = 16
  /// The elements that draw something in SVG.
  private static let shapes = [
    "path", "rect", "circle", "ellipse", "line", "poly", "text", "image", "use", "foreignObject",
  ]

  /// Whether a picture has one pixel, or has no alternative text and cannot be seen, is of a few pixels of
  /// one
  /// colour, or a drawing of nothing.
  static func isOne(_ bytes: [UInt8], alternative: String) -> Bool {
    if let header = PictureHeader(bytes) {
      if header.width <= 1, header.height <= 1 { return true }
      guard alternative.isEmpty, header.width * header.height <= pixelLimit, let picture = try? Picture(bytes)
      else { return false }
      return picture.isInvisible || header.width * header.height <= colorLimit && picture.isOfOneColor
    }
    guard alternative.isEmpty, PictureKind(bytes)?.isDrawing == true, bytes.count < 4096 else { return false }
    let drawing = String(decoding: bytes, as: UTF8.self)
    return !shapes.contains { drawing.contains("<\($0)") }
  }
}
