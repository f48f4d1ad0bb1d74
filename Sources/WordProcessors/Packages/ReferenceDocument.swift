import Containers

/// A document whose styles and page are used for written documents: the appearance of headings, quotes and code, the
/// size and margins of the page, and in DOCX the numbering of headings.
///
/// Its text, headers, footers and fields are not used.
public struct ReferenceDocument: Sendable {
  /// The parts that are taken of a document.
  enum Content: Sendable {
    case word(WordReference)
    case openDocument(OpenDocumentReference)
  }

  let content: Content

  /// Reads the styles and the page of a document; throws `RichTextError` if it is neither DOCX, ODT nor FODT.
  public init(_ bytes: [UInt8]) throws(RichTextError) {
    guard !OpenDocumentPackage.isXML(bytes) else {
      content = .openDocument(try OpenDocumentReference(bytes))
      return
    }
    let archive = try OfficeLimits.archive(of: bytes, "DOCX or ODT")
    content =
      archive["content.xml"] == nil
      ? .word(try WordReference(bytes)) : .openDocument(try OpenDocumentReference(bytes))
  }

  /// Whether it is a document of Word.
  package var isWord: Bool { word != nil }

  var word: WordReference? {
    if case .word(let reference) = content { reference } else { nil }
  }

  var openDocument: OpenDocumentReference? {
    if case .openDocument(let reference) = content { reference } else { nil }
  }
}

/// The size of the pages of an office document, and the distance of its text from their edges, in twips.
struct OfficePage: Hashable, Sendable {
  /// A4, with margins of an inch.
  static let a4 = OfficePage()

  var width = 11_906
  var height = 16_838
  var top = 1_440
  var right = 1_440
  var bottom = 1_440
  var left = 1_440
  var header = 708
  var footer = 708
  var gutter = 0

  /// The largest picture that the text has room for, in points.
  var room: (width: Double, height: Double) {
    let width = Double(width - left - right - gutter) / 20
    let height = Double(height - abs(top) - abs(bottom)) / 20
    return (width.rounded(.down), height.rounded(.down))
  }

  /// False for pages that no program has, and for margins that leave no room.
  var isUsable: Bool {
    let measures = [top, right, bottom, left, header, footer, gutter]
    return width <= 100_000 && height <= 100_000 && measures.allSatisfy { abs($0) <= 100_000 }
      && room.width >= 72 && room.height >= 72
  }
}

/// Changes of bytes at places that were found while they were read.
struct TextEdits {
  private var edits: [(range: Range<Int>, text: String)] = []

  /// Adds a change; no two may overlap.
  mutating func replace(_ range: Range<Int>, with text: String) { edits.append((range, text)) }

  /// A part of the bytes, with the changes that lie in it.
  func applied(to bytes: [UInt8], in part: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(part.count)
    var start = part.lowerBound
    for (range, text) in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard range.lowerBound >= start, range.upperBound <= part.upperBound else { continue }
      result += bytes[start..<range.lowerBound]
      result += text.utf8
      start = range.upperBound
    }
    return result + bytes[start..<part.upperBound]
  }
}
