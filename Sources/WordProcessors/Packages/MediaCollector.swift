/// The pictures of an office document, each once however often it is shown.
struct MediaCollector {
  private(set) var media: [Medium] = []
  private var numbers: [String: Int] = [:]
  /// Those that have no names.
  private var numbersByBytes: [PictureBytes: Int] = [:]
  private var left = OfficeLimits.allMedia
  /// Those of which a substitute was looked for: what is none is unpacked once, too.
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
