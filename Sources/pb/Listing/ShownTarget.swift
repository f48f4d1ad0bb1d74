import Conversions
import Exchange
import Pasteboard
import Pictures
import RichText
import Terminal
import UniformTypeIdentifiers

/// One representation on a pasteboard, offered or to be had, as it is shown.
struct ShownTarget: Sendable {
  /// The origin of a representation.
  enum Origin: Hashable, Sendable {
    /// The owner gives it as it was copied.
    case offered
    /// It is made of another one when it is asked for: by the owner, if that is `pb`, or by `pb paste`.
    case converted
    /// A rule keeps the program from seeing it for which the list is made.
    case hidden
    /// It tells something about the content.
    case marker

    var word: String {
      switch self {
      case .offered: "offered"
      case .converted: "converted"
      case .hidden: "hidden"
      case .marker: "marker"
      }
    }
  }

  /// The reason why no bytes arrived.
  enum Problem: String, Sendable {
    case refused
    case noAnswer = "no answer"
    case tooLarge = "too large"
    /// The owner marks its content as a secret, which is not read.
    case secret
  }

  /// The X11 target; nil if only `pb paste` gives it.
  let target: String?
  /// The options by which `pb paste` writes it.
  let options: String
  let type: UTType?
  let format: Format?
  var origin: Origin
  /// The bytes that arrived; nil if none did, none were requested, or they were too many.
  private(set) var property: Representation?
  /// The size of the whole content in bytes; nil if unknown.
  private(set) var size: Int?
  /// Whether `property` is all of it.
  let isWhole: Bool
  let problem: Problem?
  /// The start of its text on one line; empty if it is not text.
  let beginning: String

  /// The length of text on one line, in characters.
  private static let longestLine = 400
  /// Rich text of more bytes is read by its first ones for a line: markup takes most of them.
  private static let lineByteLimit = 64 << 10

  /// A target that the owner lists, with what came of it; nothing where it was not asked.
  init(
    _ target: String, _ came: RepresentationPrefix? = nil, problem: Problem? = nil, table: NameTable = .shared
  ) {
    self.target = target
    options = "--raw '\(target)'"
    type = table.type(of: target)
    format = type.flatMap(Format.init)
    origin = table.role(of: target) == .marker ? .marker : .offered
    property = came?.representation
    size = came?.size
    isWhole = came?.isWhole ?? false
    self.problem = problem
    beginning = came.map { [type] in Self.line(of: $0.representation, target, type, table) } ?? ""
  }

  /// A format that `pb paste` makes from other targets; `choice` is nil if these are too large to try.
  init(_ format: Format, madeFrom choice: Choice?, table: NameTable = .shared) {
    target = nil
    options = format == .markdown ? "" : "-t \(format.name)"
    type = format == .plainText ? .utf8PlainText : format.type
    self.format = format
    origin = .converted
    problem = nil
    let mimeType = format.type.preferredMIMEType ?? format.type.identifier
    let made = choice.map { Representation(declared: mimeType, bytes: $0.bytes) }
    property = made
    size = made?.bytes.count
    isWhole = made != nil
    beginning = made.map { [type] in Self.line(of: $0, mimeType, type, table) } ?? ""
  }

  /// Lets go of the content; its size and its beginning stay.
  mutating func forgetContent() {
    property = nil
  }

  /// The format as which `pb paste` reads it.
  var readAs: String {
    origin == .marker
      ? "marker" : type == .fileURL ? "files" : format?.title ?? (type == nil ? "–" : "as it is")
  }

  /// Its name in a list: the target, or the command that writes it.
  var name: String { target ?? "(\(command))" }

  /// The command that gives its bytes.
  var command: String { options.isEmpty ? "pb paste" : "pb paste \(options)" }

  /// Its origin in a list for people: only a paste gives what no program gets.
  var shownOrigin: String { target == nil && origin == .converted ? "on paste" : origin.word }

  /// Its identifier, or its target if it has none.
  var identifier: String { type?.identifier ?? target ?? "" }

  /// Its kind, for people.
  var title: String {
    switch (type, format) {
    case (.fileURL?, _): "files"
    case (let type?, _) where PictureCodec(type) != nil: "\(PictureCodec(type)?.name ?? "") picture"
    case (.svg?, _): "SVG picture"
    case (_, let format?): format.title
    case (let type?, nil): type.localizedDescription ?? type.identifier
    case (nil, nil): target.flatMap(OfficeTarget.init)?.title ?? (origin == .marker ? "marker" : "–")
    }
  }

  /// The size in digits; a plus sign means that only this much arrived and the whole size is unknown.
  var shownSize: String {
    if let size { return PasteboardListing.grouped(size) }
    guard let property else { return "–" }
    return PasteboardListing.grouped(property.bytes.count) + "+"
  }

  /// Its preview on one line.
  private static func line(
    of property: Representation, _ target: String, _ type: UTType?, _ table: NameTable
  ) -> String {
    if let files = FileListForm.called(target)?.read(property.bytes) {
      return VisibleText.preview(String(decoding: files.text, as: UTF8.self), length: longestLine)
    }
    let isText =
      type.map { Format($0) != nil || $0.conforms(to: .text) } ?? false
      || ["UTF8_STRING", "STRING"].contains(property.declared)
    if isText {
      let part = property.beginning(lineByteLimit)
      return VisibleText.preview(table.text(of: part, name: target), length: longestLine)
    }
    if let picture = PictureHeader(property.bytes) {
      return "\(picture.width) × \(picture.height) pixels"
    }
    return OfficeTarget(target)?.program ?? ""
  }
}
