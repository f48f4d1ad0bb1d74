/// How large a picture is shown, in points.
package struct ShownSize: Hashable {
  package let width: Double
  package let height: Double

  /// What is shown of a picture whose size nobody tells: three inches by two and a quarter.
  private static let usual = ShownSize(width: 216, height: 162)

  private init(width: Double, height: Double) {
    (self.width, self.height) = (width, height)
  }

  /// As large as a picture is by itself on paper: in a browser an inch has 96 pixels of any picture.
  package init(_ size: PictureSize) {
    self.init(
      width: Double(size.width) / size.pixelsPerInch.across * 72,
      height: Double(size.height) / size.pixelsPerInch.down * 72)
  }

  /// As large as a browser shows a picture of its own size.
  package init(inBrowsers size: PictureSize) {
    self.init(
      width: Length(pixels: Double(size.width)).points, height: Length(pixels: Double(size.height)).points)
  }

  /// As large as an image of a document says, and no larger than there is room.
  ///
  /// - Parameter size: that of the picture itself, if its bytes tell it.
  package init(of image: Image, _ size: PictureSize?, within room: (width: Double, height: Double)) {
    let own = size.map { ShownSize($0) } ?? Self.usual
    var (width, height) = (own.width, own.height)
    switch (image.width?.points, image.height?.points) {
    case (let given?, let other?): (width, height) = (given, other)
    case (let given?, nil): (width, height) = (given, given * own.height / own.width)
    case (nil, let given?): (width, height) = (given * own.width / own.height, given)
    case (nil, nil): break
    }
    let scale = min(1, room.width / max(width, 1), room.height / max(height, 1))
    self.init(width: max(1, width * scale), height: max(1, height * scale))
  }
}
