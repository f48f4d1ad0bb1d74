/// Numbers the pictures of a package from 0 on: one that is shown many times, or stands in the document twice, is kept
/// once.
struct PictureIndex {
  private var numbers: [PictureBytes: Int] = [:]
  /// The same by media, whose bytes are looked at once then, however often they are shown.
  private var numbersByMedium: [Medium.ID: Int] = [:]

  /// The number of a picture, and whether it is a new one.
  mutating func number(of picture: OfficePicture) -> (number: Int, isNew: Bool) {
    if let medium = picture.medium, let known = numbersByMedium[medium] { return (known, false) }
    let count = numbers.count
    let number = numbers[PictureBytes(bytes: picture.bytes), default: count]
    if number == count { numbers[PictureBytes(bytes: picture.bytes)] = number }
    if let medium = picture.medium { numbersByMedium[medium] = number }
    return (number, number == count)
  }
}
