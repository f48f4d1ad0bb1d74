import Conversions
import RichText
import System

/// Pictures beside a document that is written to another folder: their addresses lead back from there.
struct RelocatedPictures {
  private let source: FilePath
  /// The way from the new folder to the document's own, as a part of an address.
  private let way: String

  /// Nil if the result stays in the document's folder.
  init?(of document: FilePath, to goal: FilePath) {
    guard let source = try? document.folder.resolved(), let way = try? source.way(from: goal), !way.isEmpty
    else { return nil }
    self.source = source
    self.way = FileAddress.encoded(way) + "/"
  }

  func relocated(in document: Document) -> Document {
    document.leadingImageTags(by: way, where: isBesideDocument).replacingImages { image in
      guard let address = image.address, isBesideDocument(address) else { return nil }
      var image = image
      image.source = .address(led(address))
      return [.image(image)]
    }
  }

  /// The address from the new folder, without folders that the path enters and leaves again.
  private func led(_ address: String) -> String {
    var folders = way.split(separator: "/")
    var rest = address[...]
    while rest.hasPrefix("../"), let last = folders.last, last != ".." {
      folders.removeLast()
      rest = rest.dropFirst("../".count)
    }
    return (folders + [rest]).joined(separator: "/")
  }

  /// True for a relative address of something that is there.
  private func isBesideDocument(_ address: String) -> Bool {
    let path = address.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let isRelative = path.first != UInt8(ascii: "/") && !path.contains(UInt8(ascii: ":"))
    guard !path.isEmpty, isRelative, let name = FileAddress.decoded(Array(path)[...]) else { return false }
    return source.appending(name).exists
  }
}
