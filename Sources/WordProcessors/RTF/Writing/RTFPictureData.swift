/// A picture that an image carries with it: in a `data:` URL, or as a medium of the document.
package struct RTFPictureData {
  /// The kinds that RTF has words for which programs read; there are more for those of one system each.
  package static let types = ["image/png", "image/jpeg"]

  private let isPNG: Bool
  private let data: [UInt8]
  private let size: PictureSize?

  /// A picture that a document holds; nil for what RTF has no words for.
  init?(_ medium: Medium) {
    self.init(type: medium.type, medium.bytes)
  }

  /// Decodes a `data:` URL of a PNG or JPEG picture; nil for anything else.
  init?(_ source: String) {
    guard let address = DataAddress(source) else { return nil }
    self.init(type: address.type, address.bytes)
  }

  private init?(type: String, _ data: [UInt8]) {
    guard Self.types.contains(type), !data.isEmpty else { return nil }
    isPNG = type == "image/png"
    self.data = data
    size = isPNG ? PictureSize(ofPNG: data) : PictureSize(ofJPEG: data)
  }

  /// What the text has room for, in points, on the page that readers take where RTF names none: Letter, with margins
  /// of an inch and a quarter at the sides (RTF 1.9.1, Document Formatting Properties).
  private static let room = (width: 432.0, height: 648.0)

  func write(to output: inout RTFOutput, as image: Image) {
    let (alternative, title) = (image.alternative, image.title)
    output.append("{\\*\\shppict{\\pict")
    if !alternative.isEmpty {
      output.append("{\\*\\picprop{\\sp{\\sn wzDescription}{\\sv ")
      output.append(text: alternative)
      output.append("}}}")
    }
    if !title.isEmpty {
      output.append("{\\*\\pbtitle ")
      output.append(text: title)
      output.append("}")
    }
    output.append(isPNG ? "\\pngblip" : "\\jpegblip")
    if let size {
      output.append("\\picw", size.width)
      output.append("\\pich", size.height)
    }
    if size != nil || image.width != nil && image.height != nil {
      // A point has 20 twips.
      let shown = ShownSize(of: image, size, within: Self.room)
      output.append("\\picwgoal", Int((shown.width * 20).rounded()))
      output.append("\\pichgoal", Int((shown.height * 20).rounded()))
    }
    output.append(" ")
    output.append(hexadecimal: data)
    output.append("}}")
  }
}
