import Conversions
import Exchange
import Pictures
import UniformTypeIdentifiers

extension Offering {
  /// Offers a picture in a further format, if it is one that can be read and was not given in that.
  mutating func addPicture(
    _ codec: PictureCodec, madeOf type: UTType, _ bytes: Rendering, besides given: [UTType]
  ) {
    guard PictureCodec(type) != nil, let wanted = codec.contentType,
      !given.contains(where: { $0.conforms(to: wanted) })
    else { return }
    let key = keep(Self.picture(bytes, of: type, as: wanted))
    for name in names.names(of: wanted) { add(name, wanted, key) }
  }

  /// The pixels are not kept: they take many times what the picture does.
  private static func picture(_ bytes: Rendering, of type: UTType, as wanted: UTType) -> Rendering {
    Rendering(bytes: {
      bytes.bytes.flatMap { try? ConverterGraph.shared.convert($0, from: type, to: wanted) }
    })
  }

  /// True for a format of pictures that need not be kept beside another one.
  static func canRemakePicture(_ type: UTType) -> Bool {
    guard let codec = PictureCodec(type), codec.writes else { return false }
    return codec.contentType == type
  }

  /// Offers again, of the formats of a picture, what was not read of its owner.
  mutating func completePictures(of copy: Snapshot) {
    guard !copy.remade.isEmpty, let source = picture(in: copy) else { return }
    for (wanted, codec) in PictureCodec.rows where codec.writes {
      let lacking = copy.remade.filter { names.type(of: $0) == wanted }
      guard !lacking.isEmpty else { continue }
      let key = keep(Self.picture(source.bytes, of: source.type, as: wanted))
      for name in lacking { add(name, wanted, key) }
    }
  }

  /// The best picture that was kept and can be read.
  private func picture(in copy: Snapshot) -> (type: UTType, bytes: Rendering)? {
    for codec in PictureCodec.all {
      for name in copy.names {
        guard let type = names.type(of: name), PictureCodec(type) == codec,
          let kept = copy.representations[name]
        else { continue }
        return (type, Rendering { kept })
      }
    }
    return nil
  }
}
