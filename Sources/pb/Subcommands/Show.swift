import Pasteboard
import UniformTypeIdentifiers
import X11Selections

extension Subcommand {
  static let show = Subcommand(
    path: ["show"], operands: "", operandCount: 0...0,
    summary: "list what is on a pasteboard: each target, its type, its size, who reads it, a preview",
    options: [.json, ShowOptions.asSeenBy, .pasteboard, .timeout],
    discussion: """
      READ AS tells how 'pb paste' would read a target: as Markdown, HTML, RTF or plain text, or as it is.
      Targets that belong to the protocol are left out. Of what its owner marks as a secret no more is shown
      than the targets.

      --as-seen-by asks as a program that there is a rule for would: by the rule's name, or the program's. Only
      what 'pb' copied or 'pb serve' keeps is shown by rules; other owners show the same to everybody.
      """,
    examples: [
      "pb show",
      "pb show --as-seen-by AbiWord",
      "pb show --json | jq -r '.targets[].target'",
      "pb show --pasteboard primary",
    ]
  ) { arguments throws(Failure) in
    let name = try pasteboardName(arguments)
    let timeout = try seconds(arguments[.timeout], option: "--timeout") ?? .seconds(1)
    let application = try arguments[ShowOptions.asSeenBy].map(ShowOptions.rule)
    var reader = try Failure.wrapping { () throws(PasteboardError) in
      try PasteboardReader(name, timeout: timeout, as: application)
    }
    let targets = try Failure.wrapping { () throws(PasteboardError) in try reader.targets() }
    let isSecret = reader.isSensitive(targets)
    var rows: [ShownTarget] = []
    for target in targets where TargetTable.shared.role(of: target) != .protocol {
      rows.append(try ShownTarget(target, from: &reader, isSecret: isSecret))
    }
    if let application, !reader.ownerFollowsRules() {
      Output.say("the program that owns the pasteboard shows \(application.name) what it shows everybody")
    }
    let isJSON = arguments.has(.json)
    try Output.write(isJSON ? ShownTarget.json(rows, name).text : ShownTarget.table(rows).text)
    return .success
  }
}

/// The options of `pb show`.
enum ShowOptions {
  static let asSeenBy = Option("as-seen-by", value: "APP", "what this program would be offered")

  /// The rule for a program; fails with the programs that there are rules for.
  static func rule(for name: String) throws(Failure) -> ApplicationRule {
    if let rule = ApplicationRules.current.rule(for: name) { return rule }
    let known = ApplicationRules.current.names.map { "'\($0)'" }.joined(separator: ", ")
    throw Failure("there is no rule for '\(VisibleText.escaping(name))'; there are rules for \(known)")
  }
}

/// One target of a pasteboard as `pb show` prints it.
struct ShownTarget {
  let target: String
  let type: UTType?
  /// Bytes; nil if the owner did not give it.
  let size: Int?
  /// The type of the property that came.
  let propertyType: String?
  let readAs: String
  let preview: String
  /// Why there is nothing to show.
  let problem: String?

  /// Asks for the target, unless it is a secret; a refusal is shown, an owner that is gone ends the list.
  init(_ target: String, from reader: inout PasteboardReader, isSecret: Bool) throws(Failure) {
    self.target = target
    let table = TargetTable.shared
    type = table.type(of: target)
    let format = type.flatMap(RichTextFormat.init)
    switch table.role(of: target) {
    case .marker: readAs = "marker"
    default: readAs = format?.name ?? (type == nil ? "–" : "as it is")
    }
    guard !isSecret else {
      (size, propertyType, preview, problem) = (nil, nil, "", "secret")
      return
    }
    do {
      let property = try reader.property(target)
      size = property.bytes.count
      propertyType = property.type
      let isText = format != nil || property.type == "UTF8_STRING" || property.type == "STRING"
      preview = isText ? VisibleText.preview(table.text(of: property, target: target), length: 40) : ""
      problem = nil
    } catch {
      guard [PasteboardError.Code.notOffered, .timedOut, .tooLarge].contains(error.code) else {
        throw Failure(error)
      }
      (size, propertyType, preview) = (nil, nil, "")
      problem = error.code == .notOffered ? "refused" : error.code == .timedOut ? "no answer" : "too large"
    }
  }

  static func table(_ rows: [ShownTarget]) -> TextTable {
    var table = TextTable([
      ("TARGET", .left), ("TYPE", .left), ("SIZE", .right), ("READ AS", .left), ("PREVIEW", .left),
    ])
    for row in rows {
      let size = row.size.map(grouped) ?? "–"
      table.rows.append([
        VisibleText.preview(row.target, length: 48), row.type?.identifier ?? "–", size, row.readAs,
        row.problem.map { "(\($0))" } ?? row.preview,
      ])
    }
    return table
  }

  static func json(_ rows: [ShownTarget], _ name: PasteboardName) -> JSON {
    .object([
      "schemaVersion": .number(1),
      "pasteboard": .string(name.description),
      "targets": .array(
        rows.map { row in
          .object([
            "target": .string(row.target),
            "type": .optional(row.type?.identifier),
            "propertyType": .optional(row.propertyType),
            "size": row.size.map { .number($0) } ?? .null,
            "readAs": .string(row.readAs),
            "preview": .string(row.preview),
            "problem": .optional(row.problem),
          ])
        }),
    ])
  }

  /// A number with commas between its thousands.
  private static func grouped(_ number: Int) -> String {
    var digits = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3) { digits.append(",") }
      digits.append(digit)
    }
    return String(digits.reversed())
  }
}
