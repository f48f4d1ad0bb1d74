import Foundation
import RichText

/// The tests of tree construction: a text, the element that it is the content of, and its tree.
enum TreeTests {
  struct Case {
    var data = ""
    var context: String?
    var needsScripts = false
    var tree = ""
  }

  static func cases(in file: String) -> [Case] {
    var cases: [Case] = []
    var section = ""
    var lines: [String] = []
    func end() {
      guard !section.isEmpty, !cases.isEmpty else { return }
      let text = lines.joined(separator: "\n")
      switch section {
      case "#data": cases[cases.count - 1].data = text
      case "#document-fragment": cases[cases.count - 1].context = lines.first
      case "#script-on": cases[cases.count - 1].needsScripts = true
      case "#document":
        while lines.last == "" { lines.removeLast() }
        cases[cases.count - 1].tree = lines.joined(separator: "\n")
      default: break
      }
    }
    for line in file.components(separatedBy: "\n") {
      let sections = [
        "#data", "#errors", "#new-errors", "#document-fragment", "#script-on", "#script-off", "#document",
      ]
      if sections.contains(line), line != "#data" || section != "#data" {
        end()
        if line == "#data" { cases.append(Case()) }
        section = line
        lines = []
      } else {
        lines.append(line)
      }
    }
    end()
    return cases
  }

  /// The tree that is made of a case.
  static func result(_ test: Case) -> String {
    let source = Array(test.data.utf8)
    var reader = TokenReader(source)
    var construction = TreeConstruction(ParsedDocument(source), size: source.count)
    begin(&construction, &reader, within: test.context)
    while true {
      let isForeign = construction.readsCharacterData
      guard
        let token = reader.next(
          readsCharacterData: isForeign, construction.isForeignText ? .isReplaced : .isDropped)
      else { break }
      switch token {
      case .documentType(let type):
        let place = construction.sink.keep("")
        construction.sink.documentTypes[place] = description(type)
        construction.documentType(place, isQuirky: type.isQuirky)
      case .comment(let text):
        let place = construction.sink.keep("c")
        construction.sink.comments[place] = text
        construction.comment(place)
      case .text(let text): construction.text(construction.sink.keep(text))
      case .startTag(let known, let name, let attributes, let isSelfClosing):
        construction.sink.attributes = attributes.map { ($0.key, $0.value) }
        let tagName = reader.tokenizer.tagName
        construction.startTag(.init(construction.sink.name(known, name), isSelfClosing: isSelfClosing))
        if let kind = construction.textKind {
          construction.textKind = nil
          construction.text(construction.sink.keep(reader.rawText(kind, of: tagName)))
        }
      case .endTag(let known, let name): construction.endTag(.init(construction.sink.name(known, name)))
      }
    }
    construction.finish()
    let document = construction.sink
    let top = test.context == nil ? document.document : document.entries[0].children[0]
    return document.description(of: top).joined(separator: "\n")
  }

  private static func begin(
    _ construction: inout TreeConstruction<ParsedDocument>, _ reader: inout TokenReader,
    within context: String?
  ) {
    guard let context else { return }
    let parts = context.split(separator: " ").map(String.init)
    let namespace: ElementNamespace = parts.count == 1 ? .html : parts[0] == "svg" ? .svg : .mathML
    let name = construction.sink.name(
      HTMLElementName(rawValue: parts[parts.count - 1].lowercased()) ?? .unknown, parts[parts.count - 1])
    construction.begin(within: name, namespace)
    let kind: TreeConstruction<ParsedDocument>.TextKind? =
      switch name.known {
      case _ where namespace != .html: nil
      case .title, .textarea: .characterData
      case .style, .xmp, .iframe, .noembed, .noframes: .raw
      case .script: .script
      case .plaintext: .plain
      default: nil
      }
    guard let kind else { return }
    // No end tag is that of the element around it.
    let text = reader.rawText(kind, of: 0..<0)
    construction.text(construction.sink.keep(text))
  }

  private static func description(_ type: DocumentType) -> String {
    func string(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }
    let name = string(type.name)
    guard type.publicIdentifier != nil || type.systemIdentifier != nil else { return name }
    return "\(name) \"\(string(type.publicIdentifier))\" \"\(string(type.systemIdentifier))\""
  }
}

extension ParsedDocument {
  /// Keeps text behind the source, each at a place of its own.
  mutating func keep(_ text: String) -> Range<Int> {
    let start = bytes.count
    bytes += Array(text.utf8)
    return start..<bytes.count
  }
}
