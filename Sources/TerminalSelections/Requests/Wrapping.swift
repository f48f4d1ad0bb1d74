/// How a sequence goes through a program that stands between this one and the terminal.
enum Wrapping: Hashable, Sendable {
  case none
  /// A device control string in which each escape is doubled.
  case tmux
  /// Device control strings of limited length, one after the other.
  case screen

  /// GNU screen keeps 768 bytes of each.
  private static let screenPiece = 700

  /// What ends a string that is wrapped: to screen, `ESC \` would be the end of its own.
  var terminator: [UInt8] { self == .screen ? [0x07] : [0x1B, 0x5C] }

  /// What to send so that the terminal gets the sequence.
  func wrap(_ sequence: [UInt8]) -> [UInt8] {
    switch self {
    case .none: return sequence
    case .tmux:
      var output = Array("\u{1B}Ptmux;".utf8)
      output.reserveCapacity(sequence.count + 16)
      for byte in sequence {
        if byte == 0x1B { output.append(byte) }
        output.append(byte)
      }
      return output + [0x1B, 0x5C]
    case .screen:
      var output: [UInt8] = []
      output.reserveCapacity(sequence.count + sequence.count / Self.screenPiece * 4 + 4)
      var rest = sequence[...]
      while !rest.isEmpty {
        output += [0x1B, 0x50] + rest.prefix(Self.screenPiece) + [0x1B, 0x5C]
        rest = rest.dropFirst(Self.screenPiece)
      }
      return output
    }
  }
}
