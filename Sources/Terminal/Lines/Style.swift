/// How a piece of text looks.
package struct Style: Hashable, Sendable {
  /// A colour: for text one of the terminal's own, which fit its theme, for pictures any.
  package enum Color: Hashable, Sendable {
    case red, green, yellow, blue, magenta, cyan
    /// One of 256.
    case indexed(UInt8)
    case rgb(UInt8, UInt8, UInt8)

    /// What sets it, for text or, with 10 more, behind it (ECMA-48, 8.3.117; ISO 8613-6).
    fileprivate func code(base: Int) -> String {
      switch self {
      case .red: "\(base + 1)"
      case .green: "\(base + 2)"
      case .yellow: "\(base + 3)"
      case .blue: "\(base + 4)"
      case .magenta: "\(base + 5)"
      case .cyan: "\(base + 6)"
      case .indexed(let number): "\(base + 8);5;\(number)"
      case .rgb(let red, let green, let blue): "\(base + 8);2;\(red);\(green);\(blue)"
      }
    }
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
  package var background: Color?

  package init(_ attributes: Attributes = [], color: Color? = nil, background: Color? = nil) {
    self.attributes = attributes
    self.color = color
    self.background = background
  }

  package static let plain = Style()
  package static let bold = Style(.bold)
  package static let faint = Style(.faint)
  package static let reverse = Style(.reverse)

  /// This style with what another one adds.
  package func adding(_ other: Style) -> Style {
    Style(
      attributes.union(other.attributes), color: other.color ?? color,
      background: other.background ?? background)
  }

  /// The sequence that sets the style after a reset (ECMA-48, 8.3.117, SGR).
  var sequence: String {
    let codes: [(Attributes, String)] = [
      (.bold, "1"), (.faint, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"), (.struck, "9"),
    ]
    var parts = ["0"] + codes.filter { attributes.contains($0.0) }.map(\.1)
    if let color { parts.append(color.code(base: 30)) }
    if let background { parts.append(background.code(base: 40)) }
    return "\u{1B}[" + parts.joined(separator: ";") + "m"
  }
}
