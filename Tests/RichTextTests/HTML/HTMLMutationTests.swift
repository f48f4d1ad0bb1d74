import Foundation
import RichText
import TestSupport
import TestTraits
import Testing

/// Broken HTML of real programs is read all the same, and nothing active comes out of it.
@Suite(.stress) struct HTMLMutationTests {
  private static let sources: [[UInt8]] = {
    let fixtures = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/html")
    return HTMLDialectTests.dialects.compactMap { name in
      (try? Data(contentsOf: fixtures.appending(path: "\(name).html"))).map(Array.init)
    }
  }()

  private static let insertions: [[UInt8]] = [
    "<", ">", "</", "<p>", "</p>", "<table>", "<td colspan=9>", "</table>", "<ul>", "<li>", "</ul>", "<b>",
    "</b>",
    "<a href='#fn1'>", "<a href=javascript:x>", "<pre>", "<blockquote>", "&#x0;", "&nbsp;", "\0", "<!--",
    "-->", "<svg>",
    "<math>", " style=\"", "\"", "'", "=", "<script>", "</script>", "<select>", "mso-list:l1 level3 lfo1",
    "<div>", "</div>",
    "<foo>", "<img src=x onerror=y>", "display:none", "<style>", "<![CDATA[", "<wbr value=0>", "<th>",
    " onclick=x ", "[^1]: ",
  ].map { Array($0.utf8) }

  private static func mutated(_ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = sources[Int.random(in: sources.indices, using: &generator)]
    for _ in 0..<Int.random(in: 1...30, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &generator)
      let length = Int.random(in: 1...80, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        bytes.insert(contentsOf: insertions[Int.random(in: insertions.indices, using: &generator)], at: place)
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + length))
      case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + length)], at: bytes.count / 2)
      default: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
    }
    return bytes
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func nothingActiveComesOut(batch: UInt64) throws {
    for seed in batch * 50..<(batch + 1) * 50 {
      var generator = SeededGenerator(seed: seed)
      let bytes = Self.mutated(&generator)
      var document = try HTMLReader().read(bytes)
      document.blocks.append(.html(String(decoding: bytes, as: UTF8.self)))
      let written = HTMLWriter(style: .clipboard).write(document)
      let active = Self.activeContent(of: String(decoding: written, as: UTF8.self))
      #expect(active == nil, "seed \(seed): \(active ?? "")")
      guard active == nil else { return }
    }
  }

  /// The first tag in HTML that could act.
  private static func activeContent(of html: String) -> String? {
    let names = [
      "script", "iframe", "object", "embed", "svg", "math", "style", "base", "form", "link", "input",
      "button", "template",
    ]
    for tag in html.split(separator: "<").dropFirst(2) {
      guard let end = tag.firstIndex(of: ">") else { return String(tag) }
      // What stands between quotation marks is a value.
      let parts = tag[..<end].split(separator: "\"", omittingEmptySubsequences: false)
      let outside = parts.enumerated().filter { $0.offset % 2 == 0 }.map { $0.element.lowercased() }
      let name = outside[0].prefix { $0.isLetter || $0.isNumber }
      let attributes = outside.flatMap { $0.split(separator: " ") }.filter { $0.hasSuffix("=") }
      if names.contains(String(name)) || attributes.contains(where: { $0.hasPrefix("on") || $0 == "srcdoc=" })
      {
        return String(tag)
      }
      for value in parts.enumerated().filter({ $0.offset % 2 == 1 }).map({ $0.element.lowercased() })
      where ["javascript:", "vbscript:", "data:text"].contains(where: { value.hasPrefix($0) }) {
        return String(tag)
      }
    }
    return nil
  }
}
