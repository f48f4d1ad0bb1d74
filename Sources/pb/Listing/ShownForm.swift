import Conversions
import Pasteboard
import RichText
import Terminal
import UniformTypeIdentifiers

/// A form in which content is there, under all the names that its owner has for it.
struct ShownForm {
  /// The key that the names of one format share.
  enum Kind: Hashable {
    case format(Format)
    case type(UTType)
    case target(String)

    /// Whether it matters which of its names is asked for.
    var isRanked: Bool {
      switch self {
      case .format, .type(.fileURL): true
      case .type, .target: false
      }
    }

    init(_ target: String, table: NameTable = .shared) {
      guard let type = table.type(of: target) else {
        self = .target(target)
        return
      }
      // A drawing that is text as well is a picture first.
      let format = type.conforms(to: .image) ? nil : Format(type)
      self = format.map(Kind.format) ?? .type(type)
    }
  }

  /// The one of its targets that says most.
  let row: ShownTarget
  /// The name that stands for all.
  let name: String
  /// The number of its other names.
  let furtherNames: Int

  /// The forms among some targets, in their order; what only tells about the content is left out.
  static func folded(_ rows: [ShownTarget]) -> [ShownForm] {
    var order: [Kind] = []
    var members: [Kind: [ShownTarget]] = [:]
    for row in rows where row.origin != .marker {
      guard let target = row.target else { continue }
      let kind = Kind(target)
      if members[kind] == nil { order.append(kind) }
      members[kind, default: []].append(row)
    }
    return order.compactMap { kind in
      guard let rows = members[kind], let first = rows.first else { return nil }
      let best = rows.first { $0.property != nil } ?? rows.first { $0.problem != nil } ?? first
      // Programs know a form by another name than its identifier.
      let isIdentifier = best.target == best.type?.identifier
      return ShownForm(
        row: best, name: isIdentifier ? first.name : best.name, furtherNames: rows.count - 1)
    }
  }

  /// A form of one name.
  init(_ row: ShownTarget) {
    self.init(row: row, name: row.name, furtherNames: 0)
  }

  private init(row: ShownTarget, name: String, furtherNames: Int) {
    (self.row, self.name, self.furtherNames) = (row, name, furtherNames)
  }

  /// The names as a list shows them.
  var names: StyledLine {
    guard row.target != nil else { return StyledLine(row.command, .faint) }
    // Parameters of LibreOffice's names are longer than a line, and told by the title.
    let short = name.split(separator: ";").first.map(String.init) ?? name
    let isShortened = row.type == nil && OfficeTarget(name) != nil
    var line = StyledLine(isShortened ? short : name).truncated(to: 44)
    if furtherNames > 0 { line.append(" +\(furtherNames)", .faint) }
    return line
  }
}
