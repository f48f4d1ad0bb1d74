/// A form of content that was made before anybody asked, with all names that it has.
struct ReadyForm: Hashable, Sendable {
  var name: String
  var aliases: [String] = []
  var bytes: [UInt8]

  /// The other names, separated by spaces, in pieces of at most so many bytes.
  func aliasLists(upTo limit: Int) -> [String] {
    var lists: [String] = []
    for alias in aliases {
      if let last = lists.last, last.utf8.count + 1 + alias.utf8.count <= limit {
        lists[lists.count - 1] = last + " " + alias
      } else {
        lists.append(alias)
      }
    }
    return lists
  }
}
