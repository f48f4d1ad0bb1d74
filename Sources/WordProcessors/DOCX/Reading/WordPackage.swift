import Containers

/// The parts of a document of Office Open XML (ECMA-376 part 2): found by what they are for, not by their names.
package struct WordPackage {
  /// A part that another refers to.
  package struct Relationship {
    /// The last word of its type: `image`, `hyperlink`, `styles`.
    package var kind: String
    /// The name of a part, or an address outside.
    package var target: String
    package var isExternal: Bool
  }

  /// The program whose documents they are.
  package struct Program {
    var format, mainPart, lack: String

    package static let word = Program(
      format: "DOCX", mainPart: "word/document.xml", lack: "the archive holds no Word document")
    package static let excel = Program(
      format: "XLSX", mainPart: "xl/workbook.xml", lack: "the archive holds no Excel workbook")
  }

  private let archive: ZipArchive
  private let limits = OfficeLimits.parts
  /// The archive is cut off, and of its parts the first bytes are enough.
  private let isBeginning: Bool
  /// The number of bytes of parts that may still be read.
  private(set) var left: Int
  /// The name of the main part.
  package let mainPart: String

  package init(
    _ bytes: [UInt8], as program: Program = .word, limit: Int = OfficeLimits.allParts,
    isBeginning: Bool = false
  ) throws(RichTextError) {
    let archive = try OfficeLimits.archive(of: bytes, program.format)
    self.archive = archive
    self.isBeginning = isBeginning
    left = limit
    let rootLimits = ZipLimits(size: limit)
    let root = archive["_rels/.rels"].flatMap { try? archive.contents(of: $0, limits: rootLimits) }
    let named = Self.relationships(in: root).values.first { $0.kind == "officeDocument" }?.target
    let part = named.flatMap { archive[$0] } ?? archive[program.mainPart]
    guard let part else { throw RichTextError(.notThisFormat, program.lack) }
    mainPart = part.name
  }

  /// The bytes of an XML part; nil if there is none.
  package mutating func part(_ name: String) throws(RichTextError) -> [UInt8]? {
    guard let entry = archive[name] else { return nil }
    if isBeginning { return archive.beginning(of: entry, size: OfficeLimits.beginning) }
    do {
      let limits = ZipLimits(size: min(left, limits.size))
      // Half a text must not pass for the whole one.
      let contents =
        try name == mainPart
        ? archive.wholeContents(of: entry, limits: limits) : archive.contents(of: entry, limits: limits)
      left -= contents.count
      return contents
    } catch {
      // The text survives without what cannot be read.
      if error.code == .damaged, name != mainPart { return nil }
      throw RichTextError(error)
    }
  }

  /// The bytes of a picture; nil if there is none, or it is too large.
  func medium(_ name: String) -> [UInt8]? {
    guard !isBeginning, let entry = archive[name] else { return nil }
    return try? archive.contents(of: entry, limits: OfficeLimits.media)
  }

  /// The name by which a part stands in the archive, which others may spell it otherwise; nil if there is none.
  func name(of part: String) -> String? { archive[part]?.name }

  /// The name of a part as the main part's folder has it.
  func nameInDocument(_ name: String) -> String {
    let folder = mainPart.lastIndex(of: "/").map { mainPart[...$0] } ?? ""
    return name.hasPrefix(folder) ? String(name.dropFirst(folder.count)) : name
  }

  /// The targets that a part refers to, by the identifiers that it uses.
  package mutating func relationships(of part: String) -> [String: Relationship] {
    let folder = part.lastIndex(of: "/").map { String(part[...$0]) } ?? ""
    let file = part.dropFirst(folder.count)
    var relationships = Self.relationships(in: try? self.part("\(folder)_rels/\(file).rels"))
    for (id, relationship) in relationships where !relationship.isExternal {
      relationships[id]?.target = Self.resolved(relationship.target, in: folder)
    }
    return relationships
  }

  /// The number of comments that a document has: they are a part of their own (ECMA-376 part 1, 17.13.4).
  package static func commentCount(in bytes: [UInt8]) -> Int {
    guard var package = try? WordPackage(bytes) else { return 0 }
    let related = package.relationships(of: package.mainPart).values.first { $0.kind == "comments" }
    guard let name = related?.target, let part = try? package.part(name) else { return 0 }
    var reader = XMLReader(word: part)
    var count = 0
    while let event = reader.next() {
      if event == .start, reader.wordName == .w_comment { count += 1 }
    }
    return count
  }

  /// False if no link leads to a file of one machine, as a glance at addresses and at the text tells.
  static func mayHoldLocalLinks(_ bytes: [UInt8]) -> Bool {
    guard var package = try? WordPackage(bytes) else { return false }
    let main = package.mainPart
    let notes = package.relationships(of: main).values.filter { ["footnotes", "endnotes"].contains($0.kind) }
    for name in [main] + notes.map(\.target) {
      let addresses = package.relationships(of: name).values.filter(\.isExternal)
      if addresses.contains(where: { LinkPolicy.isLocal($0.target.utf8) }) { return true }
      // Instructions of fields have theirs in the text.
      if let part = try? package.part(name), ByteSearch.contains("file:", in: part[...]) { return true }
    }
    return false
  }

  /// The text that stands behind the last slash, of which documents have one for each link.
  private static func lastWord(of type: String) -> String {
    let start = type.utf8.lastIndex(of: UInt8(ascii: "/")).map { type.utf8.index(after: $0) }
    return start.map { String(type[$0...]) } ?? type
  }

  private static func relationships(in part: [UInt8]?) -> [String: Relationship] {
    guard let part else { return [:] }
    var relationships: [String: Relationship] = [:]
    var reader = XMLReader(word: part)
    while let event = reader.next() {
      guard event == .start, reader.wordName == .rel_Relationship, let id = reader.attribute(WordName.Id),
        let type = reader.attribute(WordName._Type), let target = reader.attribute(WordName.Target)
      else { continue }
      relationships[id] = Relationship(
        kind: Self.lastWord(of: type), target: target,
        isExternal: reader.attribute(WordName.TargetMode) == "External")
    }
    return relationships
  }

  /// The name of the part that a path leads to from a folder.
  private static func resolved(_ target: String, in folder: String) -> String {
    guard !target.hasPrefix("/") else { return String(target.dropFirst()) }
    var path: [Substring] = []
    for step in (folder + target).split(separator: "/") where step != "." {
      if step == ".." { _ = path.popLast() } else { path.append(step) }
    }
    return path.joined(separator: "/")
  }
}
