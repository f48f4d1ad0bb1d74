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
