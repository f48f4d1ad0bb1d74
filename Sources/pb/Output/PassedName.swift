/// Names of types that other programs chose, as they are passed on to commands.
///
/// Identifiers, MIME types (RFC 6838 4.2, with parameters) and names of X11's targets have letters, digits and a few
/// signs. Others are not passed on: scripts print them, and put them into command lines.
enum PassedName {
  /// The replacement of a name that is not safe.
  static let replacement = "application/octet-stream"
  /// Longer ones are no names.
  private static let lengthLimit = 255
  private static let signs = Array(" !#&+-./:;=@^_~%,".utf8)

  static func isSafe(_ name: String) -> Bool {
    name.utf8.count <= lengthLimit
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: signs.contains(byte)
        }
      } && name.utf8.first != UInt8(ascii: "-")
  }
}
