/// How a piece of text looks.
package struct Style: Hashable, Sendable {
  /// A colour of the terminal's own palette, which fits its theme.
  package enum Color: UInt8, Sendable {
    case black, red, green, yellow, blue, magenta, cyan, white
  }

  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Attributes(rawValue: 1)
    package static let faint = Attributes(rawValue: 2)
    package static let italic = Attributes(rawValue: 4)
    package static let underline = Attributes(rawValue: 8)
    package static let reverse = Attributes(rawValue: 16)
    package static let struck = Attributes(rawValue: 32)
  }

  package var attributes: Attributes
  package var color: Color?

  package init(_ attributes: Attributes = [], color: Color? = nil) {
    self.attributes = attributes
    self.color = color
  }

  package static let plain = Style()
  package static let bold = Style(.bold)
  package static let faint = Style(.faint)
  package static let reverse = Style(.reverse)

  /// This style with what another one adds.
  package func adding(_ other: Style) -> Style {
    Style(attributes.union(other.attributes), color: other.color ?? color)
  }

  /// The sequence that sets the style after a reset (ECMA-48, 8.3.117, SGR).
  var sequence: String {
    let codes: [(Attributes, String)] = [
      (.bold, "1"), (.faint, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"), (.struck, "9"),
    ]
    var parts = ["0"] + codes.filter { attributes.contains($0.0) }.map(\.1)
    if let color { parts.append(String(30 + color.rawValue)) }
    return "\u{1B}[" + parts.joined(separator: ";") + "m"
  }
}
