/// A small picture of something, for people to know it by.
public struct Thumbnail: Hashable, Sendable {
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// Red, green and blue (`0xRRGGBB`), row by row from the top.
  public let colors: [UInt32]

  /// Makes the thumbnail of a size at most; nil if there is nothing to show.
  public typealias Maker = @Sendable (_ width: Int, _ height: Int) -> Thumbnail?

  /// A thumbnail with a colour for each pixel.
  public init(width: Int, height: Int, colors: [UInt32]) {
    precondition(colors.count == width * height)
    self.width = width
    self.height = height
    self.colors = colors
  }
}
