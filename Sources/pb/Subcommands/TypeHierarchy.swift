import UniformTypeIdentifiers

extension Subcommand {
  static let typeTree = Subcommand(
    path: ["type", "tree"], operands: "TYPE", operandCount: 1...1,
    summary: "draw the supertypes or subtypes of a type",
    options: [TypeTree.down],
    notes: """
      An ellipsis marks a type whose branch was drawn above.
      """,
    examples: """
      pb type tree md
      pb type tree public.image --down
      """
  ) { arguments throws(Failure) in
    let type = try TypeName.typeOrUndeclared(arguments.operands[0])
    let isDownward = arguments.has(TypeTree.down)
    var tree = TypeTree { isDownward ? $0.directSubtypes : $0.directSupertypes }
    try Output.write(tree.drawing(of: type))
    return .success
  }
}

/// Draws types and what hangs on them, line by line.
struct TypeTree {
  static let down = Option("down", letter: "d", "draw the subtypes")

  private let next: (UTType) -> [UTType]
  private var drawn: Set<UTType> = []
  private var text = ""

  init(next: @escaping (UTType) -> [UTType]) {
    self.next = next
  }

  mutating func drawing(of type: UTType) -> String {
    text = ""
    draw(type, branch: "", below: "")
    return text
  }

  private mutating func draw(_ type: UTType, branch: String, below: String) {
    let types = next(type)
    let isRepeated = !drawn.insert(type).inserted && !types.isEmpty
    text += branch + type.identifier + (isRepeated ? " …" : "") + "\n"
    guard !isRepeated else { return }
    for (index, type) in types.enumerated() {
      let isLast = index == types.count - 1
      draw(type, branch: below + (isLast ? "└─ " : "├─ "), below: below + (isLast ? "   " : "│  "))
    }
  }
}

extension Subcommand {
  static let typeConforms = Subcommand(
    path: ["type", "conforms"], operands: "A B", operandCount: 2...2,
    summary: "test whether type A is a kind of type B",
    notes: """
      Prints yes and exits with status 0, or prints no and exits with status 1. Every type conforms to
      itself and to all its supertypes, direct and indirect.
      """,
    examples: """
      pb type conforms net.daringfireball.markdown public.text
      pb type conforms md text && echo 'Markdown is text'
      """
  ) { arguments throws(Failure) in
    let type = try TypeName.typeOrUndeclared(arguments.operands[0])
    let other = try TypeName.typeOrUndeclared(arguments.operands[1])
    let conforms = type.conforms(to: other)
    try Output.write(conforms ? "yes\n" : "no\n")
    return conforms ? .success : .nothing
  }
}
