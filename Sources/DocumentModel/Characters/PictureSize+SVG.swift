extension PictureSize {
  /// What the root element says, in pixels or another unit, else the size of its box of coordinates (SVG 2, 8.2).
  package init?(ofSVG bytes: [UInt8]) {
    var tokenizer = MarkupTokenizer(count: min(bytes.count, 8_192))
    while let token = tokenizer.next(bytes.span) {
      guard case .startTag(let name) = token else { continue }
      guard name == .svg else { return nil }
      break
    }
    var values: [String: String] = [:]
    for attribute in tokenizer.attributes {
      let name = String(decoding: bytes[attribute.name], as: UTF8.self).lowercased()
      values[name] = values[name] ?? String(decoding: bytes[attribute.value], as: UTF8.self)
    }
    let box = values["viewbox"]?.split { $0.isWhitespace || $0 == "," }.compactMap { Double($0) } ?? []
    let (width, height) = (values["width"].flatMap(Self.pixels), values["height"].flatMap(Self.pixels))
    let ratio = box.count == 4 && box[2] > 0 && box[3] > 0 ? box[3] / box[2] : 1
    switch (width, height) {
    case (let width?, let height?): self.init(rounding: width, height)
    case (let width?, nil): self.init(rounding: width, width * ratio)
    case (nil, let height?): self.init(rounding: height / ratio, height)
    case (nil, nil):
      guard box.count == 4 else { return nil }
      self.init(rounding: box[2], box[3])
    }
  }

  /// A length in pixels, of which an inch has 96 (CSS Values 6.2); nil for a part of something else.
  private static func pixels(_ length: String) -> Double? {
    let units: [String: Double] = [
      "px": 1, "pt": 96 / 72, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4,
    ]
    let text = length.filter { !$0.isWhitespace }.lowercased()
    guard let factor = units[String(text.suffix(2))] else { return Double(text) }
    return Double(text.dropLast(2)).map { $0 * factor }
  }

  private init?(rounding width: Double, _ height: Double) {
    guard (0.5...100_000).contains(width), (0.5...100_000).contains(height) else { return nil }
    self.init(Int(width.rounded()), Int(height.rounded()))
  }
}
