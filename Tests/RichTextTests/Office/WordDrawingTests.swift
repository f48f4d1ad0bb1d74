import RichText
import Testing

/// Drawings of Word's documents that are words or numbers: charts and diagrams; and what pictures are called.
@Suite struct WordDrawingTests {
  private static func drawing(_ content: String) -> String {
    "<w:p><w:r><w:t>before</w:t></w:r><w:r><w:drawing><wp:inline>\(content)</wp:inline></w:drawing></w:r></w:p>"
  }

  private static func file(_ content: String, part: String, kind: String) -> WordFile {
    var file = WordFile(drawing(content))
    file.relationships = "<Relationship Id=\"d\" Type=\"x/\(kind)\" Target=\"part.xml\"/>"
    file.media["part.xml"] = Array(part.utf8)
    return file
  }

  private static func points(_ values: [String]) -> String {
    values.enumerated().map { "<c:pt idx=\"\($0)\"><c:v>\($1)</c:v></c:pt>" }.joined()
  }

  private static func series(_ name: String, _ values: [String], categories: [String]) -> String {
    """
    <c:ser><c:tx><c:strRef><c:strCache>\(points([name]))</c:strCache></c:strRef></c:tx>\
    <c:cat><c:strRef><c:strCache>\(points(categories))</c:strCache></c:strRef></c:cat>\
    <c:val><c:numRef><c:numCache>\(points(values))</c:numCache></c:numRef></c:val></c:ser>
    """
  }

  private static func chart(_ content: String) -> WordFile {
    file(
      "<c:chart xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\" r:id=\"d\"/>",
      part: """
        <c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" \
        xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart>\(content)</c:chart></c:chartSpace>
        """, kind: "chart")
  }

  @Test func `What stands in for a drawing of lines comes along`() throws {
    let svg = "xmlns:asvg=\"http://schemas.microsoft.com/office/drawing/2016/SVG/main\""
    var file = WordFile(
      Self.drawing("<a:blip r:embed=\"p\"><a:ext><asvg:svgBlip \(svg) r:embed=\"s\"/></a:ext></a:blip>"))
    file.relationships =
      "<Relationship Id=\"p\" Type=\"x/image\" Target=\"media/a.png\"/>"
      + "<Relationship Id=\"s\" Type=\"x/image\" Target=\"media/a.svg\"/>"
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 1, 2, 3]
    file.media["media/a.png"] = png
    let alone = try WordProcessingReader().read(file.bytes)
    #expect(alone.media.map(\.bytes) == [png] && alone.images.count == 1)
    file.media["media/a.svg"] = Array("<svg/>".utf8)
    let both = try WordProcessingReader().read(file.bytes)
    #expect(both.media.map(\.type) == ["image/svg+xml"] && both.images.count == 1)
    #expect(both.media[0].substitute == Medium.Substitute(type: "image/png", bytes: png))
  }

  @Test func `A chart is its title and a table of its numbers`() throws {
    let title = "<c:title><a:p><a:r><a:t>Yield</a:t></a:r><a:r><a:t>s</a:t></a:r></a:p></c:title>"
    let series =
      Self.series("A", ["4.3", "4.2999999999999998"], categories: ["Q1", "Q2"])
      + Self.series("B", ["2"], categories: [])
    #expect(
      try Self.chart(title + series).markdown() == """
        before

        Yields

        |     | A   | B   |
        | --- | --- | --- |
        | Q1  | 4.3 | 2   |
        | Q2  | 4.3 |     |

        """)
    #expect(try Self.chart("").markdown() == "before\n")
  }

  private static func diagram(_ points: [(String, String, String)], _ connections: [(String, String, Int)])
    -> WordFile
  {
    let points = points.map { id, type, text in
      "<dgm:pt modelId=\"\(id)\" type=\"\(type)\"><dgm:t><a:p><a:r><a:t>\(text)</a:t></a:r></a:p></dgm:t></dgm:pt>"
    }
    let connections = connections.map { parent, child, order in
      "<dgm:cxn modelId=\"x\" srcId=\"\(parent)\" destId=\"\(child)\" srcOrd=\"\(order)\"/>"
    }
    let namespace = "xmlns:dgm=\"http://schemas.openxmlformats.org/drawingml/2006/diagram\""
    return file(
      "<dgm:relIds \(namespace) r:dm=\"d\"/>",
      part: """
        <dgm:dataModel \(namespace) xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">\
        <dgm:ptLst>\(points.joined())</dgm:ptLst><dgm:cxnLst>\(connections.joined())</dgm:cxnLst></dgm:dataModel>
        """, kind: "diagramData")
  }

  @Test func `A diagram is an outline of its words`() throws {
    let points = [
      ("0", "doc", ""), ("1", "node", "first"), ("2", "node", "second"), ("3", "node", "below"),
      ("4", "parTrans", "no"), ("5", "node", "loose"),
    ]
    let file = Self.diagram(points, [("0", "2", 1), ("0", "1", 0), ("1", "3", 0), ("0", "4", 2)])
    #expect(try file.markdown() == "before\n\n- first\n  - below\n- second\n")
  }

  @Test func `A diagram whose points belong to each other in a circle ends`() throws {
    let file = Self.diagram(
      [("0", "doc", ""), ("1", "node", "a"), ("2", "node", "b")],
      [("0", "1", 0), ("1", "2", 0), ("2", "1", 0)])
    #expect(try file.markdown() == "before\n\n- a\n  - b\n")
  }

  @Test func `Where a picture lay on somebody's machine does not describe it`() throws {
    let blip = "<wp:docPr id=\"1\" descr=\"Macintosh HD:Users:me:up.png\"/><a:blip r:embed=\"d\"/>"
    let file = Self.file(blip, part: "\u{1}", kind: "image")
    var picture = file
    picture.relationships = "<Relationship Id=\"d\" Type=\"x/image\" Target=\"media/up.png\"/>"
    picture.media = ["media/up.png": [0x89, 0x50, 0x4E, 0x47]]
    let document = try WordProcessingReader().read(picture.bytes)
    #expect(document.media.map(\.name) == ["media/up.png"])
    #expect(
      document.blocks == [
        .paragraph([.text("before"), .image(Image(.medium(Medium.ID(0)), alternative: ""))])
      ])
  }
}
