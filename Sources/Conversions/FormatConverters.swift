import Pictures
package import RichText
import UniformTypeIdentifiers

/// Reads a format of rich text.
struct FormatReader: Converter {
  let format: Format
  /// The use of the document; small pictures come as addresses alone where that is nothing that holds them.
  var goal: Format?

  var from: Form { .type(format.type) }
  var to: Form { .document }
  var loss: Int { 0 }

  func convert(_ value: Value, _ terms: Format.Options) throws(ConversionError) -> Value {
    guard case .bytes(let bytes) = value else { return value }
    let format = format.reading(terms.style)
    do {
      guard let goal, goal.holdsPictures else { return .document(try format.read(bytes)) }
      return .document(try format.read(bytes, for: goal).document)
    } catch {
      throw ConversionError(error, reading: format)
    }
  }
}

extension FormatReader {
  /// The bytes in another format, without a document in between; nil where it takes one.
  func write(
    _ bytes: [UInt8], in wanted: Format, _ terms: Format.Options
  ) throws(ConversionError) -> [UInt8]? {
    let format = format.reading(terms.style)
    do {
      return try format.writeDirectly(bytes, wanted, terms)
    } catch {
      throw ConversionError(error, reading: format)
    }
  }
}

/// Writes a format of rich text.
struct FormatWriter: Converter {
  let format: Format

  var from: Form { .document }
  var to: Form { .type(format.type) }
  var loss: Int { 1 }

  func convert(_ value: Value, _ terms: Format.Options) throws(ConversionError) -> Value {
    guard case .document(let document) = value else { return value }
    return .bytes(format.write(document, terms))
  }
}

/// Separates the values of a table otherwise, without a document in between, in whose cells line breaks are not what they
/// are in values.
struct SeparatorChange: Converter {
  let present: Format
  let wanted: Format

  static let all = [
    SeparatorChange(present: .commaSeparated, wanted: .tabSeparated),
    SeparatorChange(present: .tabSeparated, wanted: .commaSeparated),
  ]

  var from: Form { .type(present.type) }
  var to: Form { .type(wanted.type) }
  var loss: Int { 0 }

  func convert(_ value: Value, _ terms: Format.Options) throws(ConversionError) -> Value {
    guard case .bytes(let bytes) = value else { return value }
    let separator = present.delimitedReader.separator
    return .bytes(wanted.delimitedWriter.rewrite(bytes, separatedBy: separator))
  }
}

/// Writes values with a separator between them as a table of Markdown, without a document in between.
struct DelimitedMarkdownWriter: Converter {
  let format: Format

  static let all = Format.tablesOfData.map(DelimitedMarkdownWriter.init)

  var from: Form { .type(format.type) }
  var to: Form { .type(Format.markdown.type) }
  var loss: Int { 1 }

  func convert(_ value: Value, _ terms: Format.Options) throws(ConversionError) -> Value {
    guard case .bytes(let bytes) = value else { return value }
    do {
      guard DelimitedMarkdown.canWrite(in: terms.style) else {
        return .bytes(Format.markdown.write(try format.read(bytes), terms))
      }
      let separator = format.delimitedReader.separator
      return .bytes(try DelimitedMarkdown.write(bytes, separator: separator, style: terms.style))
    } catch {
      throw ConversionError(error, reading: format)
    }
  }
}

/// Pictures of a document on its way into another format, which may not have words for each kind of them.
extension Document {
  /// More pixels, in all pictures that have to be made into another kind, take too long.
  private static let pixelLimit = 4 * Picture.pixelLimit

  /// All pictures as often as they are shown, in bytes, where a format holds them anew each time.
  private static let shownLimit = 48 << 20

  /// The document with what stands in for pictures of kinds that a format does not hold: the document's own pictures of
  /// pixels, or PNG.
  ///
  /// Of those that cannot be made into that the alternative text is left; `leftCount` says how many.
  package func showingPictures(in format: Format) -> (document: Document, leftCount: Int) {
    guard format.holdsPictures, !media.isEmpty else { return (self, 0) }
    var result = self
    var room = Self.pixelLimit
    var left: Set<Medium.ID> = []
    for (index, medium) in media.enumerated() where !format.pictureTypes.contains(medium.type) {
      if let substitute = medium.substitute, format.pictureTypes.contains(substitute.type) {
        result.media[index].bytes = substitute.bytes
        result.media[index].type = substitute.type
        continue
      }
      let bytes = medium.bytes
      if let header = PictureHeader(bytes), header.isWithinBounds, header.width * header.height <= room,
        let picture = try? Picture(bytes), let png = try? PictureCodec.png.write(picture)
      {
        room -= header.width * header.height
        result.media[index].bytes = png
        result.media[index].type = PictureCodec.png.type
      } else {
        left.insert(medium.id)
      }
    }
    var (leftCount, shown) = (0, 0)
    let shownLimit = [.html, .rtf, .flatOpenDocument].contains(format) ? Self.shownLimit : .max
    let sizes = result.media.byID.mapValues(\.byteCount)
    result = result.replacingImages { image in
      guard case .medium(let id) = image.source else { return nil }
      shown += sizes[id] ?? 0
      guard left.contains(id) || shown > shownLimit, sizes[id] != nil else { return nil }
      leftCount += 1
      return image.standIn
    }
    result.media.removeAll { left.contains($0.id) }
    return (result, leftCount)
  }
}

extension Format {
  /// Reads a document for another format that holds pictures, with all that it can hold.
  ///
  /// `leftCount` says how many are left out.
  package func read(
    _ bytes: [UInt8], for wanted: Format
  ) throws(RichTextError) -> (document: Document, leftCount: Int) {
    let held = try readHoldingPictures(bytes)
    let shown = held.document.showingPictures(in: wanted)
    return (shown.document, held.leftCount + shown.leftCount)
  }
}
