package import Pictures

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
    // What is empty at the end need not be sent.
    if last != 0x3F { flush() }
    return String(decoding: text, as: UTF8.self)
  }
}
