import Glibc

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
