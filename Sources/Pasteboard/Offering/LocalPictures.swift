import BinaryText
import Conversions
import Exchange
import Pictures
package import RichText
import Synchronization
package import System
import UniformTypeIdentifiers

/// The pictures beside a document, which are put into it when a program asks for it in another format.
///
/// Only files below the document's folder, or one around it, are read, links resolved; they are read when they are asked
/// for.
package struct LocalPictures: Sendable {
  /// The treatment of pictures on this machine.
  package enum Treatment: String, Sendable {
    /// They become a part of the document.
    case embed
    /// Their alternative text stands in for them.
    case drop
  }

  /// The reason why a picture is left out.
  package struct Problem: Hashable, Sendable {
    /// The address as the document has it.
    package let address: String
    /// The problem in half a line.
    package let reason: String
  }

  private static let bounds = PictureBounds.embedded

  /// The folder that addresses begin in, and the one that no picture lies outside of.
  private let folder, bound: FilePath
  /// The file of an address that leads to none from the folder.
  private let base: FilePath?
  private let treatment: Treatment

  /// The pictures that a document in a folder addresses, below that folder or below one that is named around it; throws if
  /// there is no such folder.
  ///
  /// - Parameter base: a folder that the person names for pictures: around the document, it widens the bound; elsewhere,
  ///   addresses begin there.
  package init(
    below folder: FilePath?, within bound: FilePath? = nil, base: FilePath? = nil, _ treatment: Treatment
  ) throws(SystemError) {
    self.treatment = treatment
    let base = try base?.resolved()
    let own = try folder?.resolved()
    guard let base else {
      self.base = nil
      self.folder = own ?? FilePath(".")
      self.bound = try bound?.resolved() ?? self.folder
      return
    }
    self.base = base
    self.bound = base
    self.folder = own.flatMap { Self.contains(base, $0) ? $0 : nil } ?? base
  }

  /// The pictures that a page addresses put into their addresses, as programs show them; the page as it is without any.
  package func embedded(inPage page: [UInt8]) -> [UInt8] {
    guard treatment == .embed else { return page }
    var room = Self.bounds.all
    let changed = ImageTags.replacingAddresses(in: page) { address in
      guard let path = path(of: address), let picture = medium(path, for: .html, number: 0, room: room) else {
        return nil
      }
      room -= picture.byteCount
      return "data:\(picture.type);base64,\(Base64.encode(picture.bytes))"
    }
    return changed ?? page
  }

  /// The document with its pictures, which the format may hold as PNG alone (`showingPictures`).
  package func embedded(in document: Document, for format: Format) -> Document {
    var media: [Medium] = []
    let first = document.media.reduce(0) { max($0, $1.id.number + 1) }
    var known: [String: Medium.ID?] = [:]
    var sum = 0
    var result = shown(in: document).replacingImages { image in
      guard let address = image.address, let path = path(of: address) else { return nil }
      if known[address] == nil {
        let medium =
          treatment == .embed
          ? medium(path, for: format, number: first + media.count, room: Self.bounds.all - sum) : nil
        if let medium {
          media.append(medium)
          sum += medium.byteCount
        }
        known[address] = .some(medium?.id)
      }
      guard let medium = known[address] ?? nil else {
        return image.alternative.isEmpty ? [] : [.text(image.alternative)]
      }
      var shown = image
      shown.source = .medium(medium)
      return [.image(shown)]
    }
    result.media += media
    return result
  }

  /// Problems of a document's pictures, as far as their files tell without being read.
  ///
  /// - Parameter format: what the document is to be written in; nil for several formats, some of which hold more than
  ///   others.
  package func problems(in document: Document, for format: Format? = nil) -> [Problem] {
    guard treatment == .embed else { return [] }
    var (problems, seen, sum) = ([Problem](), Set<String>(), 0)
    for image in shown(in: document).images {
      guard let address = image.address, let path = path(of: address), seen.insert(address).inserted else {
        continue
      }
      do throws(SystemError) {
        let size = try RegularFile.size(of: try checked(path))
        if size > Self.bounds.each {
          throw SystemError(refused: "it is larger than \(Self.bounds.each >> 20) MiB")
        }
        sum += size
        if sum > Self.bounds.all {
          throw SystemError(refused: "all pictures together are larger than \(Self.bounds.all >> 20) MiB")
        }
        guard let kind = try kind(of: path) else {
          throw SystemError(refused: "it is not a picture")
        }
        if let format, kind.isDrawing, !format.pictureTypes.contains(kind.type) {
          throw SystemError(refused: "\(format) cannot hold SVG")
        }
      } catch {
        problems.append(Problem(address: address, reason: error.reason))
      }
    }
    return problems
  }
}

// MARK: Files

extension LocalPictures {
  /// The document with images where HTML in it shows pictures of this machine.
  private func shown(in document: Document) -> Document {
    document.showingImageTags { path(of: $0) != nil }
  }

