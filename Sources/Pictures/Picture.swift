/// A picture as rows of pixels.
public struct Picture: Hashable, Sendable {
  /// A colour, and how much it hides of what is behind it.
  public struct Pixel: Hashable, Sendable {
    /// From 0 to 255, as are the others.
    public var red: UInt8
    /// Beside red.
    public var green: UInt8
    /// Beside red and green.
    public var blue: UInt8
    /// 0 for what cannot be seen, 255 for what hides all behind it.
    public var opacity: UInt8

    /// A colour that hides all behind it, unless told otherwise.
    public init(red: UInt8, green: UInt8, blue: UInt8, opacity: UInt8 = 255) {
      self.red = red
      self.green = green
      self.blue = blue
      self.opacity = opacity
    }

    /// True if more of it is seen than of what is behind.
    public var isVisible: Bool { opacity >= 128 }
  }

  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// What goes with the pixels into other formats.
  public internal(set) var properties = PictureProperties()
  /// Four bytes a pixel (red, green, blue, opacity), row by row from the top.
  public let bytes: [UInt8]

  /// Creates a picture of these pixels.
  ///
  /// - Parameter bytes: four for each pixel.
  public init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height * 4)
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// The pixel at a place, counted from the left and the top.
  public subscript(column: Int, row: Int) -> Pixel {
    let place = (row * width + column) * 4
    return Pixel(
      red: bytes[place], green: bytes[place + 1], blue: bytes[place + 2], opacity: bytes[place + 3])
  }

  /// True if no two pixels differ.
  public var isOfOneColor: Bool {
    stride(from: 0, to: bytes.count, by: 4).allSatisfy { bytes[$0..<($0 + 4)].elementsEqual(bytes[..<4]) }
  }

  /// True if no pixel can be seen.
  public var isInvisible: Bool { stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 0 } }

  /// The picture made smaller, if it must be, in its proportions; each pixel is the mean of those it stands for.
  public func fitting(width most: Int, height highest: Int) -> Picture {
    let (most, highest) = (max(1, most), max(1, highest))
    if width <= most && height <= highest { return self }
    let scale = min(Double(most) / Double(width), Double(highest) / Double(height))
    let newWidth = min(most, max(1, Int(Double(width) * scale)))
    let newHeight = min(highest, max(1, Int(Double(height) * scale)))
    var pixels: [UInt8] = []
    pixels.reserveCapacity(newWidth * newHeight * 4)
    for row in 0..<newHeight {
      let rows = Self.range(row, of: newHeight, in: height)
      for column in 0..<newWidth {
        pixels += mean(Self.range(column, of: newWidth, in: width), rows)
      }
    }
    return Picture(width: newWidth, height: newHeight, bytes: pixels)
  }

  /// Which of `count` places the place `index` of fewer stands for; at least one.
  private static func range(_ index: Int, of fewer: Int, in count: Int) -> Range<Int> {
    let start = index * count / fewer
    return start..<max(start + 1, (index + 1) * count / fewer)
  }

  /// Colours count by how much of them is seen.
  private func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> [UInt8] {
    var (red, green, blue, opacity) = (0, 0, 0, 0)
    for row in rows {
      for column in columns {
        let place = (row * width + column) * 4
        let weight = Int(bytes[place + 3])
        red += Int(bytes[place]) * weight
        green += Int(bytes[place + 1]) * weight
        blue += Int(bytes[place + 2]) * weight
        opacity += weight
      }
    }
    guard opacity > 0 else { return [0, 0, 0, 0] }
    let count = columns.count * rows.count
    return [red / opacity, green / opacity, blue / opacity, opacity / count].map(UInt8.init)
  }
}
