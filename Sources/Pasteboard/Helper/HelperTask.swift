import Conversions
import RichText
import UniformTypeIdentifiers

/// What a helper process is to make of the bytes on its standard input: words that it is started with.
enum HelperTask {
  /// Content of one format in another; text without markup as lines that keep every space, if it says so.
  case convert(from: Format, to: Format, Format.Terms, keepsLines: Bool = false)
  /// Whether plain text, which the first so many bytes are, is the source of the rich text behind it.
  case compare(plainText: Int, with: Format)
  /// The rows of the tables in content of a format, as JSON.
  case rows(of: Format)

  /// As arguments of a command.
  var words: [String] {
    switch self {
    case .convert(let source, let wanted, let terms, let keepsLines):
      [
        "convert", source.name, wanted.name, keepsLines || source.isSpaced ? "lines" : "text",
        terms.audience == .pasteboard ? "pasteboard" : "file",
      ] + terms.style.words
    case .compare(let count, let format): ["compare", String(count), format.name]
    case .rows(let format): ["rows", format.name]
    }
  }

  /// Nil if these are not the words of a task.
  init?(words: [String]) {
    func format(_ name: String) -> Format? { Format.all.first { $0.name == name } }
    switch (words.first, words.count) {
    case ("convert", 5...):
      guard let source = format(words[1]), let wanted = format(words[2]),
        let style = MarkdownStyle(words: words.dropFirst(5))
      else { return nil }
      let terms = Format.Terms(for: words[4] == "pasteboard" ? .pasteboard : .file, style: style)
      self = .convert(from: source, to: wanted, terms, keepsLines: words[3] == "lines")
    case ("compare", 3):
      guard let count = Int(words[1]), count >= 0, let format = format(words[2]) else { return nil }
      self = .compare(plainText: count, with: format)
    case ("rows", 2):
      guard let format = format(words[1]) else { return nil }
      self = .rows(of: format)
    default: return nil
    }
  }

  /// What is made of the input; nil if nothing can be.
  func perform(on input: [UInt8]) -> [UInt8]? {
    switch self {
    case .convert(let source, let wanted, let terms, let keepsLines):
      if keepsLines { return wanted.write(Document(linesOf: input), terms) }
      return try? ConverterGraph.shared.convert(input, from: source.type, to: wanted.type, terms)
    case .compare(let count, let format):
      guard count <= input.count else { return nil }
      let (plain, bytes) = (Array(input[..<count]), Array(input[count...]))
      if SourceDetection.isAllOf(bytes, plain, in: format) { return Self.yes }
      guard let rich = try? format.readWithPictures(bytes) else { return nil }
      return SourceDetection.isSource(plain, of: rich) ? Self.yes : []
    case .rows(let format): return (try? JSONRows.write(tablesOf: input, in: format)) ?? nil
    }
  }

  /// The answer to a comparison that finds the source.
  static let yes = Array("yes".utf8)
}

extension MarkdownStyle {
  /// Its choices as words.
  fileprivate var words: [String] {
    [
      dialect.rawValue, headings.rawValue, bullet.rawValue, emphasis.rawValue, fence.rawValue, links.rawValue,
      tables.rawValue, tableHeader.rawValue, lineWidth.map(String.init) ?? "none",
      marksHighlightWithEqualSigns ? "signs" : "elements",
    ]
  }

  fileprivate init?(words: ArraySlice<String>) {
    var rest = words
    func choose<Choice: RawRepresentable<String>>(_ choice: inout Choice) -> Bool {
      guard let chosen = rest.popFirst().flatMap(Choice.init) else { return false }
      choice = chosen
      return true
    }
    self.init()
    let isChosen =
      choose(&dialect) && choose(&headings) && choose(&bullet) && choose(&emphasis) && choose(&fence)
      && choose(&links) && choose(&tables) && choose(&tableHeader)
    guard isChosen, rest.count == 2 else { return nil }
    lineWidth = rest.popFirst().flatMap { Int($0) }
    marksHighlightWithEqualSigns = rest.popFirst() == "signs"
  }
}
