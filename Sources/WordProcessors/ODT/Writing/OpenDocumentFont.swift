/// How letters look, said for each of the three groups of scripts that OpenDocument tells apart: those of the West, of East
/// Asia, and those whose letters change their shape (ODF 1.3 part 3, 20.189 and on).
enum OpenDocumentFont {
  static let bold = properties("font-weight", "bold")
  static let italic = properties("font-style", "italic")

  static func size(_ points: Int) -> String { properties("font-size", "\(points)pt") }

  private static func properties(_ name: String, _ value: String) -> String {
    "fo:\(name)=\"\(value)\" style:\(name)-asian=\"\(value)\" style:\(name)-complex=\"\(value)\""
  }
}
