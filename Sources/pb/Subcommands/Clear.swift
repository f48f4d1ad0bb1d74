import Exchange
import Pasteboard

extension Subcommand {
  static let clear = Subcommand(
    path: ["clear"], operands: "", operandCount: 0...0,
    summary: "leave nothing on a pasteboard",
    options: [.pasteboard, .backend],
    discussion: "",
    examples: [
      "pb clear",
      "pb clear --pasteboard primary",
    ]
  ) { arguments throws(Failure) in
    let name = try pasteboardName(arguments)
    let backend = try backend(arguments)
    try Failure.wrapping { () throws(PasteboardError) in try PasteboardOwner.clear(name, on: backend) }
    return .success
  }
}
