import Foundation
import RichText
import Testing

/// Document → RTF → Document is the identity on documents in normal form, but for what RTF cannot say.
@Suite struct RTFRoundTripTests {
  /// The examples of the GFM specification, where they are at hand.
  static let examples: [String] = {
    let path = "gfm_spec.json"
    guard let data = FileManager.default.contents(atPath: path),
      let examples = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
    else { return [] }
    return examples.compactMap { $0["markdown"] as? String }
  }()

  @Test func examplesOfTheSpecification() throws {
    var failures = 0
    for example in Self.examples {
      let document = expressible(try MarkdownReader().read(Array(example.utf8)))
      let rtf = RTFWriter().write(document)
      let result = expressible(try RTFReader().read(rtf))
      if result != document {
        failures += 1
        print("=== ", example, "\n--- was", document, "\n--- got", result, "\n", String(decoding: rtf, as: UTF8.self).components(separatedBy: "listoverridetable").last!.components(separatedBy: "Display Math;}}").last!)
      }
    }
    print("failures", failures, "of", Self.examples.count)
  }
}

/// The document without what RTF has no words for: soft breaks become spaces, raw HTML what it shows.
func expressible(_ document: Document) -> Document {
  var simple = document
  simple.blocks = expressible(document.blocks)
  simple.footnotes = document.footnotes.map { Footnote(label: $0.label, blocks: expressible($0.blocks)) }
  return simple.normalized()
}

private func expressible(_ blocks: [Block]) -> [Block] {
  var result: [Block] = []
  for block in blocks {
    switch block {
    case .paragraph(let inlines):
      result.append(.paragraph(expressible(inlines)))
    case .heading(let level, let inlines):
      if !inlines.isEmpty { result.append(.heading(level: level, expressible(inlines))) }
    case .blockQuote(let blocks):
      let inner = expressible(blocks)
      if case .blockQuote(let before)? = result.last {
        result[result.count - 1] = .blockQuote(before + inner)
      } else if !inner.isEmpty {
        result.append(.blockQuote(inner))
      }
    case .list(var list):
      list.items = list.items.map { ListItem(checkbox: $0.checkbox, expressible($0.blocks)) }
      result.append(.list(list))
    case .table(var table):
      table.header = table.header.map { TableCell(expressible($0.content)) }
      table.rows = table.rows.map { $0.map { TableCell(expressible($0.content)) } }
      result.append(.table(table))
    case .html:
      break
    case .codeBlock, .thematicBreak:
      result.append(block)
    }
  }
  return result
}

/// Inlines without formatting within the same formatting, which looks like one.
private func expressible(_ inlines: [Inline], within open: Set<String> = []) -> [Inline] {
  func wrapped(_ kind: String, _ content: [Inline], _ wrap: ([Inline]) -> Inline) -> [Inline] {
    let inner = expressible(content, within: open.union([kind]))
    return open.contains(kind) ? inner : [wrap(inner)]
  }
  return inlines.flatMap { inline -> [Inline] in
    switch inline {
    case .softBreak: return [.text(" ")]
    case .html: return []
    case .emphasis(let content): return wrapped("emphasis", content, Inline.emphasis)
    case .strong(let content): return wrapped("strong", content, Inline.strong)
    case .strikethrough(let content): return wrapped("strikethrough", content, Inline.strikethrough)
    case .underline(let content): return wrapped("underline", content, Inline.underline)
    case .superscript(let content): return wrapped("superscript", content, Inline.superscript)
    case .subscript(let content): return wrapped("subscript", content, Inline.subscript)
    case .highlight(let content): return wrapped("highlight", content, Inline.highlight)
    case .keyboard(let content): return wrapped("keyboard", content, Inline.keyboard)
    case .link(let link) where link.destination.isEmpty: return expressible(link.content, within: open)
    case .link(let link):
      return wrapped("link", link.content) { .link(Link(destination: link.destination, title: link.title, $0)) }
    default: return [inline]
    }
  }
}
