import Glibc

/// A picture as rows of pixels.
public struct Picture: Hashable, Sendable {
  /// A colour with an opacity.
  public struct Pixel: Hashable, Sendable {
    /// The red component, from 0 to 255.
    public var red: UInt8
    /// The green component, from 0 to 255.
    public var green: UInt8
    /// The blue component, from 0 to 255.
    public var blue: UInt8
    /// The opacity: 0 for transparent, 255 for opaque.
    public var opacity: UInt8

    /// Creates a colour; by default an opaque one.
    public init(red: UInt8, green: UInt8, blue: UInt8, opacity: UInt8 = 255) {
      self.red = red
      self.green = green
      self.blue = blue
      self.opacity = opacity
    }

    /// Whether the opacity is at least one half.
    public var isVisible: Bool { opacity >= 128 }
  }

  /// The extent in pixels.
  public let width: Int
  /// The extent in pixels.
  public let height: Int
  /// The properties that conversions to other formats keep.
  public internal(set) var properties = PictureProperties()
  /// Four bytes a pixel (red, green, blue, opacity), row by row from the top.
  public let bytes: [UInt8]

  /// Creates a picture of these pixels.
  ///
  /// - Parameters:
  ///   - width: the pixels in a row.
  ///   - height: the number of rows.
  ///   - bytes: four for each pixel (red, green, blue, opacity), row by row from the top.
  public init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height * 4)
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// The pixel at a position, counted from the left and the top.
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

  /// The picture, scaled down in its proportions if it is larger; each pixel is the mean of those that it replaces.
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

  /// The range among `count` pixels that pixel `index` of fewer stands for; at least one.
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

extension Picture {
  /// True if nothing of what is behind it is seen.
  var isOpaque: Bool {
    stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 }
  }

  /// Three bytes a pixel, as on white paper.
  package var opaqueBytes: [UInt8] {
    let count = width * height
    var opaque = [UInt8](repeating: 0, count: count * 3)
    for pixel in 0..<count {
      let (place, goal) = (pixel * 4, pixel * 3)
      let opacity = Int(bytes[place + 3])
      for color in 0..<3 {
        let value = Int(bytes[place + color])
        opaque[goal + color] =
          opacity == 255 ? UInt8(value) : UInt8((value * opacity + 255 * (255 - opacity)) / 255)
      }
    }
    return opaque
  }

  /// The same, but opaque if it is all clear: programs leave the fourth byte of bitmaps 0.
  var withVisibleOpacity: Picture {
    guard stride(from: 3, to: bytes.count, by: 4).allSatisfy({ bytes[$0] == 0 }) else { return self }
    var visible = bytes
    for place in stride(from: 3, to: visible.count, by: 4) { visible[place] = 255 }
    return Picture(width: width, height: height, bytes: visible)
  }

  /// Turned and mirrored as a camera says that it is to be shown (Exif 2.3, orientation 1 to 8).
  func oriented(_ orientation: Int) -> Picture {
    guard 2...8 ~= orientation else { return self }
    let isTurned = orientation >= 5
    let (newWidth, newHeight) = isTurned ? (height, width) : (width, height)
    var turned = [UInt8](repeating: 0, count: bytes.count)
    for row in 0..<newHeight {
      for column in 0..<newWidth {
        var (x, y) = isTurned ? (row, column) : (column, row)
        if [2, 3, 7, 8].contains(orientation) { x = width - 1 - x }
        if [3, 4, 6, 7].contains(orientation) { y = height - 1 - y }
        let (place, goal) = ((y * width + x) * 4, (row * newWidth + column) * 4)
        for part in 0..<4 { turned[goal + part] = bytes[place + part] }
      }
    }
    return Picture(width: newWidth, height: newHeight, bytes: turned)
  }
}

/// Pixels whose samples are as bright as their numbers, of 16 bits, the colours multiplied by their opacity.
enum LinearPixels {
  /// The same of 8 bits with a gamma of 2.2, which libpng took away for sRGB, and the colours by themselves.
  static func encoded(_ linear: [UInt16]) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: linear.count)
    for pixel in stride(from: 0, to: linear.count, by: 4) {
      let opacity = Int(linear[pixel + 3])
      pixels[pixel + 3] = UInt8((opacity * 255 + 32_767) / 65_535)
      guard opacity > 0 else { continue }
      for sample in pixel..<pixel + 3 {
        let own =
          opacity == 65_535 ? Int(linear[sample]) : min(65_535, Int(linear[sample]) * 65_535 / opacity)
        pixels[sample] = table[own]
      }
    }
    return pixels
  }

  private static let table = (0...65_535).map { sample -> UInt8 in
    UInt8((pow(Double(sample) / 65_535, 1 / 2.2) * 255).rounded())
  }
}
