import Conversions
import Exchange
import RichText

/// Conversions of a source for programs that ask.
struct SourceConversions: Sendable {
  private let source: Rendering
  private let format: Format
  private let terms: Format.Options
  private let helper: ConversionHelper?
  /// Text without markup in lines that keep every space.
  private let keepsLines: Bool
  /// Read once for all that is made in this process.
  private let document: OnceComputed<Document>
  /// Put into what is made of Markdown, where they are read when a program asks.
  private let localPictures: LocalPictures?
  /// The cache for documents that have become large by their pictures.
  private let place = LargeRenderingCache<Representation>(ifLarge: { $0.payload.count > 4 << 20 })

  init(of source: Rendering, _ format: Format, _ terms: OfferingOptions) {
    let format = format.reading(terms.style)
    self.source = source
    self.format = format
    self.terms = Format.Options(for: .pasteboard, style: terms.style.suiting(format))
    helper = terms.helper
    localPictures = format == .markdown ? terms.localPictures : nil
    let keepsLines = format == .plainText
    self.keepsLines = keepsLines
    document = OnceComputed {
      guard let bytes = source.bytes else { return nil }
      return keepsLines
        ? Document(linesOf: bytes) : (try? format.readHoldingPictures(bytes).document) ?? Document()
    }
  }

  /// Whether all that is made of so many bytes is there at once: a program that a rule promises a form to, and that
  /// is refused it, takes no other.
  func areQuick(of byteCount: Int) -> Bool {
    byteCount <= Self.quickBytes && helper?.isInside(format, byteCount: byteCount) ?? true
  }

  // Small enough to be converted before a program loses its patience.
  private static let quickBytes = 64 << 10

  /// Whether programs that take a form by rule paste the source as it is meant.
  var isFitForRestricted: Bool { document.value != nil }

  /// The source in another format.
  func rendering(_ wanted: Format) -> Rendering {
    guard let localPictures, [.html, .rtf, .openDocument].contains(wanted) else {
      return Rendering(bytes: { converted(wanted) })
    }
    // They are not kept: what is made of them last is.
    return Rendering(
      in: place,
      bytes: {
        guard let bytes = source.bytes, format.mayHoldPictures(bytes) else { return converted(wanted) }
        return document.value.map { document in
          let embedded = localPictures.embedded(in: document, for: wanted)
          return wanted.write(embedded.showingPictures(in: wanted).document, terms)
        }
      })
  }

  /// The source in another format, without pictures of this machine.
  private func converted(_ wanted: Format) -> [UInt8]? {
    let made = bytes(wanted) {
      document.value.map { wanted.write($0.showingPictures(in: wanted).document, terms) }
    }
    return made.flatMap { showsNothing($0, as: wanted) ? sourceAsText : nil } ?? made
  }

  /// True if no word of HTML is left where text is wanted: a frame for a program, a line of code.
  private func showsNothing(_ made: [UInt8], as wanted: Format) -> Bool {
    format == .html && [.plainText, .markdown].contains(wanted)
      && made.allSatisfy { $0 == 0x20 || 0x09...0x0D ~= $0 }
  }

  /// The source where it is text for programs that know no markup.
  private var sourceAsText: [UInt8]? {
    source.bytes.flatMap { TextEncoding.isValid($0) ? $0 : nil }
  }

  /// The source without a document in between, where a converter leads there at once.
  func direct(_ wanted: Format) -> Rendering {
    Rendering(bytes: {
      bytes(wanted) {
        source.bytes.flatMap { bytes in
          try? ConverterGraph.shared.convert(bytes, from: format.type, to: wanted.type, terms)
        }
      }
    })
  }

  private func bytes(_ wanted: Format, inside make: () -> [UInt8]?) -> [UInt8]? {
    guard let helper else { return make() }
    guard let bytes = source.bytes else { return nil }
    if helper.isInside(format, byteCount: bytes.count) { return make() }
    return helper.perform(.convert(from: format, to: wanted, terms, keepsLines: keepsLines), on: [bytes])
  }
}
