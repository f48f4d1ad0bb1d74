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
