import BinaryText
import Pictures
import Terminal

/// A picture for terminals that take PNG, by the graphics protocol that kitty began.
struct KittyPicture {
  /// Terminals hold pictures in memory: larger ones are told by their size alone.
  private static let byteLimit = 32 << 20
  /// Bytes of base 64 in one sequence (kitty graphics protocol, "Remote client").
  private static let chunk = 4096

  private let bytes: [UInt8]
  private let columns: Int?

  /// Nil if pb cannot read the picture, or the terminal is not known to support the protocol.
  init?(_ bytes: [UInt8], on size: TerminalSize, variable: (String) -> String?) {
    guard Self.isKnown(variable), bytes.count <= Self.byteLimit, let header = PictureHeader(bytes),
      let png = Self.png(bytes, header)
    else { return nil }
    self.bytes = png
    // A picture that is wider than the screen is made to fit.
    let cell = size.cell ?? TerminalSize.Cell(width: 8, height: 16)
    columns = header.width > size.columns * cell.width ? size.columns : nil
  }

  private static func png(_ bytes: [UInt8], _ header: PictureHeader) -> [UInt8]? {
    if header.codec == .png { return bytes }
    return (try? Picture(bytes)).flatMap { try? PictureCodec.png.write($0) }
  }

  /// Multiplexers such as tmux do not pass pictures on.
  private static func isKnown(_ variable: (String) -> String?) -> Bool {
    guard variable("TMUX") == nil, variable("STY") == nil else { return false }
    if variable("KITTY_WINDOW_ID") != nil || variable("KONSOLE_VERSION") != nil { return true }
    return ["xterm-kitty", "xterm-ghostty", "wezterm"].contains(variable("TERM"))
      || ["WezTerm", "ghostty"].contains(variable("TERM_PROGRAM"))
  }

  var sequence: String {
    let text = Array(Base64.encode(bytes).utf8)
    let size = columns.map { ",c=\($0)" } ?? ""
    var sequence = ""
    for start in stride(from: 0, to: text.count, by: Self.chunk) {
      let end = min(start + Self.chunk, text.count)
      let more = end < text.count ? 1 : 0
      let keys = start == 0 ? "a=T,f=100,q=2\(size),m=\(more)" : "m=\(more)"
      sequence += "\u{1B}_G\(keys);" + String(decoding: text[start..<end], as: UTF8.self) + "\u{1B}\\"
    }
    return sequence
  }
}
