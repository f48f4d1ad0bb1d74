public import Pictures
import RichText
public import UniformTypeIdentifiers

/// Reads a picture.
struct PictureReader: Converter {
  let type: UTType

  var from: Form { .type(type) }
  var to: Form { .picture }
  var loss: Int { 0 }

  func convert(_ value: Value, _ terms: Format.Options) throws(ConversionError) -> Value {
    guard case .bytes(let bytes) = value else { return value }
    do {
      return .picture(try Picture(bytes))
    } catch {
      throw ConversionError(error)
    }
  }
}

/// Writes a picture.
struct PictureWriter: Converter {
  let codec: PictureCodec
  let type: UTType

  var from: Form { .picture }
  var to: Form { .type(type) }
  var loss: Int { codec == .jpeg ? 2 : 1 }

  func convert(_ value: Value, _ terms: Format.Options) throws(ConversionError) -> Value {
    guard case .picture(let picture) = value else { return value }
    do {
      return .bytes(try codec.write(picture))
    } catch {
      throw ConversionError(error)
    }
  }
}

extension ConversionError {
  package init(_ error: PictureError) {
    self.init(error.code == .tooLarge ? .tooLarge : .unreadable, "could not convert the picture: \(error)")
  }
}

extension PictureCodec {
  /// Creates the codec for a picture type; nil if the type is not supported.
  public init?(_ type: UTType) {
    guard let row = Self.rows.first(where: { type.conforms(to: $0.type) }) else { return nil }
    self = row.codec
  }

  /// The codecs with their types, the best first.
  package static let rows: [(type: UTType, codec: PictureCodec)] = all.compactMap { codec in
    UTType(mimeType: codec.type).map { ($0, codec) }
  }

  /// The type of what is written in this format.
  package var contentType: UTType? { Self.rows.first { $0.codec == self }?.type }

  static var converters: [any Converter] {
    rows.map { PictureReader(type: $0.type) }
      + rows.compactMap { $0.codec.writes ? PictureWriter(codec: $0.codec, type: $0.type) : nil }
  }
}
