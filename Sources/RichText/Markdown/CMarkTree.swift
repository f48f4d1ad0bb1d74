import CCMarkGFM
import Synchronization

/// libcmark-gfm's parser, and the walk that turns its tree into a document.
///
/// The only file that touches the C library.
enum CMarkTree {
  /// GitHub's extensions of CommonMark.
  struct Extensions: OptionSet {
    let rawValue: Int
    static let table = Extensions(rawValue: 1)
    static let strikethrough = Extensions(rawValue: 2)
    static let autolink = Extensions(rawValue: 4)
    static let taskList = Extensions(rawValue: 8)
    static let footnotes = Extensions(rawValue: 16)

    fileprivate static let names: [(extension: Extensions, name: StaticString)] = [
      (.table, "table"), (.strikethrough, "strikethrough"), (.autolink, "autolink"), (.taskList, "tasklist"),
    ]
  }

  /// Held from parsing until the tree is freed: the library keeps its tables of special characters and its
  /// arena in global variables.
  private static let library = Mutex(Library())

  private struct Library {
    var isRegistered = false
  }

  /// Reads a text, which must be UTF-8.
  static func read(_ text: ArraySlice<UInt8>, extensions: Extensions) -> Document {
    library.withLock { library in
      if !library.isRegistered { cmark_gfm_core_extensions_ensure_registered() }
      library.isRegistered = true
      let arena = unsafe cmark_get_arena_mem_allocator()
      defer { cmark_arena_reset() }
      guard
        let parser = unsafe cmark_parser_new_with_mem(CMARK_OPT_FOOTNOTES | CMARK_OPT_VALIDATE_UTF8, arena)
      else { return Document() }
      for (member, name) in Extensions.names where extensions.contains(member) {
        let found = name.withUTF8Buffer { name in
          unsafe name.withMemoryRebound(to: CChar.self) { name in
            unsafe cmark_find_syntax_extension(name.baseAddress)
          }
        }
        unsafe cmark_parser_attach_syntax_extension(parser, found)
      }
      unsafe text.withUnsafeBytes { bytes in
        unsafe cmark_parser_feed(
          parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
      }
      guard let root = unsafe cmark_parser_finish(parser) else { return Document() }
      return unsafe TreeWalk(root: root, text: text).document
    }
  }
}

private typealias Node = OpaquePointer

/// One walk over the parser's tree.
@safe
private struct TreeWalk {
  private let root: Node
  private let lines: LineCursor
  private let table: cmark_node_type
  private let tableRow: cmark_node_type
  private let tableCell: cmark_node_type
  private let strikethrough: cmark_node_type

  init(root: Node, text: ArraySlice<UInt8>) {
    unsafe self.root = unsafe root
    lines = LineCursor(text)
    table = CMARK_NODE_TABLE
    tableRow = CMARK_NODE_TABLE_ROW
    tableCell = CMARK_NODE_TABLE_CELL
    strikethrough = CMARK_NODE_STRIKETHROUGH
  }

  var document: Document {
    var document = Document()
    var child = unsafe cmark_node_first_child(root)
    while let node = unsafe child {
      // The parser gathers the definitions behind the text, in the order of their first references.
      if unsafe cmark_node_get_type(node) == CMARK_NODE_FOOTNOTE_DEFINITION {
        let label = String(document.footnotes.count + 1)
        document.footnotes.append(Footnote(label: label, blocks: unsafe blocks(of: node, depth: 1)))
      } else {
        unsafe append(node, depth: 0, to: &document.blocks)
      }
      unsafe child = cmark_node_next(node)
    }
    return document
  }

  // MARK: Blocks

  private func blocks(of parent: Node, depth: Int) -> [Block] {
    var blocks: [Block] = []
    var child = unsafe cmark_node_first_child(parent)
    while let node = unsafe child {
      unsafe append(node, depth: depth, to: &blocks)
      unsafe child = cmark_node_next(node)
    }
    return blocks
  }

