/// Counts the items of lists as OpenDocument has them: nested, each with a style (ODF 1.3, 5.3.2).
struct OpenDocumentLists {
  /// A list that counts, and those that go on with it.
  private struct Run {
    /// What tells the last lists of each level from others.
    var keys: [Int] = []
    /// The last number of each level.
    var numbers: [Int?] = []
  }

  private struct Open {
    var style: String?
    var run: Int
    var key: Int
    /// The item that is open is counted already.
    var isCounted = false
    /// The number that the open item says.
    var start: Int?
    var hasItems = false
    /// It goes on with a list before it.
    var goesOn = false
  }

  /// How far each level is indented, in twips: the markup tells how deep items are, not their margins.
  static let indent = 720

  private var runs: [Run] = []
  private var keyCount = 0
  private var open: [Open] = []
  /// The lists that are open around cells, notes and boxes.
  private var waiting: [[Open]] = []
  private var lastRun: [String: Int] = [:]
  private var identified: [String: Int] = [:]

  var isEmpty: Bool { open.isEmpty }

  /// Where the text of the open item begins.
  var left: Int { open.count * Self.indent }

  /// The name of the style of the list that is open.
  var style: String? { open.last { $0.style != nil }?.style }

  /// The level that is open, from 0.
  var level: Int { open.count - 1 }

  mutating func beginList(style: String?, id: String?, continues: String?, goesOn: Bool) {
    let name = style ?? self.style
    let run: Int
    // In an item without text of its own, deeper lists go on, too.
    let goesOn = goesOn || open.last.map { $0.goesOn && !$0.isCounted } ?? false
    if let outer = open.last {
      run = outer.run
      // A list within an item counts anew.
      if !goesOn, runs[run].numbers.count > open.count { runs[run].numbers[open.count] = nil }
    } else if let known = continues.flatMap({ identified[$0] })
      ?? (goesOn ? name.flatMap { lastRun[$0] } : nil)
    {
      run = known
    } else {
      run = runs.count
      runs.append(Run())
    }
    if let id { identified[id] = run }
    if open.isEmpty, let name { lastRun[name] = run }
    // What goes on with a list may begin with more of its last item.
    let hasItems = goesOn && runs[run].numbers.count > open.count && runs[run].numbers[open.count] != nil
    let level = open.count
    while runs[run].keys.count <= level { runs[run].keys.append(0) }
    if !goesOn && continues == nil || runs[run].keys[level] == 0 {
      keyCount += 1
      runs[run].keys[level] = keyCount
    }
    open.append(Open(style: style, run: run, key: runs[run].keys[level], hasItems: hasItems, goesOn: goesOn))
  }

  mutating func endList() { _ = open.popLast() }

  /// Begins a cell, a note or a box: it lies in no list, but its lists may go on with those before it.
  mutating func setAside() {
    waiting.append(open)
    open = []
  }

  /// Ends what `setAside` began.
  mutating func restore() { open = waiting.popLast() ?? [] }

  /// - Parameter isHeader: the paragraphs have no marker; after an item they belong to it.
  mutating func beginItem(start: Int?, isHeader: Bool) {
    guard let last = open.indices.last else { return }
    open[last].isCounted = isHeader && open[last].hasItems
    open[last].start = start
    open[last].hasItems = true
  }

  /// The place of the item's first paragraph; nil for those that follow it.
  mutating func place(in styles: [String: OpenDocumentList]) -> FlowListPlace? {
    guard let last = open.indices.last, !open[last].isCounted else { return nil }
    open[last].isCounted = true
    let style = self.style.flatMap { styles[$0] }
    let format = style?[last]
    let run = open[last].run
    while runs[run].numbers.count <= last { runs[run].numbers.append(nil) }
    let before = runs[run].numbers[last]
    let number = open[last].start ?? before.map { $0 + 1 } ?? format?.start ?? 1
    runs[run].numbers[last] = min(max(0, number), FlowListPlace.largestNumber)
    // Deeper lists that begin now count from their start.
    runs[run].numbers.removeLast(runs[run].numbers.count - last - 1)
    guard format?.numbering != ListNumbering.none else { return nil }
    return FlowListPlace(
      key: open[last].key, level: last, isOrdered: format?.numbering.isNumbered ?? false,
      number: runs[run].numbers[last] ?? 1, indent: left, checkbox: format?.checkbox,
      label: style?.label(level: last, numbers: runs[run].numbers.map { $0 ?? 1 }))
  }
}
