import Foundation
import RichText
import TestTraits
import Testing

/// Document → RTF → Document is the identity on documents in normal form, but for what RTF cannot say.
@Suite struct RTFRoundTripTests {
  /// Markdown that people write: our samples, and the sources and results of the fixtures.
  ///
  /// `GFM_SPEC` may name a file of further examples: the GFM specification's in their JSON form.
  static let examples: [String] = {
    let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures").path
    let files = FileManager.default.enumerator(atPath: fixtures)?.compactMap { $0 as? String } ?? []
    let documents = files.filter { $0.hasSuffix(".md") }.sorted().compactMap {
      FileManager.default.contents(atPath: fixtures + "/" + $0).map { String(decoding: $0, as: UTF8.self) }
    }
    let path = ProcessInfo.processInfo.environment["GFM_SPEC"] ?? ""
    let specification = FileManager.default.contents(atPath: path)
      .flatMap { try? JSONSerialization.jsonObject(with: $0) as? [[String: Any]] }
    return MarkdownSamples.markdown.map(\.text) + documents
      + (specification ?? []).compactMap { $0["markdown"] as? String }
  }()

  @Test func `Markdown that people write comes back`() throws {
    #expect(Self.examples.count > 60)
    // Two quotation marks within an address are percent-encoded; a paragraph has no empty lines.
    let exceptions = ["[link](\"title\")\n", "[link](/url\u{A0}\"title\")\n", "foo&#10;&#10;bar\n"]
    for example in Self.examples where !exceptions.contains(example) {
      let document = expressible(try MarkdownReader().read(Array(example.utf8)))
      let rtf = RTFWriter().write(document)
      let difference = firstDifference(document, expressible(try RTFReader().read(rtf)))
      #expect(difference == nil, "\(example)\n\(String(decoding: rtf, as: UTF8.self))")
    }
  }

  @Test("Generated documents come back", .stress, arguments: 0..<20 as Range<UInt64>)
  func generatedDocuments(_ batch: UInt64) throws {
    for seed in (batch * 50)..<(batch * 50 + 50) {
      var random = RandomRTFDocument(seed: seed)
      let document = expressible(random.document())
      let rtf = RTFWriter().write(document)
      let result = expressible(try RTFReader().read(rtf))
      let difference = firstDifference(document, result)
      #expect(difference == nil, "seed \(seed)\n\(String(decoding: rtf, as: UTF8.self))")
      guard difference == nil else { return }
    }
  }
}

/// The first blocks of two documents that differ, nil if none do.
func firstDifference(_ left: Document, _ right: Document) -> String? {
  guard left != right else { return nil }
  for (old, new) in zip(left.blocks, right.blocks) where old != new {
    return [old, new].map { "\($0)".replacing("RichText.", with: "").replacing("Inline.", with: "") }
      .joined(separator: "\nbecame\n")
  }
  return
    "\(left.blocks.count) blocks and \(left.footnotes) became \(right.blocks.count) and \(right.footnotes)"
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
      let inner = expressible(Alert.spelledAsGitHub(blocks))
      if case .blockQuote(let before)? = result.last {
        result[result.count - 1] = .blockQuote(before + inner)
      } else if !inner.isEmpty {
        result.append(.blockQuote(inner))
      }
    case .list(var list):
      list.items = list.items.map { ListItem(checkbox: $0.checkbox, expressible($0.blocks)) }
      result.append(.list(list))
    case .table(var table):
      table.rows = table.rows.map { $0.map { TableCell(expressible($0.inlines)) } }
      result.append(.table(table))
    case .html:
      break
    case .codeBlock, .definitionList, .figure, .thematicBreak:
      result.append(block)
    }
  }
  return result
}

extension Alert {
  /// Kinds in capitals, which say the same.
  fileprivate static func spelledAsGitHub(_ blocks: [Block]) -> [Block] {
    guard let title = title(of: blocks) else { return blocks }
    return [.paragraph([.text("[!\(title.uppercased())]")])] + blocks.dropFirst()
  }
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
      return wrapped("link", link.content) {
        .link(Link(destination: link.destination, title: link.title, $0))
      }
    default: return [inline]
    }
  }
}
