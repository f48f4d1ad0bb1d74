/// Rules for Word, Outlook and Word on the web.
enum WordRules {
  static let all: [CleanUp.Rule] = [
    CleanUp.Rule("drop comments and deleted text", for: [.word], dropRevisions),
    CleanUp.Rule("read paragraph styles by class", readStyleClasses),
    CleanUp.Rule("make lists of list paragraphs", WordLists.makeLists),
    CleanUp.Rule("drop ends of paragraphs", for: [.wordOnline], dropEndMarks),
    CleanUp.Rule("nest items by their level", ItemLevels.nest),
    CleanUp.Rule("set the items of Word's lists tight", for: [.wordOnline], unwrapItemParagraphs),
    CleanUp.Rule("read characters of fonts of signs", SymbolText.decode),
  ]

  /// Revisions, which name their author, are shown as if accepted; comments are not part of the text.
  private static func dropRevisions(_ tree: inout HTMLTree) {
    tree.forEachElement { tree, id in
      let isRevision = tree.attribute(.cite, of: id) != nil
      switch tree[id].name {
      case .del where isRevision: tree.remove(id)
      case .ins where isRevision: tree.unwrap(id)
      default:
        let isComment =
          tree.style(of: id)?.wordElement == .commentList || tree.hasClass("msocomanchor", id)
          || tree.attribute(.href, of: id)?.starts(with: "#_msocom".utf8) == true
        if isComment || tree.hasClass("msodel", id) || tree.hasClass("msocommentreference", id) {
          tree.remove(id)
        }
      }
    }
  }

  /// Word's built-in styles leave their names in classes.
  private static func readStyleClasses(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      guard tree[id].name == .p || tree[id].name == .div, let value = tree.attribute(.class, of: id),
        value.startsIgnoringCase(with: "mso")
      else { return }
      let name = String(decoding: value.map(\.lowercased).prefix { !$0.isHTMLSpace }, as: UTF8.self)
      switch name {
      case "msotitle", "msotitlecxspfirst", "msotitlecxspmiddle", "msotitlecxsplast": tree.rename(id, .h1)
      default:
        guard name.hasPrefix("msoheading"), let level = Int(name.dropFirst(10)), (1...9).contains(level)
        else { return }
        tree.rename(id, [.h1, .h2, .h3, .h4, .h5, .h6][min(level, 6) - 1])
      }
    }
    ParagraphGroups.quote(&tree) { tree, id in
      guard let value = tree.attribute(.class, of: id) else { return 0 }
      return value.startsIgnoringCase(with: "msoquote") || value.startsIgnoringCase(with: "msointensequote")
        ? 1 : 0
    }
    if tree.producer == .word {
      ParagraphGroups.preformat(&tree, minimum: 1) { tree, id in
        (tree.hasClass("htmlpreformatted", id) || tree.hasClass("msohtmlpreformatted", id))
          && tree.style(of: id)?.wordListItem == nil
      }
    }
  }

  /// Word on the web ends every paragraph with a span that holds a no-break space, and fills up breaks and tabs.
  private static func dropEndMarks(_ tree: inout HTMLTree) {
    tree.forEachElementWithAttributes { tree, id in
      if tree.hasClass("eop", id) {
        tree.remove(id)
      } else if tree.hasClass("linebreakblob", id) {
        tree.insert(tree.addElement(.br), before: id)
        tree.remove(id)
      } else if tree.hasClass("tabrun", id) {
        tree.insert(tree.addText(" "), before: id)
        tree.remove(id)
      }
    }
  }

  /// Every item holds a paragraph, and no space is set around it.
  private static func unwrapItemParagraphs(_ tree: inout HTMLTree) {
    tree.forEachElement(named: .li) { tree, id in
      let children = tree.children(of: id).filter { !tree.isBlank($0) && !tree[$0].name.isList }
      if children.count == 1, tree[children[0]].name == .p { tree.unwrap(children[0]) }
    }
  }
}
