import RichText

/// A page of HTML that stands by itself: what browsers and validators ask for around a document.
struct StandaloneHTML {
  let title: String
  /// A language tag; nil if unknown.
  let language: String?
  private let properties: [DocumentProperty]

  /// - Parameters:
  ///   - language: the one that the person says; else the front matter's.
  ///   - standardLanguage: the one of documents that do not tell.
  ///   - name: what the file is called, for a document without a title of its own.
  init(
    of document: Document, language: String?,
    standardLanguage: String? = nil, name: String
  ) {
    let properties = document.properties
    title = properties.first(named: "title")?.text ?? Self.heading(of: document) ?? name
    self.language = language ?? properties.first(named: "lang", "language")?.text ?? standardLanguage
    self.properties = properties
  }

  /// The text of the first heading.
  private static func heading(of document: Document) -> String? {
    for case .heading(_, let content) in document.blocks {
      let text = Format.plainText.write(Document([.paragraph(content)]), Format.Options())
      let line = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).first
      if let line { return String(line) }
    }
    return nil
  }

  /// The page around the body.
  func page(around body: [UInt8]) -> [UInt8] {
    var head = "<!DOCTYPE html>\n"
    head += language.map { "<html lang=\"\($0.escapedForHTML)\">\n" } ?? "<html>\n"
    head += "<head>\n<meta charset=\"utf-8\">\n"
    head += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    for (key, value) in metadata {
      head += "<meta name=\"\(key.escapedForHTML)\" content=\"\(value.escapedForHTML)\">\n"
    }
    head += "<title>\(title.escapedForHTML)</title>\n<style>\n\(Self.styleSheet)\n</style>\n</head>\n<body>\n"
    return Array(head.utf8) + body + Array("</body>\n</html>\n".utf8)
  }

  /// The front matter as HTML has it: by the names that it knows, else by their own.
  private var metadata: [(String, String)] {
    properties.map { ($0.key.lowercased(), $0.text) }
      .filter { !["title", "lang", "language"].contains($0.0) }.map { key, value in
        switch key {
        case "tags", "categories": ("keywords", value)
        case "summary", "abstract": ("description", value)
        case "authors": ("author", value)
        default: (key, value)
        }
      }
  }

  /// Lines of a length that is read easily, light or dark as the reader has it, tables and code apart from text.
  private static let styleSheet = """
    :root { color-scheme: light dark; }
    body { max-width: 44em; margin: 2em auto; padding: 0 1em; font-family: sans-serif; line-height: 1.5; }
    img { max-width: 100%; height: auto; }
    pre { overflow-x: auto; padding: 0.75em; background: rgba(128, 128, 128, 0.15); }
    table { border-collapse: collapse; }
    th, td { border: 1px solid rgba(128, 128, 128, 0.6); padding: 0.25em 0.6em; }
    blockquote { margin-left: 0; padding-left: 1em; border-left: 3px solid rgba(128, 128, 128, 0.6); }
    """
}
