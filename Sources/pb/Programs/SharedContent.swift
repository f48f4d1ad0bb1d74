import Conversions
import Exchange
import Pasteboard
import RichText
import System
import UniformTypeIdentifiers

/// Content for a program: the types that it is offered in, and its source.
struct SharedContent {
  /// The source of the content.
  enum Source {
    /// A file, handed over as it is where a program takes its type.
    case file(FilePath)
    /// Files that were copied.
    case files(SharedFiles)
    /// An address that was copied.
    case address(String)
    /// Bytes that were read.
    case bytes(ConversionSource)
    case pasteboard(PasteboardReader)
    /// No content: the question is which programs open a type.
    case nothing
  }

  /// A type that content is there in.
  struct Form {
    let type: UTType
    /// Its MIME types, the desktop's own first.
    let names: [String]

    init(_ type: UTType, mimeType: String? = nil) {
      self.type = type
      let names = DesktopMIMETypes.names(of: type)
      let first = mimeType.map(DesktopMIMETypes.names) ?? []
      self.names = first + names.filter { !first.contains($0) }
    }

    /// The supertypes of the content in the desktop's database.
    var ancestors: [String] {
      var ancestors: [String] = []
      for name in names.isEmpty ? ["application/octet-stream"] : names {
        for ancestor in DesktopMIMETypes.ancestors(of: name) where !ancestors.contains(ancestor) {
          ancestors.append(ancestor)
        }
      }
      return ancestors
    }
  }

  let source: Source
  /// The types that it is there in, the richest first; of files the types that they have.
  let forms: [Form]
  /// Whether the content is marked as a secret.
  private(set) var isSecret = false
}

extension SharedContent {
  /// Content of a type, of which nothing more is asked.
  init(ofType type: UTType, mimeType: String?) {
    self.init(source: .nothing, forms: [Form(type, mimeType: mimeType)])
  }

  /// A file, or standard input for `-`.
  ///
  /// - Parameter named: the type that the person says.
  init(_ path: FilePath, as named: UTType?) throws(Failure) {
    if path == FilePath("-") {
      let read = try ConversionSource(nil, as: named, by: "--type", encoding: nil)
      self.init(source: .bytes(read), forms: [Form(read.type)])
      return
    }
    var typer = FileTyper()
    let found = try Failure.wrapping { () throws(SystemError) in
      _ = try path.kind
      return try typer.type(ofFileAt: path)
    }
    guard let type = named ?? found?.type else {
      throw Failure("the type of \(path) is unknown. Name it with --type.")
    }
    let absolute = try Failure.wrapping { () throws(SystemError) in try path.absolute() }
    self.init(
      source: .file(absolute), forms: [Form(type, mimeType: named == nil ? found?.mimeType : nil)])
  }

  /// The longest copied text that is read as an address, in bytes.
  private static let addressLimit = 2048

  /// The content of a pasteboard.
  init(_ reader: PasteboardReader) throws(Failure) {
    let targets = try Failure.wrapping { () throws(PasteboardError) in try reader.targets() }
    let offered = NameTable.shared.types(among: targets)
    if offered.contains(.fileURL), let files = try Self.files(reader, targets) {
      if files.groups.isEmpty { try files.check() }
      self.init(files)
      return
    }
    if let plain = targets.first(where: { NameTable.shared.isText($0) }),
      let beginning = try? reader.beginning(of: plain, upTo: Self.addressLimit),
      let address = Self.address(in: beginning.representation.bytes)
    {
      self.init(source: .address(address), forms: [Form(.url)])
      return
    }
    if offered.isEmpty {
      throw Failure("the clipboard holds nothing that a program can open", status: .nothing)
    }
    self.init(
      source: .pasteboard(reader), forms: offered.map { Form($0) },
      isSecret: reader.mark(targets) == .secret)
  }

  init(_ files: SharedFiles) {
    self.init(source: .files(files), forms: files.groups.map(\.form))
  }

  /// The files that were copied; nil if what looks like some is none.
  private static func files(_ reader: PasteboardReader, _ targets: [String]) throws(Failure) -> SharedFiles? {
    do {
      let paths = try reader.paste(PasteRequest(.fileURL), among: targets).files?.paths ?? []
      return paths.isEmpty ? nil : SharedFiles(paths.map { FilePath($0) })
    } catch {
      if error.code == .notOffered || error.code == .notConvertible { return nil }
      throw Failure(error.description)
    }
  }

  /// The address that a text is and nothing else, of a scheme that programs open.
  static func address(in text: [UInt8]) -> String? {
    guard text.count < addressLimit, let string = String(validating: text, as: UTF8.self) else {
      return nil
    }
    let address = string.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
    let isPlain = address.allSatisfy { $0 > " " && $0 != "\u{7F}" && $0 != "\"" && $0 != "<" && $0 != ">" }
    let scheme = String(address.prefix { $0 != ":" }).lowercased()
    guard isPlain, ["http", "https", "ftp", "mailto"].contains(scheme), address.count > scheme.count + 1
    else {
      return nil
    }
    return String(address)
  }
}
