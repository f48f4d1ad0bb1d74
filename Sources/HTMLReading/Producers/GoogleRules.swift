/// Rules for Google Docs and Sheets.
enum GoogleRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("drop the pictures of checkboxes", dropCheckboxPictures),
    CleanUp.Rule("make Docs' title a heading", for: [.googleDocs], makeTitleHeading),
    CleanUp.Rule("take links out of redirections", unwrapRedirections),
  ]

  /// An item of a checklist says its state; the picture of the box beside it is decoration.
  private static func dropCheckboxPictures(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .img) { tree, id in
      guard tree[tree[id].parent].name == .li,
        tree.attribute(.ariaChecked, of: tree[id].parent) != nil
      else { return }
      tree.remove(id)
    }
  }

  /// Docs' title style is a paragraph in a larger type than any heading has.
  private static func makeTitleHeading(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .p) { tree, id in
      guard tree[tree[id].parent].name != .li else { return }
      var current = tree.following(id, within: id)
      var isLarge = false
      while current != HTMLTree.none {
        if tree[current].name == .span, let size = tree.style(of: current)?.fontSize {
          guard size >= 34 else { return }
          isLarge = true
        }
        current = tree.following(current, within: id)
      }
      if isLarge { tree.rename(id, .h1) }
    }
  }

  /// Addresses, `www.` aside, that only lead on, and the parameter that says where.
  private static let redirections: [(address: String, parameter: String)] = [
    ("google.com/url?", "q="), ("google.com/url?", "url="), ("youtube.com/redirect?", "q="),
    ("l.facebook.com/l.php?", "u="), ("lm.facebook.com/l.php?", "u="), ("l.messenger.com/l.php?", "u="),
    ("l.instagram.com/?", "u="), ("linkedin.com/redir/redirect?", "url="),
    ("linkedin.com/safety/go?", "url="),
    ("slack-redir.net/link?", "url="), ("steamcommunity.com/linkfilter/?", "url="),
    ("steamcommunity.com/linkfilter/?", "u="), ("out.reddit.com/", "url="), ("vk.com/away.php?", "to="),
    ("link.zhihu.com/?", "target="), ("link.csdn.net/?", "target="), ("duckduckgo.com/l/?", "uddg="),
    ("t.umblr.com/redirect?", "z="), (".safelinks.protection.outlook.com/?", "url="),
    ("statics.teams.cdn.office.net/evergreen-assets/safelinks/", "url="),
  ]

  /// Exported documents lead every link through Google, mails through Outlook, and many a page through itself.
  private static func unwrapRedirections(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .a) { tree, id in
      guard let target = tree.attribute(.href, of: id).flatMap(redirectionTarget) else {
        return
      }
      tree.replaceAttribute(.href, of: id, with: target)
    }
  }

  private static func redirectionTarget(of address: ArraySlice<UInt8>) -> [UInt8]? {
    guard address.startsIgnoringCase(with: "http") else { return nil }
    var rest = address.drop { $0 != UInt8(ascii: ":") }.dropFirst(3)
    if let host = ByteSearch.position(of: ".safelinks.", in: rest.prefix(64)) { rest = rest[host...] }
    if rest.startsIgnoringCase(with: "www.") { rest = rest.dropFirst(4) }
    for (service, parameter) in redirections where rest.startsIgnoringCase(with: service) {
      let query = rest.drop { $0 != UInt8(ascii: "?") }.dropFirst()
      let target = query.split(separator: UInt8(ascii: "&"), maxSplits: 16)
        .first { $0.startsIgnoringCase(with: parameter) }
      if let target = target?.dropFirst(parameter.utf8.count).percentDecoded,
        target[...].startsIgnoringCase(with: "http")
      {
        return target
      }
    }
    return nil
  }
}
