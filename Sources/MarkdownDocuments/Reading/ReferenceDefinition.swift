/// The definition of a link reference (CommonMark 4.7).
struct ReferenceDefinition {
  let label: Range<Int>
  let destination: Range<Int>
  let title: Range<Int>
  /// The position where the line behind the definition begins.
  let end: Int

  /// Reads the definition with which a range of a paragraph begins; nil if that is none.
  init?(_ text: Span<UInt8>, _ range: Range<Int>) {
    let limit = range.upperBound
    guard let labelEnd = LinkLabel.end(text, at: range.lowerBound, to: limit), labelEnd < limit,
      text[labelEnd] == UInt8(ascii: ":")
    else { return nil }
    label = range.lowerBound + 1..<labelEnd - 1
    guard text.skippingWhiteSpace(from: label.lowerBound, to: labelEnd) < label.upperBound else { return nil }
    let start = text.skippingWhiteSpace(from: labelEnd + 1, to: limit)
    guard start < limit, let (destination, destinationEnd) = LinkParts.destination(text, at: start, to: limit)
    else { return nil }
    guard text[start] == UInt8(ascii: "<") || !destination.isEmpty else { return nil }
    self.destination = destination
    // A title that something follows in its line is none; then the definition may end before it.
    let titleStart = text.skippingWhiteSpace(from: destinationEnd, to: limit)
    if titleStart > destinationEnd, let (title, titleEnd) = LinkParts.title(text, at: titleStart, to: limit),
      let end = Self.endOfLine(text, titleEnd, limit)
    {
      self.title = title
      self.end = end
    } else if let end = Self.endOfLine(text, destinationEnd, limit) {
      title = destinationEnd..<destinationEnd
      self.end = end
    } else {
      return nil
    }
  }

  /// The position where the next line begins if nothing but spaces stands in the rest of this one.
  private static func endOfLine(_ text: Span<UInt8>, _ start: Int, _ limit: Int) -> Int? {
    let end = text.skippingSpaces(from: start, to: limit)
    if end == limit { return end }
    return text[end] == 0x0A ? end + 1 : nil
  }
}

/// The targets that labels stand for; of two alike the first counts.
struct ReferenceTable {
  private var targets: [String: LinkTargetText] = [:]

  var isEmpty: Bool { targets.isEmpty }

  mutating func add(_ definition: ReferenceDefinition, _ text: Span<UInt8>) {
    let label = LinkLabel.normalized(text, definition.label)
    guard targets[label] == nil else { return }
    targets[label] = LinkTargetText(text, destination: definition.destination, title: definition.title)
  }

  func target(_ text: Span<UInt8>, _ label: Range<Int>) -> LinkTargetText? {
    targets.isEmpty ? nil : targets[LinkLabel.normalized(text, label)]
  }
}

/// The definitions of footnotes, and the numbers of those that are referred to, in the order of that.
struct NoteTable {
  private var nodes: [String: Int] = [:]
  private var numbers: [Int: Int] = [:]
  /// The nodes of the notes that have numbers.
  private(set) var ordered: [Int] = []

  var isEmpty: Bool { nodes.isEmpty }

  mutating func add(_ label: String, node: Int) {
    if nodes[label] == nil { nodes[label] = node }
  }

  /// The node of the note of a label; nil if there is none.
  func node(_ text: Span<UInt8>, _ label: Range<Int>) -> Int? {
    nodes.isEmpty ? nil : nodes[LinkLabel.normalized(text, label)]
  }

  /// The number of a note, given at its first reference.
  mutating func number(of node: Int) -> Int {
    if let number = numbers[node] { return number }
    ordered.append(node)
    numbers[node] = ordered.count
    return ordered.count
  }
}

/// The labels of references (CommonMark 4.7, 6.3).
enum LinkLabel {
  /// The longest label.
  static let maximumLength = 999

  /// The position where the label ends that begins at an opening bracket: behind its closing bracket; nil if there is none.
  static func end(_ text: Span<UInt8>, at start: Int, to limit: Int) -> Int? {
    var position = start + 1
    var length = 0
    while position < limit {
      switch text[position] {
      case UInt8(ascii: "]"):
        return position + 1
      case UInt8(ascii: "["):
        return nil
      case UInt8(ascii: "\\") where position + 1 < limit && text[position + 1].isASCIIPunctuation:
        position += 2
        length += 2
      case let byte:
        if byte & 0xC0 != 0x80 { length += 1 }
        position += 1
      }
      if length > maximumLength { return nil }
    }
    return nil
  }

