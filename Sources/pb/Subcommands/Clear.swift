import Pasteboard

extension Subcommand {
  static let clear = Subcommand(
    path: ["clear"], operands: "", operandCount: 0...0,
    summary: "leave nothing on a pasteboard",
    options: [.pasteboard],
    discussion: "",
    examples: [
      "pb clear",
      "pb clear --pasteboard primary",
    ]
  ) { arguments throws(Failure) in
    let name = try pasteboardName(arguments)
    try Failure.wrapping { () throws(PasteboardError) in try PasteboardOwner.clear(name) }
    return .success
  }
}
