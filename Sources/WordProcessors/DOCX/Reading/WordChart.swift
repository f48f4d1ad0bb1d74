import Containers

/// The numbers of a chart, as the document keeps them beside the picture of it (ECMA-376, 21.2).
struct WordChart {
  /// A row of numbers, with what each of them belongs to.
  struct Series {
    var name = ""
    var categories: [Int: String] = [:]
    var values: [Int: String] = [:]
  }

  /// Larger charts keep so many series and points.
  private static let seriesLimit = 64
  private static let pointLimit = 4_096

  private(set) var title = ""
  private(set) var series: [Series] = []

  init(_ part: [UInt8]) {
    var reader = XMLReader(word: part)
    while let event = reader.next() {
      guard event == .start else { continue }
      switch reader.wordName {
      case .c_title: title = reader.readWords()
      case .c_ser:
        let series = Self.series(&reader)
        if self.series.count < Self.seriesLimit, !series.values.isEmpty { self.series.append(series) }
      default: continue
      }
    }
  }

  /// A row a point: what it belongs to, then the value of each series.
  var rows: [[String]] {
    let categories = series.first { !$0.categories.isEmpty }?.categories ?? [:]
    var points = Set(categories.keys)
    for series in series { points.formUnion(series.values.keys) }
    var rows: [[String]] = [[""] + series.map(\.name)]
    for point in points.sorted() {
      let name = categories[point] ?? String(point + 1)
      rows.append([name] + series.map { $0.values[point] ?? "" })
    }
    return rows
  }

  private static func series(_ reader: inout XMLReader) -> Series {
    var series = Series()
    reader.forEachChild { reader in
      switch reader.wordName {
      case .c_tx: series.name = points(&reader)[0] ?? ""
      case .c_cat, .c_xVal: series.categories = points(&reader)
      case .c_val, .c_yVal: series.values = points(&reader)
      default: return
      }
    }
    return series
  }

  /// The values that are kept of a reference to cells, by their numbers.
  private static func points(_ reader: inout XMLReader) -> [Int: String] {
    var points: [Int: String] = [:]
    var number = 0
    let depth = reader.depth
    while let event = reader.next() {
      switch event {
      case .start where reader.wordName == .c_pt: number = reader.number(WordName.idx) ?? points.count
      case .start where reader.wordName == .c_v:
        guard points.count < pointLimit else { continue }
        points[number] = shortened(String(decoding: reader.readText(), as: UTF8.self))
      case .end where reader.depth < depth: return points
      default: continue
      }
    }
    return points
  }

  /// A number as it was meant: without the digits that only its binary form has.
  private static func shortened(_ value: String) -> String {
    guard value.utf8.count > 15, let number = Double(value), number.magnitude < 1e15 else { return value }
    let rounded = (number * 1e10).rounded() / 1e10
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}

extension WordInterpreter {
  /// Writes what a chart shows behind the paragraph that it stands in: its title, and a table of its numbers.
  mutating func writeChart() {
    guard let bytes = relatedPart(.r_id) else { return }
    let chart = WordChart(bytes)
    guard !chart.series.isEmpty else { return }
    composer.beginBox()
    composer.writeParagraph(chart.title)
    composer.beginTable()
    composer.changeTable { table in
      table.headerRows = 1
      table.isRuled = true
    }
    for row in chart.rows {
      composer.changeTable { $0.beginRow() }
      for text in row {
        composer.beginCell()
        composer.writeParagraph(text)
        composer.endCell(FlowTableComposer.Span())
      }
      composer.changeTable { $0.endRow() }
    }
    composer.endTable()
    composer.endBox()
  }
}
