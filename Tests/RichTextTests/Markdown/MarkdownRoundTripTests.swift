import RichText
import TestSupport
import TestTraits
import Testing

/// What the writer writes is, read again, the same document in normal form.
struct MarkdownRoundTripTests {
  /// Requires two documents to be equal, and says no more than the text if they are not: trees are long.
  private func same(_ again: Document, _ document: Document, seed: UInt64, _ written: [UInt8]) throws {
    let isSame = again == document
    try #require(isSame, "seed \(seed):\n\(String(decoding: written, as: UTF8.self))")
  }

  @Test("Generated documents come back", .stress, arguments: 0..<20)
  func generatedDocuments(block: UInt64) throws {
    let reader = MarkdownReader(linksBareAddresses: false)
    for seed in block * 25..<(block + 1) * 25 {
      var random = RandomDocument(seed: seed)
      let document = random.make().normalized()
      let written = MarkdownWriter().write(document)
      let again = try reader.read(written).normalized()
      try same(again, document, seed: seed, written)
    }
  }

  @Test("Documents with raw HTML come back", arguments: 0..<10)
  func rawHTML(block: UInt64) throws {
    let reader = MarkdownReader(linksBareAddresses: false)
    for seed in block * 25..<(block + 1) * 25 {
      var random = RandomDocument(seed: 1_000_000 + seed, features: [.footnotes, .punctuation, .rawHTML])
      let document = random.make().normalized()
      let written = MarkdownWriter(style: .compact).write(document)
      let again = try reader.read(written).normalized()
      try #require(
        again == document, "seed \(1_000_000 + seed):\n\(String(decoding: written, as: UTF8.self))")
    }
  }

  @Test("Bare addresses are links, and all else comes back", arguments: 0..<10)
  func bareAddresses(block: UInt64) throws {
    for seed in block * 25..<(block + 1) * 25 {
      var random = RandomDocument(seed: 2_000_000 + seed)
      let document = random.make().normalized().unlinkingBareAddresses().normalized()
      let written = MarkdownWriter().write(document)
      let again = try MarkdownReader().read(written).unlinkingBareAddresses().normalized()
      try #require(
        again == document, "seed \(2_000_000 + seed):\n\(String(decoding: written, as: UTF8.self))")
    }
  }

  @Test("Normal form is a fixed point", arguments: 0..<10)
  func normalForm(block: UInt64) throws {
    for seed in block * 25..<(block + 1) * 25 {
      var random = RandomDocument(seed: 3_000_000 + seed, features: .all)
      let document = random.make().normalized()
      try same(document.normalized(), document, seed: 3_000_000 + seed, [])
    }
  }

  @Test("No line ends in a space but behind an empty box, and one line feed ends the text", arguments: 0..<10)
  func ends(block: UInt64) throws {
    for seed in block * 25..<(block + 1) * 25 {
      var random = RandomDocument(seed: 4_000_000 + seed)
      let document = random.make().mapInlines { if case .code = $0 { .code("x") } else { $0 } }
      let written = MarkdownWriter().write(Document(document.blocks.filter { !$0.holdsCode }))
      for line in written.split(separator: 0x0A) where line.last == 0x20 {
        try #require(line.suffix(4).first == UInt8(ascii: "["), "seed \(4_000_000 + seed)")
      }
      try #require(written.isEmpty || (written.last == 0x0A && written.dropLast().last != 0x0A))
    }
  }
}

extension Block {
  /// True if there is a code block in this block: its lines are written as they are.
  fileprivate var holdsCode: Bool {
    switch self {
    case .codeBlock: true
    case .blockQuote(let blocks): blocks.contains(where: \.holdsCode)
    case .list(let list): list.items.contains { $0.blocks.contains(where: \.holdsCode) }
    default: false
    }
  }
}
