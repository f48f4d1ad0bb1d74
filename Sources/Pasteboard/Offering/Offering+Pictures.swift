import Conversions
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
    // The pixels are not kept: they take many times what the picture does.
    let rendering = Rendering(bytes: {
      bytes.bytes.flatMap { try? ConverterGraph.shared.convert($0, from: type, to: wanted) }
    })
    let key = keep(rendering)
    for name in names.names(of: wanted) { add(name, wanted, key) }
  }
}