  private func append(_ node: Node, depth: Int, to blocks: inout [Block]) {
    switch unsafe cmark_node_get_type(node) {
    case CMARK_NODE_PARAGRAPH:
      blocks.append(.paragraph(unsafe inlines(of: node, depth: 0)))
    case CMARK_NODE_HEADING:
      let level = unsafe Int(cmark_node_get_heading_level(node))
      blocks.append(.heading(level: level, unsafe inlines(of: node, depth: 0)))
    case CMARK_NODE_CODE_BLOCK:
      let info = unsafe Self.string(cmark_node_get_fence_info(node))
      blocks.append(.codeBlock(CodeBlock(info: info, code: unsafe Self.literal(of: node))))
    case CMARK_NODE_THEMATIC_BREAK:
      blocks.append(.thematicBreak)
    case CMARK_NODE_HTML_BLOCK:
      var html = unsafe Self.literal(of: node)
      if html.utf8.last == 0x0A { html.unicodeScalars.removeLast() }
      blocks.append(.html(html))
    case table:
      unsafe append(table: node, to: &blocks)
    case _ where depth >= NestingLimit.blocks:
      unsafe appendLeaves(under: node, to: &blocks)
    case CMARK_NODE_BLOCK_QUOTE:
      blocks.append(.blockQuote(unsafe self.blocks(of: node, depth: depth + 1)))
    case CMARK_NODE_LIST:
      blocks.append(.list(unsafe list(node, depth: depth + 1)))
    default:
      unsafe appendLeaves(under: node, to: &blocks)
    }
  }

  /// Appends what the containers below a node hold, without the containers, and without recursion.
  private func appendLeaves(under top: Node, to blocks: inout [Block]) {
    var next = unsafe cmark_node_first_child(top)
    while let node = unsafe next {
      switch unsafe cmark_node_get_type(node) {
      case CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_LIST, CMARK_NODE_ITEM, CMARK_NODE_FOOTNOTE_DEFINITION:
        if let child = unsafe cmark_node_first_child(node) {
          unsafe next = child
          continue
        }
      default:
        unsafe append(node, depth: NestingLimit.blocks, to: &blocks)
      }
      unsafe next = Self.following(node, within: top)
    }
  }

  private func list(_ node: Node, depth: Int) -> List {
    let isOrdered = unsafe cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
    var list = List(
      isOrdered ? .ordered(start: unsafe Int(cmark_node_get_list_start(node))) : .bullet,
      isTight: unsafe cmark_node_get_list_tight(node) != 0, items: [])
    var child = unsafe cmark_node_first_child(node)
    while let item = unsafe child {
      var read = ListItem(checkbox: unsafe checkbox(of: item), unsafe blocks(of: item, depth: depth))
      if read.checkbox == nil { TaskBox.take(from: &read) { unsafe isBoxUnseen(in: item) } }
      list.items.append(read)
      unsafe child = cmark_node_next(item)
    }
    return list
  }

  private func checkbox(of item: Node) -> ListItem.Checkbox? {
    // The parser tells a task from another item by the name of its type alone: "tasklist" from "item".
    guard let name = unsafe cmark_node_get_type_string(item), unsafe name[0] == CChar(UInt8(ascii: "t"))
    else {
      return nil
    }
    // It takes a box for checked if one stands anywhere in the line.
    guard unsafe cmark_gfm_extensions_get_tasklist_item_checked(item) else { return .unchecked }
    return unsafe box(of: item).text.dropFirst().first == 0x20 ? .unchecked : .checked
  }

  /// True if a box begins the item that the parser does not see: it looks for one only where nothing but
  /// space precedes the item's marker in its line.
  private func isBoxUnseen(in item: Node) -> Bool {
    let (before, text) = unsafe box(of: item)
    // A backslash before the bracket says that it is none.
    return before.contains { $0 != 0x20 && $0 != 0x09 } && text.first == UInt8(ascii: "[")
  }

  /// What stands before an item's marker and what behind it in its line of the source.
  private func box(of item: Node) -> (before: ArraySlice<UInt8>, text: ArraySlice<UInt8>) {
    let line = lines.line(unsafe Int(cmark_node_get_start_line(item)) - 1)
    let before = unsafe line.prefix(max(0, Int(cmark_node_get_start_column(item)) - 1))
    let text = line.dropFirst(before.count).drop { $0 != 0x20 && $0 != 0x09 }.drop {
      $0 == 0x20 || $0 == 0x09
    }
    return (before, text)
  }

  private func append(table node: Node, to blocks: inout [Block]) {
    let columns = unsafe Int(cmark_gfm_extensions_get_table_columns(node))
    let codes = unsafe cmark_gfm_extensions_get_table_alignments(node)
    let alignments = (0..<columns).map { column -> Table.Alignment? in
      switch unsafe codes?[column] {
      case UInt8(ascii: "l"): .left
      case UInt8(ascii: "c"): .center
      case UInt8(ascii: "r"): .right
      default: nil
      }
    }
    var rows: [[TableCell]] = []
    var child = unsafe cmark_node_first_child(node)
    while let row = unsafe child {
      rows.append(unsafe cells(of: row, count: columns))
      unsafe child = cmark_node_next(row)
    }
    guard !rows.isEmpty else { return }
    blocks.append(.table(Table(columns: alignments, headerRows: 1, rows: rows)))
  }

