import Conversions
import Pasteboard
import RichText
import System
import UniformTypeIdentifiers

/// The options that say what becomes of the pictures of a document.
enum MediaOptions {
  static let embedding = Option(
    "media", value: "embed|link|drop", in: .form, "embed pictures (default), link or drop them")
  static let saving = Option(
    "media", value: "DIR", isPerInvocation: true, in: .form, "save pictures in DIR (or: inline, drop)")
  static let both = Option(
    "media", value: "DIR", isPerInvocation: true, in: .form,
    "save pictures in DIR (or: inline, embed, link, drop)")
  static let base = Option(
    "base", value: "DIR", isPerInvocation: true, in: .form,
    "allow pictures from DIR (default: FILE's folder)")

  /// The pictures beside the document that is copied or converted; nil where their addresses stay.
  ///
  /// - Parameters:
  ///   - treatment: the word that the person says or leaves out.
  ///   - file: the document; nil for standard input, which has a folder only if the person names one.
  ///   - bound: a folder around the document that the person named as a whole.
  static func localPictures(
    _ treatment: String, of file: FilePath?, within bound: FilePath? = nil, _ arguments: Arguments
  ) throws(Failure) -> LocalPictures? {
    guard treatment != "link" else { return nil }
    guard let treatment = LocalPictures.Treatment(rawValue: treatment) else {
      throw Failure("--media must be embed, link or drop, not '\(treatment)'")
    }
    let base = arguments.path(base)
    guard let folder = file?.folder ?? base else { return nil }
    for folder in [folder, base ?? folder] where !folder.isFolder {
      throw Failure("the folder \(folder) does not exist")
    }
    return try Failure.wrapping { () throws(SystemError) in
      try LocalPictures(below: file?.folder, within: bound, base: base, treatment)
    }
  }

  /// The treatment of pictures beside a document in a file of a format; nil if their addresses stay.
  ///
  /// Documents of word processors go out by themselves and hold theirs, a page lies beside what it shows.
  static func treatment(_ word: String?, writing format: Format) -> String? {
    switch format {
    case .html: word
    case .rtf, .wordProcessing, .openDocument, .flatOpenDocument:
      word ?? LocalPictures.Treatment.embed.rawValue
    default: nil
    }
  }

  /// Names the pictures of a document that are left out, with the reason.
  static func warn(ofLeftOut problems: [LocalPictures.Problem], in document: FilePath? = nil) {
    let most = 10
    let place = document.map { " of \($0)" } ?? ""
    for problem in problems.prefix(most) {
      Output.warn("left out the picture \(problem.address)\(place): \(problem.reason)")
    }
    if problems.count > most { Output.warn("left out \(problems.count - most) more pictures") }
  }

  /// Says that pictures of a document are left out that lie beside it, wherever it is.
  static func warn(ofUnknownFolder images: [Image]) {
    let count = images.count { image in
      guard let address = image.address, let first = address.first else { return false }
      return first != "#" && first != "/" && !address.contains(":")
    }
    guard count > 0 else { return }
    let pictures = count == 1 ? "1 picture" : "\(count) pictures"
    Output.warn("left out \(pictures): the document's folder is unknown. Name it with --base DIR.")
  }

  /// The treatment of pictures in a document that is converted to Markdown.
  ///
  /// - Parameter folder: the folder of the result; nil if unknown.
  static func treatment(
    _ word: String?, linkedFrom folder: FilePath? = nil
  ) throws(Failure) -> PastedPictures.Treatment {
    switch word {
    case nil, "link": return .leave
    case "inline": return .inline
    case "drop": return .drop
    case let name?: return .save(try mediaFolder(name, linkedFrom: folder))
    }
  }

  /// The folder for pictures of a name that the person wrote, from where they stand or from the root.
  private static func mediaFolder(
    _ name: String, linkedFrom folder: FilePath?
  ) throws(Failure) -> MediaFolder {
    let path = FilePath(name)
    guard let folder, !path.isAbsolute else { return MediaFolder(name) }
    return try Failure.wrapping { () throws(SystemError) in
      if try FilePath(".").way(from: folder).isEmpty { return MediaFolder(name) }
      let way = try path.way(from: folder)
      return MediaFolder(path, linkedAs: way.isEmpty ? "." : String(decoding: way, as: UTF8.self))
    }
  }

  /// Says how many pictures were left out of what is of this type, and how to keep them, or why.
  static func warn(ofReplaced count: Int, in type: UTType) {
    guard count > 0 else { return }
    let pictures = count == 1 ? "1 picture" : "\(count) pictures"
    guard let format = FormatTable.shared.format(writing: type), format.holdsPictures else {
      return Output.warn(
        "replaced \(pictures) with alternative text. To save pictures and link them, use --media DIR."
      )
    }
    let bounds = PictureBounds.embedded
    let sizes = "\(bounds.each >> 20) MiB, all \(bounds.all >> 20) MiB"
    Output.warn("left out \(pictures): missing, not supported in \(format), or larger than \(sizes)")
  }
}
