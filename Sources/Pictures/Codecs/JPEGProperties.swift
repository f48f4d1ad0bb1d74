/// The segments of a JPEG file that say what its samples mean, and how large it is on paper (ITU-T T.871, 10.1; ICC.1,
/// annex B.4).
enum JPEGProperties {
  private static let profileName = Array("ICC_PROFILE\0".utf8)
  private static let identifier = Array("JFIF\0".utf8)
  /// A segment has two bytes for its length, and a part of a profile its name, its number and how many there are.
  private static let partLimit = 65_519

  static func read(_ file: [UInt8]) -> PictureProperties {
    var properties = PictureProperties()
    var parts: [UInt8: ArraySlice<UInt8>] = [:]
    JPEGSegments.forEach(in: file) { marker, place in
      guard place.upperBound <= file.count else { return false }
      let content = file[place]
      if marker == 0xE2, content.starts(with: profileName), content.count > 14 {
        parts[content[content.startIndex + 12]] = content.dropFirst(14)
      } else if marker == 0xE0, content.starts(with: identifier), content.count >= 12 {
        properties.density = density(in: Array(content))
      }
      return true
    }
    let profile = parts.sorted { $0.key < $1.key }.flatMap(\.value)
    if !profile.isEmpty { properties.colorProfile = profile }
    return properties
  }

  private static func density(in header: [UInt8]) -> PictureProperties.Density? {
    guard let across = header.bigEndian(at: 8, count: 2), let down = header.bigEndian(at: 10, count: 2),
      across > 0, down > 0, 1...2 ~= header[7]
    else { return nil }
    let unit = header[7] == 1 ? 1 : 2.54
    return .init(across: Double(across) * unit, down: Double(down) * unit)
  }

  /// Says the density in the header that libjpeg-turbo writes first, and puts the profile behind that.
  static func insert(_ properties: PictureProperties, into file: [UInt8]) -> [UInt8] {
    guard file.count > 20, file[3] == 0xE0, file[6..<11].elementsEqual(identifier) else { return file }
    var result = Array(file[..<20])
    if let density = properties.density {
      let sides = [density.across, density.down].map { UInt16(min(max($0.rounded(), 1), 65_535)) }
      result.replaceSubrange(13..<18, with: [1] + sides.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    }
    var rest = (properties.colorProfile ?? [])[...]
    let count = (rest.count + partLimit - 1) / partLimit
    for number in 0..<min(count, 255) {
      let part = rest.prefix(partLimit)
      let length = part.count + 16
      result += [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)] + profileName
      result += [UInt8(number + 1), UInt8(count)] + part
      rest = rest.dropFirst(partLimit)
    }
    return result + file[20...]
  }
}
