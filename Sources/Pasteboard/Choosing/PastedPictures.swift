import BinaryText
import Conversions
package import RichText
package import System

/// Finds the pictures that a document holds or shows, and puts them where the person wants them.
package struct PastedPictures {
  /// What becomes of the pictures of a document.
  package enum Treatment: Sendable {
    /// Addresses stay, and hold small pictures.
    case addresses
    /// Their alternative text stands where they were.
    case leave
    /// Addresses hold them, however large they are.
    case inline
    /// Nothing but their alternative text is left.
    case drop
    /// They become files, and the document links to them.
    case save(MediaFolder)

    var saves: Bool { if case .save = self { true } else { false } }
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
  /// What was saved, by its bytes: what a document shows twice is one file.
  private var saved: [[UInt8]: String] = [:]
  /// How many pictures the document holds that are left out.
  package private(set) var leftCount = 0
  /// Why a picture could not be saved.
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
    var pictures = self
    var index = 0
    var otherImages: [Image]?
    let only = document.onlyImage == nil || !keepsPictures ? nil : beside()
    let media = document.media.byID
    var result = document.replacingImages { image in
      defer { index += 1 }
      let bytes: [UInt8]?
      var image = image
      switch image.source {
      case .medium(let id):
        bytes = media[id]?.bytes
        // Left out, a picture is where the document had it.
        image.source = .address(media[id]?.name ?? "")
      case .address(let address):
        let isHeld = Self.isHeld(address)
        guard isHeld || only != nil else { return nil }
        var found = only ?? pictures.bytes(at: address)
        if found == nil {
          let images = otherImages ?? pictures.others()
          otherImages = images
          found = images.indices.contains(index) ? images[index].address.flatMap(Self.data) : nil
        }
        bytes = found
      }
      return pictures.placed(image, bytes)
    }
    result.media = []
    self = pictures
    return result
  }

  /// False if addresses are all that is kept of pictures.
  private var keepsPictures: Bool {
    switch treatment {
    case .inline, .save: true
    case .addresses, .leave, .drop: false
    }
  }

  /// A picture by itself, as Markdown has it; nil if it is none, or is not to be saved.
  package mutating func document(of picture: [UInt8]) -> Document? {
    guard case .save = treatment, PictureKind(picture) != nil else { return nil }
    let inlines = placed(Image(source: ""), picture)
    return failure == nil ? Document([.paragraph(inlines)]) : nil
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
          let words = image.alternative.isEmpty ? Self.name(of: image.address ?? "") : image.alternative
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
      case .leave, .drop: break
      }
    }
    let isDescribed = !AlternativeText.isPath(image.alternative)
    if case .drop = treatment {
      return isDescribed && !image.alternative.isEmpty ? [.text(image.alternative)] : []
    }
    leftCount += 1
    guard image.address.map(Self.isHeld) ?? true else { return [.image(shown)] }
    shown.source = .address("")
    return isDescribed ? [.image(shown)] : []
  }
}

// MARK: Where pictures are

extension PastedPictures {
  /// True if an address holds a picture, or leads to what lies on this machine or in one program.
  private static func isHeld(_ address: String) -> Bool {
    ["data:", "file:", "cid:"].contains { address.prefix(5).lowercased().hasPrefix($0) }
  }

  private func bytes(at address: String) -> [UInt8]? {
    if let data = Self.data(address) { return data }
    guard readsFiles,
      case .path(let path)? = FileAddress.entry(address.utf8, host: ThisProcess.hostName ?? "")
    else { return nil }
    let file = FilePath(path)
    guard RegularFile.isOwn(file) else { return nil }
    return try? RegularFile.bytes(of: file, limit: Self.largestFile)
  }

  /// What an address of the scheme `data` holds (RFC 2397); nil for any other.
  private static func data(_ address: String) -> [UInt8]? {
    guard address.prefix(5).lowercased() == "data:", let comma = address.utf8.firstIndex(of: 0x2C) else {
      return nil
    }
    let content = address[address.utf8.index(after: comma)...]
    if address[..<comma].lowercased().hasSuffix(";base64") {
      return Base64.decode(content.utf8)
        ?? FileAddress.decoded(Array(content.utf8)[...]).flatMap {
          Base64.decode(Substring(String(decoding: $0, as: UTF8.self)).utf8)
        }
    }
    return FileAddress.decoded(Array(content.utf8)[...])
  }

  /// The name of a file without its extension, as far as an address tells it.
  private static func name(of address: String) -> String {
    guard !address.lowercased().hasPrefix("data:") else { return "" }
    let path = FileAddress.decoded(Array(address.utf8)[...]) ?? []
    let name = path.split(separator: 0x2F).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}