  private func cells(of row: Node, count: Int) -> [TableCell] {
    var cells: [TableCell] = []
    cells.reserveCapacity(count)
    var child = unsafe cmark_node_first_child(row)
    while let cell = unsafe child {
      cells.append(TableCell(unsafe inlines(of: cell, depth: 0)))
      unsafe child = cmark_node_next(cell)
    }
    return cells
  }

  // MARK: Inlines

  private func inlines(of parent: Node, depth: Int) -> [Inline] {
    var count = 0
    var child = unsafe cmark_node_first_child(parent)
    while let node = unsafe child {
      count += 1
      unsafe child = cmark_node_next(node)
    }
    var content = InlineContent(depth: depth, capacity: count)
    unsafe child = cmark_node_first_child(parent)
    while let node = unsafe child {
      unsafe append(node, to: &content)
      unsafe child = cmark_node_next(node)
    }
    return content.finished
  }

  private func append(_ node: Node, to content: inout InlineContent, isDeepest: Bool = false) {
    let depth = content.depth + 1
    switch unsafe cmark_node_get_type(node) {
    case CMARK_NODE_TEXT:
      content.append(text: unsafe Self.literal(of: node))
    case CMARK_NODE_SOFTBREAK:
      content.append(.softBreak)
    case CMARK_NODE_LINEBREAK:
      content.append(.lineBreak)
    case CMARK_NODE_CODE:
      content.append(.code(unsafe Self.literal(of: node)))
    case CMARK_NODE_HTML_INLINE:
      content.append(html: unsafe Self.literal(of: node))
    case CMARK_NODE_FOOTNOTE_REFERENCE:
      content.append(.footnoteReference(label: unsafe Self.literal(of: node)))
    case CMARK_NODE_IMAGE:
      content.append(
        .image(
          Image(
            source: unsafe Self.string(cmark_node_get_url(node)),
            title: unsafe Self.string(cmark_node_get_title(node)),
            alternative: unsafe plainText(under: node))))
    case _ where isDeepest || depth > NestingLimit.inlines:
      unsafe appendLeaves(under: node, to: &content)
    case CMARK_NODE_EMPH:
      content.append(.emphasis(unsafe inlines(of: node, depth: depth)))
    case CMARK_NODE_STRONG:
      content.append(.strong(unsafe inlines(of: node, depth: depth)))
    case strikethrough:
      content.append(.strikethrough(unsafe inlines(of: node, depth: depth)))
    case CMARK_NODE_LINK:
      content.append(
        .link(
          Link(
            destination: unsafe Self.string(cmark_node_get_url(node)),
            title: unsafe Self.string(cmark_node_get_title(node)),
            unsafe inlines(of: node, depth: depth))))
    default:
      unsafe appendLeaves(under: node, to: &content)
    }
  }

  /// Appends what the inlines below a node hold, without their marks, and without recursion.
  private func appendLeaves(under top: Node, to content: inout InlineContent) {
    var next = unsafe cmark_node_first_child(top)
    while let node = unsafe next {
      let type = unsafe cmark_node_get_type(node)
      if type != CMARK_NODE_IMAGE, let child = unsafe cmark_node_first_child(node) {
        unsafe next = child
        continue
      }
      if unsafe cmark_node_first_child(node) == nil || type == CMARK_NODE_IMAGE {
        unsafe append(node, to: &content, isDeepest: true)
      }
      unsafe next = Self.following(node, within: top)
    }
  }

  /// The text of the inlines below a node: what stands in for an image.
  private func plainText(under top: Node) -> String {
    var text = ""
    var next = unsafe cmark_node_first_child(top)
    while let node = unsafe next {
      switch unsafe cmark_node_get_type(node) {
      case CMARK_NODE_TEXT, CMARK_NODE_CODE, CMARK_NODE_HTML_INLINE:
        text += unsafe Self.literal(of: node)
      case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK:
        text += " "
      default:
        if let child = unsafe cmark_node_first_child(node) {
          unsafe next = child
          continue
        }
      }
      unsafe next = Self.following(node, within: top)
    }
    return text
  }

  // MARK: Nodes

  /// The node after all that lies below a node, in the order of the text; nil at the end of `top`.
  private static func following(_ node: Node, within top: Node) -> Node? {
    var node = unsafe node
    while true {
      if let next = unsafe cmark_node_next(node) { return unsafe next }
      guard let parent = unsafe cmark_node_parent(node), unsafe parent != top else { return nil }
      unsafe node = parent
    }
  }

  private static func literal(of node: Node) -> String {
    unsafe string(cmark_node_get_literal(node))
  }

  private static func string(_ text: UnsafePointer<CChar>?) -> String {
    guard let text = unsafe text else { return "" }
    return unsafe String(cString: text)
  }
}
