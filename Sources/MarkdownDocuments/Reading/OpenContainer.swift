/// A block that holds blocks, and to which the next line may still belong.
struct OpenContainer {
  enum Kind: UInt8 { case document, quote, list, item, note, definitions, details }

  let kind: Kind
  let node: Int
  /// In how many containers it stands, lists aside.
  let depth: Int
  /// For an item and for details by how many columns its content is indented, for a list the character of its marker.
  let detail: Int
  /// The index of the innermost quotation, note or list of definitions that it is or stands in, among the containers
  /// that are open.
  let floor: Int
  /// How many blocks it holds so far.
  var childCount = 0
  /// The nodes of the last block in it, and of the last list of definitions; -1 for none.
  var lastChild = -1
  var lastDefinitions = -1
  /// True if a blank line stood behind the last block, which has turned out to be none.
  var endsBlank = false

  init(_ kind: Kind, node: Int, depth: Int = 0, floor: Int = 0, detail: Int = 0) {
    self.kind = kind
    self.node = node
    self.depth = depth
    self.floor = floor
    self.detail = detail
  }
}
