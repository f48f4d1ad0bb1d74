/// A style of an office document, and where in its file it stands.
struct OfficeStyle: Sendable {
  /// What it is a style of: paragraphs, characters, tables.
  var kind: String
  /// Within what its identifier is its own: Word's are in the document, OpenDocument's in their kind.
  var scope = ""
  /// By which others name it.
  var id: String
  /// What people call it.
  var name: String
  /// What has no style of its kind has this one.
  var isDefault = false
  var range = 0..<0
  /// Where identifiers stand in it, its own one among them.
  var identifiers: [(id: String, range: Range<Int>)] = []
  /// What another document has no use for.
  var removed: [Range<Int>] = []
  /// The style that it says no more than.
  var parent: String?
  /// The lists that it names: their numbers, where these stand, and the elements around them.
  var lists: [(id: String, value: Range<Int>, element: Range<Int>)] = []

  /// Names are compared without case, as Word does.
  var key: String { "\(kind) \(name.lowercased())" }

  /// The style as it stands in a file, with the identifiers that matching has given.
  ///
  /// - Parameter numbers: what lists are called where it goes; those that are not there are left out.
  func renamed(
    in bytes: [UInt8], _ matching: OfficeStyleMatching, numbers: [String: Int] = [:]
  ) -> [UInt8] {
    var edits = TextEdits()
    for range in removed { edits.replace(range, with: "") }
    for list in lists {
      if let number = numbers[list.id] {
        edits.replace(list.value, with: String(number))
      } else {
        edits.replace(list.element, with: "")
      }
    }
    for (id, range) in identifiers {
      if let new = matching.identifier(of: id, in: scope) { edits.replace(range, with: new) }
    }
    return edits.applied(to: bytes, in: range)
  }
}
