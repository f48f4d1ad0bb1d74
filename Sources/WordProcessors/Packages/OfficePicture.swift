/// A picture that is put into an office document.
package struct OfficePicture {
  let type: String
  let bytes: [UInt8]
  /// The medium of the document that it is, however often it is shown; nil for one within an address.
  let medium: Medium.ID?
  /// In points, as large as it is to be shown.
  let width: Double
  let height: Double

  /// The kinds that every word processor shows. WebP is none of them: Word 2019 and LibreOffice 7.3 show an empty frame.
  package static let types = [
    "image/png", "image/jpeg", "image/gif", "image/bmp", "image/tiff", "image/emf", "image/wmf",
  ]
  /// Those beside them that OpenDocument holds alone: Word wants a picture of pixels beside a drawing.
  package static let drawings = ["image/svg+xml"]

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
      let read = medium.bytes
      guard !read.isEmpty else { return nil }
      (type, bytes, self.medium) = (medium.type, read, id)
    case .address(let address):
      guard let data = DataAddress(address), Self.endings[data.type] != nil, !data.bytes.isEmpty else {
        return nil
      }
      (type, bytes, medium) = (data.type, data.bytes, nil)
    }
    let size = ShownSize(of: image, PictureSize(bytes), within: page.room)
    (width, height) = (size.width, size.height)
  }
}
