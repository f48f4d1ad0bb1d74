import Foundation
import HostileContent
import RichText
import TestSupport
import TestTraits
import Testing

/// No content makes a reader or a writer take more stack than a thread with little has.
@Suite(.stress) struct StackDepthTests {
  /// Elements that HTML's rules nest where they seem to end each other.
  static let shapes: [(unit: String, count: Int)] = [
    ("<ruby><p><rt>", 7200), ("<ruby><p><rp>", 7200), ("<ruby><li><rt>", 7200), ("<ruby><p><rb>", 7200),
    ("<th><td><tbody><math>", 6300), ("<td><math>", 1500), ("<tr><td><span>", 1500),
    ("<math><td>", 1500), ("<math><tr><a>", 1500), ("<object><p></object>", 1500), ("<p><object>", 1500),
    ("<p><dialog open>", 1500), ("<p><hr><ruby>", 1500), ("<p><legend>", 1500), ("<p><search>", 1500),
    ("<table><table>", 1500), ("<p><table>", 1500), ("<b><object></b></object>", 1500),
    ("<table><colgroup><tr><td>", 1500), ("<button><p><marquee>", 1500), ("<applet><li>", 1500),
    ("<svg><p><desc>", 1500), ("<annotation-xml><p>", 1500), ("<select><p><option>", 1500),
    ("<h1><ruby><h2>", 1500), ("<nobr><div><a>", 1500), ("<dd><span><dt><q>", 1500),
  ]

  @Test(arguments: shapes.indices) func nestingElementsTakesLittleStack(shape: Int) throws {
    let (unit, count) = Self.shapes[shape]
    let html = String(repeating: unit, count: count) + "x"
    #expect(try Self.stack(reading: html, as: .html) <= StackUse.limit, "\(unit)")
    let isShown = !["<rp>", "<button>", "<select>"].contains { unit.contains($0) }
    #expect(try markdown(ofHTML: html).contains("x") == isShown, "\(unit)")
  }

  @Test(arguments: [12, 4000, 40_000]) func notesWithinNotesTakeLittleStack(count: Int) throws {
    var notes = (1..<count).map { "[^\($0)]: note[^\($0 + 1)]\n\n" }.joined()
    notes += "[^\(count)]: last\n"
    #expect(try Self.stack(reading: "text[^1]\n\n" + notes, as: .markdown) <= StackUse.limit)
  }

  /// A short run of a search that may go on for hours: `SHAPES` says how many of each format, `FIRST_SHAPE`
  /// from which seed on.
  @Test(arguments: RandomShape.Format.allCases) func randomShapesTakeLittleStack(
    format: RandomShape.Format
  ) throws {
    let first = Self.number("FIRST_SHAPE") ?? 0
    for seed in first..<first + (Self.number("SHAPES") ?? 8) {
      let shape = RandomShape(format, seed: seed)
      let stack = try Self.stack(reading: shape.text(repetitions: 800), as: format)
      #expect(stack <= StackUse.limit, "\(format), seed \(seed), \(stack) bytes: \(shape.unit)")
    }
  }

  private static func number(_ variable: String) -> UInt64? {
    ProcessInfo.processInfo.environment[variable].flatMap(UInt64.init)
  }

  /// How much stack it takes to read a text and to write what was read in every format.
  private static func stack(reading text: String, as format: RandomShape.Format) throws -> Int {
    let bytes = Array(text.utf8)
    return StackUse.bytes {
      let document: Document? =
        switch format {
        case .html: try? HTMLReader().read(bytes)
        case .markdown: try? MarkdownReader().read(bytes)
        case .rtf: try? RTFReader().read(bytes)
        }
      guard let document else { return }
      for document in [document, document.normalized()] {
        _ = MarkdownWriter().write(document)
        _ = RTFWriter().write(document)
        _ = PlainTextWriter().write(document)
        _ = HTMLWriter(style: .clipboard).write(document)
        _ = HTMLWriter(style: .commonMark).write(document)
      }
    }
  }
}
