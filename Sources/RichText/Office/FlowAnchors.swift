/// Where links within a document lead: to headings, which other formats name by their text.
struct FlowAnchors {
  /// The names of bookmarks in the open paragraph.
  private var open: [String] = []
  private var headings: [String: String] = [:]
  /// How often a heading's name was given.
  private var counts: [String: Int] = [:]

  mutating func add(_ bookmark: String?) {
    guard let bookmark, open.count < 64 else { return }
    open.append(bookmark)
  }

  /// Ends a paragraph that is no heading.
  mutating func close() { open.removeAll(keepingCapacity: true) }

  /// Ends a heading of this text.
  mutating func close(headingOf text: [UInt8]) {
    let name = Self.name(String(decoding: text, as: UTF8.self))
    let count = counts[name, default: 0]
    counts[name] = count + 1
    for bookmark in open { headings[bookmark] = count == 0 ? name : "\(name)-\(count)" }
    close()
  }

  /// What GitHub calls a heading in addresses.
  private static func name(_ text: String) -> String {
    var name = ""
    for character in text.lowercased() {
      if character.isLetter || character.isNumber || character == "-" || character == "_" {
        name.append(character)
      } else if character.isWhitespace {
        name.append("-")
      }
    }
    return name
  }

  /// Lets links lead to headings under these names.
  func settle(_ flow: inout Flow) {
    guard !headings.isEmpty else { return }
    for index in flow.links.indices where flow.links[index].destination.utf8.first == UInt8(ascii: "#") {
      guard let name = headings[String(flow.links[index].destination.dropFirst())] else { continue }
      flow.links[index].destination = "#" + name
    }
  }
}
