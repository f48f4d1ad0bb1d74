import Conversions
import DesktopPrograms
import Pictures
import RichText
import System
import UniformTypeIdentifiers

/// The form in which a program gets content.
enum Handoff: Equatable {
  /// Unchanged, in this type, which the program opens as this MIME type.
  case asItIs(UTType, mimeType: String)
  /// Files of several types, unchanged; the program opens all types.
  case asTheyAre
  /// Made from one type into another.
  case converted(from: UTType, to: UTType, mimeType: String)
  /// As the body of a mail program's message.
  case message
  /// Attached in this type to a mail program's message.
  case attachment(UTType)
  /// An address instead of content.
  case address

  /// The type that the program gets.
  var type: UTType {
    switch self {
    case .asItIs(let type, _), .converted(_, let type, _): type
    case .asTheyAre: .data
    case .attachment(let type): type
    case .message: .emailMessage
    case .address: .url
    }
  }

  var mimeType: String {
    switch self {
    case .asItIs(_, let mimeType), .converted(_, _, let mimeType): mimeType
    case .asTheyAre: "application/octet-stream"
    case .message, .attachment: Self.messageScheme
    case .address: "text/uri-list"
    }
  }

  static let messageScheme = "x-scheme-handler/mailto"
}

/// Finds the best form of content for each program: what the program knows by name before what is made for it, rich
/// text before plain text, and plain text before what it is a kind of.
struct HandoffPlanner {
  private let content: SharedContent
  private let graph: ConverterGraph

  init(_ content: SharedContent, graph: ConverterGraph) {
    self.content = content
    self.graph = graph
  }

  /// The formats that word processors, browsers and editors get, that which keeps most of a document first.
  private static let richFormats: [UTType] = [.openDocumentText, .wordDocument, .rtf, .html, .markdown]

  /// The best form for a program, by the MIME types that it opens; nil if it takes none.
  ///
  /// - Parameter attaches: whether it is known how to have it attach files to a message.
  func handoff(attaches: Bool = false, to opens: (String) -> Bool) -> Handoff? {
    if let opened = opened(opens) { return opened }
    guard opens(Handoff.messageScheme) else { return nil }
    return attaches ? message { $0.isText } ?? attachment : message { _ in true }
  }

  /// The best form in which a program opens it.
  private func opened(_ opens: (String) -> Bool) -> Handoff? {
    if case .address(let address) = content.source {
      let scheme = address.prefix { $0 != ":" }.lowercased()
      return opens("x-scheme-handler/\(scheme)") ? .address : nil
    }
    if case .files(let files) = content.source, files.groups.count > 1 {
      let takesAll = files.groups.allSatisfy { group in
        HandoffPlanner(SharedContent(SharedFiles([group])), graph: graph).handoff(to: opens) != nil
      }
      return takesAll ? .asTheyAre : nil
    }
    return exact(opens) ?? rich(opens) ?? offered(opens) ?? plain(opens) ?? inherited(opens) ?? madePicture(
      opens)
      ?? madePlain(opens) ?? madeByCommand(opens)
  }

  private var mayConvert: Bool {
    if case .files = content.source { false } else { true }
  }

  private var richForms: [SharedContent.Form] {
    content.forms.filter { Format($0.type).map { $0 != .plainText } ?? false }
  }

  /// The handoff in the type of the richest form.
  private func exact(_ opens: (String) -> Bool) -> Handoff? {
    content.forms.first.flatMap { $0.type.isPlainText ? nil : asItIs($0, opens) }
  }

  private func asItIs(_ form: SharedContent.Form, _ opens: (String) -> Bool) -> Handoff? {
    form.names.first(where: opens).map { .asItIs(form.type, mimeType: $0) }
  }

  /// The handoff as rich text.
  private func rich(_ opens: (String) -> Bool) -> Handoff? {
    guard mayConvert, let source = richForms.first else { return nil }
    for type in Self.richFormats {
      if let form = richForms.first(where: { $0.type == type }), let handoff = asItIs(form, opens) {
        return handoff
      }
      guard let name = SharedContent.Form(type).names.first(where: opens) else { continue }
      return .converted(from: source.type, to: type, mimeType: name)
    }
    return nil
  }

  /// The handoff in another offered type.
  private func offered(_ opens: (String) -> Bool) -> Handoff? {
    for form in content.forms where !form.type.isPlainText {
      if let handoff = asItIs(form, opens) { return handoff }
    }
    return nil
  }

  private func plain(_ opens: (String) -> Bool) -> Handoff? {
    for form in content.forms where form.type.isPlainText {
      if opens("text/plain") { return .asItIs(form.type, mimeType: "text/plain") }
    }
    return nil
  }

  /// The handoff as a supertype: a text editor opens program text, an archiver opens office documents.
  private func inherited(_ opens: (String) -> Bool) -> Handoff? {
    for form in content.forms {
      if let name = form.ancestors.first(where: opens) { return .asItIs(form.type, mimeType: name) }
    }
    return nil
  }

  private func madePicture(_ opens: (String) -> Bool) -> Handoff? {
    guard mayConvert, let source = content.forms.first(where: { PictureCodec($0.type) != nil }) else {
      return nil
    }
    for codec in PictureCodec.all where codec.writes {
      guard let type = codec.contentType, let name = SharedContent.Form(type).names.first(where: opens) else {
        continue
      }
      return .converted(from: source.type, to: type, mimeType: name)
    }
    return nil
  }

  private func madePlain(_ opens: (String) -> Bool) -> Handoff? {
    guard mayConvert, let source = richForms.first, opens("text/plain") else { return nil }
    return .converted(from: source.type, to: .utf8PlainText, mimeType: "text/plain")
  }

  private func madeByCommand(_ opens: (String) -> Bool) -> Handoff? {
    guard mayConvert else { return nil }
    for form in content.forms {
      for converter in CommandConverters.current.all
      where graph.runsCommand(from: form.type, to: converter.result) {
        guard let name = SharedContent.Form(converter.result).names.first(where: opens) else { continue }
        return .converted(from: form.type, to: converter.result, mimeType: name)
      }
    }
    return nil
  }

  /// Whether text may be sent by mail: not a secret, because the text becomes part of a command line.
  private func message(of isMeant: (Format) -> Bool) -> Handoff? {
    let isText = content.forms.contains { Format($0.type).map(isMeant) ?? false }
    return mayConvert && isText && !content.isSecret ? .message : nil
  }

  /// Whether content can be attached: not a folder, and nothing that may vanish before the message is sent.
  private var attachment: Handoff? {
    switch content.source {
    case .address, .nothing: nil
    case .files(let files): files.paths.contains(where: \.isFolder) ? nil : .attachment(.data)
    case .file(let path) where path.isFolder: nil
    case .file, .bytes, .pasteboard:
      content.isSecret ? nil : content.forms.first.map { .attachment($0.type) }
    }
  }
}

extension UTType {
  fileprivate var isPlainText: Bool { [.plainText, .utf8PlainText, .text].contains(self) }

  fileprivate static let openDocumentText = Format.openDocument.type
  fileprivate static let wordDocument = Format.wordProcessing.type
}
