import BinaryText

/// A picture that is put into an office document.
struct OfficePicture {
  let type: String
  let bytes: [UInt8]
  /// In points, as large as it is to be shown.
  let width: Double
  let height: Double

  /// What files of the picture end in.
  var ending: String { Self.endings[type] ?? "bin" }

  private static let endings = [
    "image/png": "png", "image/jpeg": "jpeg", "image/gif": "gif", "image/bmp": "bmp", "image/svg+xml": "svg",
    "image/webp": "webp", "image/tiff": "tiff", "image/emf": "emf", "image/wmf": "wmf",
  ]

  /// The picture that an image shows, if the document holds it; nil for one that lies elsewhere.
  ///
  /// It is no larger than what fits the text of a page.
  init?(_ image: Image, media: [Medium.ID: Medium], on page: OfficePage) {
    switch image.source {
    case .medium(let id):
      guard let medium = media[id], Self.endings[medium.type] != nil else { return nil }
      (type, bytes) = (medium.type, medium.bytes)
    case .address(let address):
      guard address.utf8.startsIgnoringCase(with: "data:"),
        let comma = address.utf8.firstIndex(of: UInt8(ascii: ",")),
        let semicolon = address.utf8.firstIndex(of: UInt8(ascii: ";")), semicolon < comma,
        let bytes = Base64.decode(address[address.utf8.index(after: comma)...].utf8), !bytes.isEmpty
      else { return nil }
      let type = address[address.utf8.index(address.startIndex, offsetBy: 5)..<semicolon].lowercased()
      guard Self.endings[type] != nil else { return nil }
      (self.type, self.bytes) = (type, bytes)
    }
    let size = ShownSize(of: image, PictureSize(bytes), within: page.room)
    (width, height) = (size.width, size.height)
  }
}
