/// An image.
public struct Image: Hashable, Sendable {
  /// Where the picture is.
  public enum Source: Hashable, Sendable {
    /// At an address; it may be a `data:` URL.
    case address(String)
    /// In the document.
    case medium(Medium.ID)
  }

  /// Where the picture is.
  public var source: Source
  /// What is shown when the pointer rests on the picture; empty for nothing.
  public var title: String
  /// What stands in for the picture where it cannot be shown: its alternative text.
  public var alternative: String
  /// How wide the picture is shown, nil for as wide as it is.
  public var width: Length?
  /// How high the picture is shown, nil for as high as it is.
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

  /// The address of the picture, nil for one that the document holds.
  public var address: String? {
    if case .address(let address) = source { address } else { nil }
  }
}

/// A length in print or on a screen.
public struct Length: Hashable, Sendable {
  /// In points, of which an inch has 72.
  public var points: Double

  /// Creates a length in points.
  public init(points: Double) { self.points = points }

  /// Creates a length in pixels, of which an inch has 96 (CSS Values 6.2).
  public init(pixels: Double) { points = pixels * 0.75 }

  /// In whole pixels, as HTML has it; nil for what no screen shows.
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

  /// Longer sides, in pixels, are none of a picture.
  private static var longestSide: Double { 100_000 }
}
