package import Pictures

/// Pictures in letters: each is half a block, so that it shows two pixels, one above the other.
package struct HalfBlocks {
  /// The colours that a terminal has.
  package enum Depth: Hashable, Sendable {
    /// 256, of which 216 form a cube.
    case palette
    case full

    /// The colours that the terminal declares by `COLORTERM`.
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

/// A picture in sixels: bands of six rows, a colour after the other (DEC STD 070, chapter 9).
package struct SixelPicture {
  private let picture: Picture

  package init(_ picture: Picture) {
    self.picture = picture
  }

  /// True if the terminal is known to show sixels; one within another, such as tmux, mostly does not.
  package static func isKnown(_ variable: (String) -> String?) -> Bool {
    guard variable("TMUX") == nil, variable("STY") == nil, let terminal = variable("TERM") else {
      return false
    }
    return ["foot", "foot-extra", "mlterm", "mlterm-256color", "contour", "contour-latest", "yaft-256color"]
      .contains(terminal)
  }

  package var sequence: String {
    // Pixels that are not set stay as they are; they are square.
    var text = "\u{1B}P0;1q\"1;1;\(picture.width);\(picture.height)"
    var known: Set<Int> = []
    for top in stride(from: 0, to: picture.height, by: 6) {
      let (colors, indices) = band(at: top)
      for color in colors where known.insert(color).inserted {
        let parts = ColorCube.hundredths(color)
        text += "#\(color);2;\(parts.red);\(parts.green);\(parts.blue)"
      }
      for (number, color) in colors.enumerated() {
        text += (number > 0 ? "$" : "") + "#\(color)" + row(of: color, indices)
      }
      text += "-"
    }
    return text + "\u{1B}\\"
  }

  /// The colours of six rows, and the colour of each pixel, column by column; -1 for none.
  private func band(at top: Int) -> (colors: [Int], indices: [[Int]]) {
    var colors: Set<Int> = []
    let indices = (0..<picture.width).map { column in
      (top..<min(top + 6, picture.height)).map { row in
        let pixel = picture[column, row]
        guard pixel.isVisible else { return -1 }
        let color = Int(ColorCube.index(of: pixel))
        colors.insert(color)
        return color
      }
    }
    return (colors.sorted(), indices)
  }

  /// The sixels of one colour, with counts for those that repeat.
  private func row(of color: Int, _ indices: [[Int]]) -> String {
    var text: [UInt8] = []
    var (last, count) = (UInt8(0), 0)
    func flush() {
      if count > 3 {
        text += Array("!\(count)".utf8) + [last]
      } else {
        text += [UInt8](repeating: last, count: count)
      }
    }
    for pixels in indices {
      let bits = pixels.enumerated().reduce(0) { $1.element == color ? $0 | 1 << $1.offset : $0 }
      let sixel = UInt8(0x3F + bits)
      if sixel != last {
        flush()
        (last, count) = (sixel, 0)
      }
      count += 1
    }
    // Empty columns at the end need not be sent.
    if last != 0x3F { flush() }
    return String(decoding: text, as: UTF8.self)
  }
}
