/// The sides of a paragraph along which a line is drawn.
///
/// Word processors draw one box around paragraphs that have the same borders and indents.
struct FlowBorders: OptionSet {
  let rawValue: UInt8

  static let top = FlowBorders(rawValue: 1 << 0)
  static let bottom = FlowBorders(rawValue: 1 << 1)
  static let left = FlowBorders(rawValue: 1 << 2)
  static let right = FlowBorders(rawValue: 1 << 3)
  /// Between two paragraphs of one box.
  static let between = FlowBorders(rawValue: 1 << 4)

  static let all: FlowBorders = [.top, .bottom, .left, .right]
  /// Those that make a rule of an empty paragraph.
  static let lines: FlowBorders = [.top, .bottom, .between]
}
