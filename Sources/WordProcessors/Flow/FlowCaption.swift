/// What Pasteboard's writer says of a caption, besides its style.
enum FlowCaption {
  /// The table that follows is called so.
  static let ofTable = "table"
  private static let figure = "figure "

  /// The blocks before the caption, so many of them, are a figure.
  static func ofFigure(blockCount: Int) -> String { figure + String(blockCount) }

  /// How many blocks before the caption it belongs to; nil if it is none of a figure.
  static func blockCount(_ info: String) -> Int? {
    info.hasPrefix(figure) ? Int(info.dropFirst(figure.count)) : nil
  }
}
