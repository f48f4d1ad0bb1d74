/// An image.
public struct Image: Hashable, Sendable {
  /// The place of the picture.
  public enum Source: Hashable, Sendable {
    /// At an address; it may be a `data:` URL.
    case address(String)
    /// A medium that the document holds.
    case medium(Medium.ID)
  }

  /// The place of the picture.
  public var source: Source
  /// The text that is shown when the pointer rests on the picture; empty for nothing.
  public var title: String
  /// The alternative text, for programs that cannot show the picture.
  public var alternative: String
  /// The width at which the picture is shown; nil for its own width.
  public var width: Length?
  /// The height at which the picture is shown; nil for its own height.
  public var height: Length?

  /// Creates a picture.
  public init(
    _ source: Source, title: String = "", alternative: String = "", width: Length? = nil,
    height: Length? = nil
  ) {
    self.source = source
    self.title = title
    self.alternative = alternative
    self.width = width
    self.height = height
  }

  /// Creates a picture by its address.
  public init(source: String, title: String = "", alternative: String = "") {
    self.init(.address(source), title: title, alternative: alternative)
  }

  /// The address of the picture; nil if the document contains the picture.
  public var address: String? {
    if case .address(let address) = source { address } else { nil }
  }
}

/// A length in print or on a screen.
public struct Length: Hashable, Sendable {
  /// The length in points, of which an inch has 72.
  public var points: Double

  /// Creates a length in points.
  public init(points: Double) { self.points = points }

  /// Creates a length in pixels, of which an inch has 96 (CSS Values 6.2).
  public init(pixels: Double) { points = pixels * 0.75 }

  /// The length in whole pixels, as HTML has it; nil for one that no screen shows.
  package var pixels: Int? {
    let pixels = (points / 0.75).rounded()
    return pixels >= 1 && pixels <= Self.longestSide ? Int(pixels) : nil
  }

  /// A length in pixels as an attribute of HTML says it; nil for a share of what is around it, and for nothing.
  package init?(attribute: some Collection<UInt8>) {
    let text = String(decoding: attribute, as: UTF8.self)
    guard let pixels = Double(text.lowercased().hasSuffix("px") ? text.dropLast(2) : text[...]),
      pixels >= 1, pixels <= Self.longestSide
    else { return nil }
    self.init(pixels: pixels)
  }

  /// The longest side of a picture, in pixels.
  private static var longestSide: Double { 100_000 }
}

/// The text that programs write where a picture's description belongs.
package enum AlternativeText {
  private static let pictureEndings: Set<String> = [
    "png", "jpg", "jpeg", "gif", "tif", "tiff", "bmp", "emf", "wmf", "pict", "pct", "svg", "webp", "heic",
    "pdf",
  ]

  /// True for where a picture lay on somebody's machine, which programs leave for want of a description.
  package static func isPath(_ text: String) -> Bool {
    guard endsAsPicture(text) else { return false }
    return text.utf8.contains {
      $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":")
    }
  }

  /// What programs that describe pictures by themselves add to what they say, in Word's languages.
  private static let signsOfAutomation = [
    "automatically generated", "ai-generated content", "automatisch generiert", "ki-generierte",
    "généré automatiquement",
    "générée automatiquement", "générés par l’ia", "généré par l’ia", "generada automáticamente",
    "generado automáticamente", "generado por ia", "generata automaticamente", "generato dall'ia",
    "gerada automaticamente",
    "gerado por ia", "automatisch gegenereerd", "automatycznie", "автоматически", "自动生成", "自動產生", "自動的に生成",
    "自动的描述", "자동 생성", "automatiskt genererad", "automatisk genereret", "automatisk generert",
  ]

  /// What is shown in the place of a picture that is lost: not where it lay, nor what a program made up about it.
  package static func ofLostPicture(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    let lowered = text.lowercased()
    let isAddress =
      !text.utf8.contains(0x20)
      && ["http://", "https://", "file:", "cid:", "data:", "blob:", "www."].contains(where: lowered.hasPrefix)
    // A search of strings would make tables of each sign first, a hundred thousand instructions for each picture.
    let bytes = Array(lowered.utf8)[...]
    let isAutomatic = signsOfAutomation.contains { ByteSearch.contains($0, in: bytes) }
    if isAddress || isPath(text) || isAutomatic { return "" }
    for title in ["Text Box: ", "Textfeld: ", "Zone de texte: ", "Cuadro de texto: "]
    where text.hasPrefix(title) {
      return String(text.dropFirst(title.count))
    }
    return text
  }

  /// True for the name of a file that is a picture.
  package static func endsAsPicture(_ name: String) -> Bool {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return pictureEndings.contains(name[name.index(after: dot)...].lowercased())
  }
}

/// The size at which a picture is shown, in points.
package struct ShownSize: Hashable {
  package let width: Double
  package let height: Double

  /// The shown size of a picture whose size is unknown: three inches by two and a quarter.
  private static let usual = ShownSize(width: 216, height: 162)

  private init(width: Double, height: Double) {
    (self.width, self.height) = (width, height)
  }

  /// As large as a picture is by itself on paper: in a browser an inch has 96 pixels of any picture.
  package init(_ size: PictureSize) {
    self.init(
      width: Double(size.width) / size.pixelsPerInch.across * 72,
      height: Double(size.height) / size.pixelsPerInch.down * 72)
  }

  /// As large as a browser shows a picture of its own size.
  package init(inBrowsers size: PictureSize) {
    self.init(
      width: Length(pixels: Double(size.width)).points, height: Length(pixels: Double(size.height)).points)
  }

  /// As large as an image of a document says, and no larger than there is room.
  ///
  /// - Parameter size: that of the picture itself, if its bytes tell it.
  package init(of image: Image, _ size: PictureSize?, within room: (width: Double, height: Double)) {
    let own = size.map { ShownSize($0) } ?? Self.usual
    var (width, height) = (own.width, own.height)
    switch (image.width?.points, image.height?.points) {
    case (let given?, let other?): (width, height) = (given, other)
    case (let given?, nil): (width, height) = (given, given * own.height / own.width)
    case (nil, let given?): (width, height) = (given * own.width / own.height, given)
    case (nil, nil): break
    }
    let scale = min(1, room.width / max(width, 1), room.height / max(height, 1))
    self.init(width: max(1, width * scale), height: max(1, height * scale))
  }
}
