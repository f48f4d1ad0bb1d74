import CZlib

/// The chunks of a PNG file that say what its samples mean, and how large it is on paper (PNG specification, 11.3).
enum PNGProperties {
  /// A metre has so many inches.
  private static let inches = 39.370_078_74

  static func read(_ file: [UInt8]) -> PictureProperties {
    var properties = PictureProperties()
    PNGChunks.forEach(in: file) { type, content in
      if type.elementsEqual("iCCP".utf8) {
        properties.colorProfile = profile(in: file[content])
      } else if type.elementsEqual("pHYs".utf8), content.count == 9, file[content.upperBound - 1] == 1,
        let across = file.bigEndian(at: content.lowerBound, count: 4),
        let down = file.bigEndian(at: content.lowerBound + 4, count: 4), across > 0, down > 0
      {
        properties.density = .init(across: Double(across) / inches, down: Double(down) / inches)
      }
      return !type.elementsEqual("IDAT".utf8)
    }
    return properties
  }

  /// A name that ends with a zero, the number of the one method, and what zlib packed.
  private static func profile(in chunk: ArraySlice<UInt8>) -> [UInt8]? {
    guard let zero = chunk.prefix(80).firstIndex(of: 0), zero + 2 < chunk.endIndex else { return nil }
    let packed = Array(chunk[(zero + 2)...])
    var size = uLong(PictureProperties.profileLimit)
    let profile = unsafe [UInt8](unsafeUninitializedCapacity: PictureProperties.profileLimit) {
      buffer, filled in
      let status = unsafe uncompress(buffer.baseAddress, &size, packed, uLong(packed.count))
      filled = status == Z_OK ? Int(size) : 0
    }
    return profile.isEmpty ? nil : Array(profile[...])
  }

  /// Puts the chunks behind the first, in the place of what says that the samples are usual ones.
  static func insert(_ properties: PictureProperties, into file: [UInt8]) -> [UInt8] {
    let usual = ["sRGB", "gAMA", "cHRM"].map { Array($0.utf8) }
    var result = Array(file.prefix(8))
    PNGChunks.forEach(in: file) { type, content in
      let isUsual = properties.colorProfile != nil && usual.contains(where: type.elementsEqual)
      if !isUsual { result += file[(content.lowerBound - 8)..<(content.upperBound + 4)] }
      guard type.elementsEqual("IHDR".utf8) else { return true }
      if let profile = properties.colorProfile, let packed = QuickPNG.deflated(profile) {
        QuickPNG.append("iCCP", Array("profile".utf8) + [0, 0] + packed, to: &result)
      }
      if let density = properties.density {
        let sides = [density.across, density.down].map { Int(($0 * inches).rounded()) }
        QuickPNG.append("pHYs", sides.flatMap(QuickPNG.number) + [1], to: &result)
      }
      return true
    }
    return result
  }
}
