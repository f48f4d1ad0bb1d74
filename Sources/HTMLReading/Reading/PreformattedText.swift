/// Reads `pre` and its kin.
enum PreformattedText {
  /// The code block that a preformatted element is; nil if it holds nothing.
  static func codeBlock(of id: HTMLTree.NodeID, in tree: HTMLTree) -> CodeBlock? {
    var code: [UInt8] = []
    appendText(of: id, in: tree, to: &code)
    if code.isEmpty {
      // `pre` alone sets nothing; with `code` in it, it is a code block even if it is empty.
      guard tree.contains(in: id, where: { tree[$0].name == .code }) else { return nil }
      return CodeBlock(info: CodeLanguage.language(of: id, in: tree) ?? "", code: "")
    }
    if code.last != UInt8(ascii: "\n") { code.append(UInt8(ascii: "\n")) }
    let language = CodeLanguage.language(of: id, in: tree) ?? ""
    return CodeBlock(info: language, code: String(decoding: code, as: UTF8.self))
  }

  /// Appends the text within a node as it is; breaks and lines of their own end lines.
  private static func appendText(of id: HTMLTree.NodeID, in tree: HTMLTree, to code: inout [UInt8]) {
    var needsLine = false
    for child in tree.children(of: id) {
      let name = tree[child].name
      switch name {
      case .text:
        if needsLine { endLine(&code) }
        needsLine = false
        appendSpacesPlain(tree.text(of: child), to: &code)
      case .br:
        if needsLine { endLine(&code) }
        needsLine = false
        code.append(UInt8(ascii: "\n"))
      case .button, .script, .style, .input, .select, .svg, .template:
        continue
      default:
        let isLine = name.isBlock || tree.style(of: child)?.isBlock == true
        if needsLine || isLine { endLine(&code) }
        let start = code.count
        appendText(of: child, in: tree, to: &code)
        needsLine = isLine && code.count > start
      }
    }
    if needsLine { endLine(&code) }
  }

  private static func endLine(_ code: inout [UInt8]) {
    if let last = code.last, last != UInt8(ascii: "\n") { code.append(UInt8(ascii: "\n")) }
  }

  /// Appends text with plain spaces for no-break ones, plain line feeds for any line end, nothing for the
  /// marks that have no width, unless words of the text need them.
  private static func appendSpacesPlain(_ text: ArraySlice<UInt8>, to code: inout [UInt8]) {
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      switch byte {
      case 0xC2 where index + 1 < text.endIndex && text[index + 1] == 0xA0:
        code.append(0x20)
        index += 2
      case 0xEF where text[index...].starts(with: [0xEF, 0xBB, 0xBF]):
        index += 3
      case 0xE2 where text[index...].starts(with: BreakMark.space):
        let next = index + BreakMark.space.count
        if BreakMark.isContentOfCode(after: code[...], before: text[next...]) { code += BreakMark.space }
        index = next
      case 0x0D:
        if index + 1 >= text.endIndex || text[index + 1] != 0x0A { code.append(0x0A) }
        index += 1
      default:
        code.append(byte)
        index += 1
      }
    }
  }
}
