/// The addresses of links that are written by number, to be defined at the end (CommonMark 4.7).
struct LinkReferences {
  private struct Target: Hashable {
    let destination: String
    let title: String
  }

  /// What a parser expands at the least, however short the text.
  private static let expansionFloor = 100_000

  private var numbers: [Target: Int] = [:]
  private var targets: [Target] = []
  private var expandedSize = 0
  /// How much has been written at the least, by what has passed through here.
  private var writtenSize = 0

  /// The number for an address; nil if it is to be written in place.
  ///
  /// Parsers expand references to no more than the text's own size: what would pass that bound stays in place.
  mutating func number(destination: String, title: String) -> Int? {
    guard !destination.isEmpty else { return nil }
    let target = Target(destination: destination, title: title)
    let size = destination.utf8.count + title.utf8.count
    let known = numbers[target]
    let writtenThen = writtenSize + (known == nil ? size : 0)
    guard expandedSize + size <= max(Self.expansionFloor, writtenThen) else { return nil }
    expandedSize += size
    writtenSize = writtenThen
    if let known { return known }
    targets.append(target)
    numbers[target] = targets.count
    return targets.count
  }

  /// The lines that define the numbers, if there are any.
  func writeDefinitions(to lines: inout MarkdownLines) {
    guard !targets.isEmpty else { return }
    lines.endBlankLine()
    for (index, target) in targets.enumerated() {
      lines.append("[\(index + 1)]: ")
      var address: [UInt8] = []
      MarkdownEscape.append(address: target.destination, title: target.title, to: &address)
      lines.append(address[...])
      lines.end()
    }
  }

  /// True if text, as a link's, could be taken for a number.
  static func isLabel(_ content: [Inline]) -> Bool {
    guard content.count == 1, case .text(let text) = content[0] else { return false }
    return text.utf8.allSatisfy(isInLabel)
  }

  /// True if what follows a bracket may be a number and a bracket.
  static func begins(_ rest: ArraySlice<UInt8>) -> Bool {
    let end = rest.prefix(1000).firstIndex { !isInLabel($0) } ?? rest.endIndex
    return end == rest.endIndex || rest[end] == UInt8(ascii: "]")
  }

  private static func isInLabel(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == 0x20 || byte == 0x09
  }
}
