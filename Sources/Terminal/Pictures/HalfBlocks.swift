package import Pictures

/// Pictures in letters: each is half a block, so that it shows two pixels, one above the other.
package struct HalfBlocks {
  /// The colours that a terminal has.
  package enum Depth: Hashable, Sendable {
    /// 256, of which 216 form a cube.
    case palette
    case full

    /// As the terminal says by `COLORTERM`.
    package init(variable: (String) -> String?) {
      self = ["truecolor", "24bit"].contains(variable("COLORTERM")) ? .full : .palette
    }
  }

  package let depth: Depth

  package init(depth: Depth) {
    self.depth = depth
  }

  /// The lines for a picture, as large as fits.
  package func lines(of picture: Picture, columns: Int, rows: Int) -> [StyledLine] {
    let picture = picture.fitting(width: columns, height: rows * 2)
    return stride(from: 0, to: picture.height, by: 2).map { row in
      var line = StyledLine()
      for column in 0..<picture.width {
        let upper = picture[column, row]
        let lower = row + 1 < picture.height ? picture[column, row + 1] : nil
        append(color(upper), lower.flatMap(color), to: &line)
      }
      return line
    }
  }

  private func append(_ upper: Style.Color?, _ lower: Style.Color?, to line: inout StyledLine) {
    switch (upper, lower) {
    case (nil, nil): line.append(" ")
    case (nil, let lower?): line.append("▄", Style(color: lower))
    case (let upper?, let lower): line.append("▀", Style(color: upper, background: lower))
    }
  }

  private func color(_ pixel: Picture.Pixel) -> Style.Color? {
    guard pixel.isVisible else { return nil }
    if depth == .full { return .rgb(pixel.red, pixel.green, pixel.blue) }
    return .indexed(16 + ColorCube.index(of: pixel))
  }
}

/// Six steps of each of three colours, which terminals have had for long.
enum ColorCube {
  static let count = 216
  private static let steps: [UInt8] = [0, 95, 135, 175, 215, 255]

  static func index(of pixel: Picture.Pixel) -> UInt8 {
    nearest(pixel.red) * 36 + nearest(pixel.green) * 6 + nearest(pixel.blue)
  }

  /// The colour at an index, in hundredths as sixel wants them.
  static func hundredths(_ index: Int) -> (red: Int, green: Int, blue: Int) {
    func hundredth(_ step: Int) -> Int { (Int(steps[step]) * 100 + 127) / 255 }
    return (hundredth(index / 36), hundredth(index / 6 % 6), hundredth(index % 6))
  }

  private static func nearest(_ value: UInt8) -> UInt8 {
    switch value {
    case 0..<48: 0
    case 48..<115: 1
    default: (value - 35) / 40
    }
  }
}
