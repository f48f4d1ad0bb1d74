/// Where links within a document lead: to headings, which other formats name by their text, and to paragraphs.
struct FlowAnchors {
  /// The names of bookmarks that stand in the open paragraph, or before the next one.
  private var open: [String] = []
  /// The name that each bookmark of a heading gets.
  private var headings: [String: String] = [:]
  /// The first run of the paragraph that each other bookmark stands in.
  private var paragraphs: [String: Int] = [:]
  /// How often a heading's name was given.
  private var counts: [String: Int] = [:]
  /// The links of references, which lead nowhere where there is no such bookmark.
  private var references: [Int] = []

  mutating func add(_ bookmark: String?) {
    guard let bookmark, open.count < 64 else { return }
    open.append(bookmark)
  }

  /// Says that the link that was added last is made of a reference.
  mutating func addReference(link: Int) { references.append(link) }

  /// Ends a paragraph that is no heading and whose runs begin with this one.
  mutating func close(paragraphOfRun run: Int) {
    for bookmark in open where paragraphs[bookmark] == nil { paragraphs[bookmark] = run }
    open.removeAll(keepingCapacity: true)
  }

  /// Ends a heading of this text.
  mutating func close(headingOf text: [UInt8]) {
    let name = Self.name(String(decoding: text, as: UTF8.self))
    let count = counts[name, default: 0]
    counts[name] = count + 1
    for bookmark in open { headings[bookmark] = count == 0 ? name : "\(name)-\(count)" }
    open.removeAll(keepingCapacity: true)
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

  /// Lets links lead to headings under these names, and keeps the other places that they lead to.
  func settle(_ flow: inout Flow) {
    for link in references {
      let bookmark = String(flow.links[link].destination.dropFirst())
      if headings[bookmark] == nil, paragraphs[bookmark] == nil { flow.links[link].destination = "" }
    }
    guard !headings.isEmpty || !paragraphs.isEmpty else { return }
    var kept: Set<String> = []
    for index in flow.links.indices where flow.links[index].destination.utf8.first == UInt8(ascii: "#") {
      let bookmark = String(flow.links[index].destination.dropFirst())
      if let name = headings[bookmark] {
        flow.links[index].destination = "#" + name
      } else if let run = paragraphs[bookmark], AnchorMarkup.isSafe(bookmark.utf8),
        kept.insert(bookmark).inserted
      {
        flow.anchors[run, default: []].append(bookmark)
      }
    }
  }
}
