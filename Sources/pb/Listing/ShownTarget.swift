import Conversions
import Exchange
import Pasteboard
import RichText
import Terminal
import UniformTypeIdentifiers

/// One representation on a pasteboard, offered or to be had, as it is shown.
struct ShownTarget: Sendable {
  /// How there comes to be such a representation.
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

  /// Why nothing came.
  enum Problem: String, Sendable {
    case refused
    case noAnswer = "no answer"
    case tooLarge = "too large"
    /// The owner marks its content as a secret, which is not read.
    case secret
  }

  /// The X11 target; nil if only `pb paste` gives it.
  let target: String?
  /// What `pb paste` is to be given to get it.
  let options: String
  let type: UTType?
  let format: Format?
  var origin: Origin
  /// What came, or would come; nil if nothing did, or it was too much to hold.
  private(set) var property: Representation?
  /// Its bytes; nil if nothing came.
  let size: Int?
  let problem: Problem?
  /// What people would read in it, as far as a line goes; empty if it is no text.
  let beginning: String

  /// More of a text is never shown on one line.
  private static let longestLine = 400

  /// A target that the owner lists, with what came of it.
  init(_ target: String, _ property: Representation?, problem: Problem?, table: NameTable = .shared) {
    self.target = target
    options = "--raw '\(target)'"
    type = table.type(of: target)
    format = type.flatMap(Format.init)
    origin = table.role(of: target) == .marker ? .marker : .offered
    self.property = property
    size = property?.bytes.count
    self.problem = problem
    if let files = property.flatMap({ FileListForm.called(target)?.read($0.bytes) }) {
      beginning = VisibleText.preview(String(decoding: files.text, as: UTF8.self), length: Self.longestLine)
    } else if let property, format != nil || ["UTF8_STRING", "STRING"].contains(property.declared) {
      beginning = VisibleText.preview(table.text(of: property, name: target), length: Self.longestLine)
    } else {
      beginning = ""
    }
  }

  /// What `pb paste` makes of other targets.
  init(_ format: Format, madeFrom choice: Choice, table: NameTable = .shared) {
    target = nil
    options = format == .markdown ? "" : "--as \(format.name)"
    type = format == .plainText ? .utf8PlainText : format.type
    self.format = format
    origin = .converted
    let mimeType = format.type.preferredMIMEType ?? format.type.identifier
    let property = Representation(declared: mimeType, bytes: choice.bytes)
    self.property = property
    size = property.bytes.count
    problem = nil
    beginning = VisibleText.preview(table.text(of: property, name: mimeType), length: Self.longestLine)
  }

  /// Lets go of the content; its size and its beginning stay.
  mutating func forgetContent() {
    property = nil
  }

  /// How `pb paste` would read it.
  var readAs: String {
    origin == .marker
      ? "marker" : type == .fileURL ? "files" : format?.title ?? (type == nil ? "–" : "as it is")
  }

  /// What it is called in a list: its target, or how to get it.
  var name: String { target ?? "(\(command))" }

  /// The command that gives its bytes.
  var command: String { options.isEmpty ? "pb paste" : "pb paste \(options)" }

  /// Its identifier, or its target if it has none.
  var identifier: String { type?.identifier ?? target ?? "" }
}