  /// The path that an address leads to; nil if it leads elsewhere than to a file of this machine.
  private func path(of address: String) -> FilePath? {
    var text = Array(address.utf8)
    if case .address? = FileAddress.entry(text, host: ThisProcess.hostName ?? "") { return nil }
    guard !text.isEmpty, text.first != 0x23, !address.hasPrefix("//") else { return nil }
    if address.lowercased().hasPrefix("file:") {
      guard case .path(let path)? = FileAddress.entry(text, host: ThisProcess.hostName ?? "") else {
        return nil
      }
      return FilePath(path)
    }
    if let end = text.firstIndex(where: { $0 == 0x3F || $0 == 0x23 }) { text.removeSubrange(end...) }
    // No file can have such a name; there is none of no name either.
    guard let path = FileAddress.decoded(text[...]) else { return FilePath([]) }
    guard !path.isEmpty else { return nil }
    if path.first == 0x2F { return FilePath(path) }
    let own = folder.appending(path)
    guard let base, !own.exists else { return own }
    let other = base.appending(path)
    return other.exists ? other : own
  }

  /// The file, if it lies below the folder.
  private func checked(_ path: FilePath) throws(SystemError) -> FilePath {
    let file = try path.resolved()
    guard Self.contains(bound, file) else {
      let folder = base == nil ? "the document's folder" : "the folder of --base"
      throw SystemError(refused: "it is outside \(folder)")
    }
    return file
  }

  private static func contains(_ folder: FilePath, _ path: FilePath) -> Bool {
    let prefix = folder.bytes.last == 0x2F ? folder.bytes : folder.bytes + [0x2F]
    return path == folder || path.bytes.starts(with: prefix)
  }

  /// The type of a file by its first bytes; only drawings may begin with long comments.
  private func kind(of path: FilePath) throws(SystemError) -> PictureKind? {
    if let kind = PictureKind(try RegularFile.beginning(of: path, atMost: 1 << 10)) { return kind }
    return PictureKind(try RegularFile.beginning(of: path))
  }

  private func medium(_ path: FilePath, for format: Format, number: Int, room: Int) -> Medium? {
    guard let file = try? checked(path), let size = try? RegularFile.size(of: file),
      size <= min(Self.bounds.each, room), let kind = try? kind(of: file),
      !kind.isDrawing || format.pictureTypes.contains(kind.type)
    else { return nil }
    let name = String(decoding: path.lastComponent, as: UTF8.self)
    return Medium(id: Medium.ID(number), type: kind.type, name: name, byteCount: size) {
      (try? RegularFile.bytes(of: file, limit: Self.bounds.each)) ?? []
    }
  }
}

extension Offering {
  /// Offers a picture in a further format, if it is one that can be read and was not given in that.
  mutating func addPicture(
    _ codec: PictureCodec, madeOf type: UTType, _ bytes: Rendering, besides given: [UTType]
  ) {
    guard PictureCodec(type) != nil, let wanted = codec.contentType,
      !given.contains(where: { $0.conforms(to: wanted) })
    else { return }
    let key = keep(Self.picture(bytes, of: type, as: wanted))
    for name in names.names(of: wanted) { add(name, wanted, key) }
  }

  /// The pixels are not kept: they take many times what the picture does.
  static func picture(_ bytes: Rendering, of type: UTType, as wanted: UTType) -> Rendering {
    Rendering(bytes: {
      bytes.bytes.flatMap { try? ConverterGraph.shared.convert($0, from: type, to: wanted) }
    })
  }

  /// Whether a format of pictures need not be kept beside another one.
  static func canRemakePicture(_ type: UTType) -> Bool {
    guard let codec = PictureCodec(type), codec.writes else { return false }
    return codec.contentType == type
  }

  /// Offers again, of the formats of a picture, what was not read of its owner.
  mutating func completePictures(of copy: Snapshot) {
    guard !copy.remade.isEmpty, let source = picture(in: copy) else { return }
    for (wanted, codec) in PictureCodec.rows where codec.writes {
      let lacking = copy.remade.filter { names.type(of: $0) == wanted }
      guard !lacking.isEmpty else { continue }
      let key = keep(Self.picture(source.bytes, of: source.type, as: wanted))
      for name in lacking { add(name, wanted, key) }
    }
  }

  /// The best picture that was kept and can be read.
  private func picture(in copy: Snapshot) -> (type: UTType, bytes: Rendering)? {
    for codec in PictureCodec.all {
      for name in copy.names {
        guard let type = names.type(of: name), PictureCodec(type) == codec,
          let kept = copy.representations[name]
        else { continue }
        return (type, Rendering { kept })
      }
    }
    return nil
  }
}

/// Holds one of several large things that are quickly made again: programs ask for one of them, and all together would take
/// too much memory.
///
/// What is small, and what takes so long that whoever asks might not get it, is kept besides.
final class LargeRenderingCache<Value: Sendable>: Sendable {
  /// Under half of the time within which owners answer.
  private static var quick: Duration { .milliseconds(200) }

  private let isLarge: @Sendable (Value) -> Bool
  /// Ends what is there. It has been made, so that its lock is nobody's for long.
  private let end = Mutex<(@Sendable () -> Void)?>(nil)

  init(ifLarge isLarge: @escaping @Sendable (Value) -> Bool) {
    self.isLarge = isLarge
  }

  /// Ends what is there, and makes something else.
  ///
  /// - Parameter end: forgets it, when it has to make room.
  func making(_ make: () -> Value?, end: @escaping @Sendable () -> Void) -> Value? {
    replace(by: nil)
    ThisProcess.returnLargeMemoryAtOnce()
    let start = MonotonicTime.now
    let new = make()
    if let new, isLarge(new), .now < start + Self.quick { replace(by: end) }
    return new
  }

  private func replace(by next: (@Sendable () -> Void)?) {
    let last = end.withLock { end in
      defer { end = next }
      return end
    }
    last?()
  }
}
