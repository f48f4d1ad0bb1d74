/// The identifiers that GitHub gives headings, by which links within a document lead to them.
///
/// Letters of every script, marks, digits, hyphens and underscores stay, in lower case; spaces become hyphens, all else
/// goes. One that was given already gets a number.
struct HeadingIdentifiers {
  private let normalizer: BlockNormalizer
  /// How often each identifier was asked for, beyond the first time.
  private var repetitions: [String: Int] = [:]

  init(of document: Document) {
    normalizer = BlockNormalizer(footnotes: FootnoteNumbering(of: document))
  }

  /// The identifier of the next heading in the order of the text.
  mutating func next(for content: [Inline]) -> String {
    // Markdown shows a heading in normal form, whose words are what counts.
    var text = ""
    append(normalizer.rewrite(content, in: .heading) ?? content, to: &text)
    return next(for: text)
  }

  /// The identifier of the next heading, which shows this text.
  mutating func next(for text: String) -> String {
    let base = Self.identifier(of: text)
    var identifier = base
    while let count = repetitions[identifier] {
      // The base was given if anything of it was.
      let number = (repetitions[base] ?? count) + 1
      repetitions[base] = number
      identifier = "\(base)-\(number)"
    }
    repetitions[identifier] = 0
    return identifier
  }

  /// What the text of a heading becomes.
  private static func identifier(of text: String) -> String {
    var identifier = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z", "0"..."9", "-", "_": identifier.unicodeScalars.append(scalar)
      case " ": identifier.unicodeScalars.append("-")
      case "A"..."Z", "\u{80}"...:
        if scalar.isASCII || scalar.isPartOfWord {
          identifier += scalar.properties.lowercaseMapping
        }
      default: continue
      }
    }
    return identifier
  }

  /// Appends what GitHub takes for the text of a heading: pictures and tags have none, a note has its number.
  private func append(_ content: [Inline], to text: inout String) {
    for inline in content {
      switch inline {
      case .text(let part), .code(let part), .math(let part, _): text += part
      case .softBreak, .lineBreak: text += " "
      case .footnoteReference(let label): text += normalizer.footnotes.number(of: label) ?? ""
      case .image, .html: continue
      default: append(inline.content ?? [], to: &text)
      }
    }
  }
}

extension Unicode.Scalar {
  /// True for what stays in identifiers: letters, marks, decimal digits and what connects words.
  fileprivate var isPartOfWord: Bool {
    if properties.isAlphabetic { return true }
    return switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation: true
    default: false
    }
  }
}
