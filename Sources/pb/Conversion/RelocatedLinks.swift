import Conversions
import RichText
import System

/// Links between documents that are converted together: they lead to what became of each.
struct RelocatedLinks {
  /// The results by the absolute paths of their sources.
  private let results: [FilePath: FilePath]

  init(_ results: [ResultNames.Result]) {
    self.results = Dictionary(
      results.map { ((try? $0.source.absolute()) ?? $0.source, $0.path) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The document with the links that lead to another from its new folder; what is not converted is where it was.
  func relocated(in document: Document, of source: FilePath, to folder: FilePath) -> Document {
    document.replacingDestinations { address in
      let end = address.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
      let path = address.utf8[..<(end ?? address.endIndex)]
      guard !path.isEmpty, path.first != UInt8(ascii: "/"), !path.contains(UInt8(ascii: ":")),
        let name = FileAddress.decoded(Array(path)[...]),
        let linked = try? source.folder.appending(name).absolute()
      else { return nil }
      guard let target = results[linked] ?? (linked.exists ? linked : nil),
        let way = try? target.way(from: folder), !way.isEmpty
      else { return nil }
      return FileAddress.encoded(way) + address[(end ?? address.endIndex)...]
    }
  }
}