  /// True if a text without brackets is not too long for a label.
  static func fits(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count > maximumLength else { return true }
    guard range.count <= 4 * maximumLength else { return false }
    var length = 0
    for position in range where text[position] & 0xC0 != 0x80 { length += 1 }
    return length <= maximumLength
  }

  /// What is compared of a label: without white space around it, each run of white space one space, and the case of
  /// letters folded; empty if there is nothing but white space.
  static func normalized(_ text: Span<UInt8>, _ range: Range<Int>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var isASCII = true
    var isAfterSpace = true
    for position in range {
      let byte = text[position]
      if byte.isSpaceOrTab || byte == 0x0A {
        if !isAfterSpace { result.append(0x20) }
        isAfterSpace = true
      } else {
        isAfterSpace = false
        isASCII = isASCII && byte < 0x80
        result.append(byte &- 0x61 < 26 ? byte & 0xDF : byte)
      }
    }
    if isAfterSpace, !result.isEmpty { result.removeLast() }
    let label = String(decoding: result, as: UTF8.self)
    // Capitals of what is small: so the sharp s is two letters, and the final sigma one like the others.
    return isASCII ? label : label.lowercased().uppercased()
  }
}

/// The destinations and titles of links (CommonMark 6.3).
enum LinkParts {
  /// The largest depth of parentheses in a destination.
  private static let maximumDepth = 32

  /// The destination that begins at a position: what is in it, and where it ends; nil if there is none.
  static func destination(
    _ text: Span<UInt8>, at start: Int, to limit: Int
  ) -> (content: Range<Int>, end: Int)? {
    guard start < limit, text[start] == UInt8(ascii: "<") else {
      return bareDestination(text, at: start, to: limit)
    }
    var position = start + 1
    while position < limit {
      switch text[position] {
      case UInt8(ascii: ">"): return (start + 1..<position, position + 1)
      case UInt8(ascii: "<"), 0x0A: return nil
      case UInt8(ascii: "\\") where position + 1 < limit && text[position + 1].isASCIIPunctuation:
        position += 2
      default: position += 1
      }
    }
    return nil
  }

  private static func bareDestination(
    _ text: Span<UInt8>, at start: Int, to limit: Int
  ) -> (content: Range<Int>, end: Int)? {
    var position = start
    var depth = 0
    scan: while position < limit {
      switch text[position] {
      case UInt8(ascii: "("):
        depth += 1
        guard depth <= maximumDepth else { return nil }
      case UInt8(ascii: ")"):
        guard depth > 0 else { break scan }
        depth -= 1
      case UInt8(ascii: "\\") where position + 1 < limit && text[position + 1].isASCIIPunctuation:
        position += 1
      case 0...0x20, 0x7F:
        break scan
      default:
        break
      }
      position += 1
    }
    return depth == 0 ? (start..<position, position) : nil
  }

  /// The title that begins at a position: what is in it, and where it ends; nil if there is none.
  static func title(
    _ text: Span<UInt8>, at start: Int, to limit: Int
  ) -> (content: Range<Int>, end: Int)? {
    guard start < limit else { return nil }
    let opening = text[start]
    let closing: UInt8
    switch opening {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): closing = opening
    case UInt8(ascii: "("): closing = UInt8(ascii: ")")
    default: return nil
    }
    var position = start + 1
    while position < limit {
      let byte = text[position]
      if byte == closing { return (start + 1..<position, position + 1) }
      if byte == opening { return nil }
      position += byte == UInt8(ascii: "\\") && position + 1 < limit ? 2 : 1
    }
    return nil
  }
}

/// The target of a link, and its title.
struct LinkTargetText {
  let destination: String
  let title: String

  init(_ text: Span<UInt8>, destination: Range<Int>, title: Range<Int>) {
    self.destination = CharacterReference.unescaped(text, destination)
    self.title = CharacterReference.unescaped(text, title)
  }

  var length: Int { destination.utf8.count + title.utf8.count }
}
