/// The pictures of an office document, each once however often it is shown.
struct MediaCollector {
  private(set) var media: [Medium] = []
  private var numbers: [String: Int] = [:]
  /// The numbers of pictures without a name, by their bytes.
  private var numbersByBytes: [PictureBytes: Int] = [:]
  private var left = OfficeLimits.allMedia
  /// The pictures whose substitute was looked for: what is not one is unpacked once, too.
  private var accompanied: Set<Medium.ID> = []

  /// Returns the medium of a name, whose bytes `load` reads the first time; nil if there are none.
  mutating func medium(_ name: String, load: () -> [UInt8]?) -> Medium.ID? {
    if let number = numbers[name] { return number < 0 ? nil : Medium.ID(number) }
    guard let bytes = loaded(load), let type = Medium.type(of: bytes, name) else {
      numbers[name] = -1
      return nil
    }
    numbers[name] = media.count
    let id = Medium.ID(media.count)
    media.append(
      Medium(id: id, type: type, bytes: bytes, name: name.hasPrefix("#") ? nil : name))
    return id
  }

  /// Keeps a picture that stands in for another one, if that is of a kind that not every program shows.
  mutating func substitute(for id: Medium.ID, _ name: String, load: () -> [UInt8]?) {
    guard !OfficePicture.types.contains(media[id.number].type), accompanied.insert(id).inserted,
      let bytes = loaded(load), let type = Medium.type(of: bytes, name), OfficePicture.types.contains(type)
    else { return }
    media[id.number].substitute = Medium.Substitute(type: type, bytes: bytes)
  }

  /// What `load` reads, which costs the same if it is no picture; nil if that is nothing, or there is no room for it.
  private mutating func loaded(_ load: () -> [UInt8]?) -> [UInt8]? {
    guard left > 0, let bytes = load(), !bytes.isEmpty else { return nil }
    let fits = bytes.count <= left
    left = max(0, left - bytes.count)
    return fits ? bytes : nil
  }

  /// Returns the medium of bytes that stand in the document itself; nil if there is no room for them.
  mutating func medium(of bytes: [UInt8]) -> Medium.ID? {
    let key = PictureBytes(bytes: bytes)
    if let number = numbersByBytes[key] { return Medium.ID(number) }
    let id = medium("#\(media.count)", load: { bytes })
    if let id { numbersByBytes[key] = id.number }
    return id
  }

  /// A collector for a document within this one, whose names are its own; `take` ends it.
  func within() -> MediaCollector {
    var inner = self
    inner.numbers = [:]
    return inner
  }

  /// Goes on with what a collector for a document within this one has found.
  mutating func take(_ inner: MediaCollector) {
    media = inner.media
    left = inner.left
    numbersByBytes = inner.numbersByBytes
    accompanied = inner.accompanied
  }
}

/// A picture that is put into an office document.
package struct OfficePicture {
  let type: String
  let bytes: [UInt8]
  /// The medium of the document that it is, however often it is shown; nil for one within an address.
  let medium: Medium.ID?
  /// The width in points at which it is shown.
  let width: Double
  let height: Double

  /// The kinds that every word processor shows. WebP is none of them: Word 2019 and LibreOffice 7.3 show an empty frame.
  package static let types = [
    "image/png", "image/jpeg", "image/gif", "image/bmp", "image/tiff", "image/emf", "image/wmf",
  ]
  /// The types that OpenDocument holds besides: Word wants a picture of pixels beside a drawing.
  package static let drawings = ["image/svg+xml"]

  /// The ending of the picture's files.
  var ending: String { Self.endings[type] ?? "bin" }

  private static let endings = [
    "image/png": "png", "image/jpeg": "jpeg", "image/gif": "gif", "image/bmp": "bmp", "image/svg+xml": "svg",
    "image/webp": "webp", "image/tiff": "tiff", "image/emf": "emf", "image/wmf": "wmf",
  ]

  /// The picture that an image shows, if the document holds it; nil for one that lies elsewhere.
  ///
  /// It is no larger than what fits the text of a page.
  init?(_ image: Image, media: [Medium.ID: Medium], on page: OfficePage) {
    switch image.source {
    case .medium(let id):
      guard let medium = media[id], Self.endings[medium.type] != nil else { return nil }
      let read = medium.bytes
      guard !read.isEmpty else { return nil }
      (type, bytes, self.medium) = (medium.type, read, id)
    case .address(let address):
      guard let data = DataAddress(address), Self.endings[data.type] != nil, !data.bytes.isEmpty else {
        return nil
      }
      (type, bytes, medium) = (data.type, data.bytes, nil)
    }
    let size = ShownSize(of: image, PictureSize(bytes), within: page.room)
    (width, height) = (size.width, size.height)
  }
}

/// The bytes of a picture by which it is found again.
///
/// Eight are hashed at a time: an array hashes each by itself, which takes most of the time that a document with large
/// pictures takes to be written.
private struct PictureBytes: Hashable {
  let bytes: [UInt8]

  func hash(into hasher: inout Hasher) {
    let (span, count) = (bytes.span, bytes.count)
    hasher.combine(count)
    var place = 0
    while place + 8 <= count {
      var word: UInt64 = 0
      for offset in 0..<8 { word |= UInt64(span[place + offset]) << (8 * offset) }
      hasher.combine(word)
      place += 8
    }
    while place < count {
      hasher.combine(span[place])
      place += 1
    }
  }
}

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
