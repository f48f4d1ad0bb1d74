import Exchange
import Pasteboard
import System
import UniformTypeIdentifiers

/// wl-copy: copies its operands or standard input.
struct WlCopy {
  private let arguments: ToolArguments

  init(_ arguments: ToolArguments) { self.arguments = arguments }

  func run() throws(ToolFailure) {
    try WaylandTools.requireSeat(arguments[.seat])
    let board = try ToolBoard(arguments.has(.primary) ? .primary : .general, as: .copy)
    let content = arguments.has(.clear) ? nil : try content()
    do throws(PasteboardError) {
      if let content {
        try content.own(board)
      } else {
        try PasteboardOwner.clear(board.name, on: board.backend)
      }
    } catch {
      throw WaylandTools.failure(error)
    }
  }

  private func content() throws(ToolFailure) -> ToolCopy {
    var copy = ToolCopy(bytes: try input(), target: arguments[.target])
    if let target = copy.target {
      guard !target.isEmpty, NameTable.shared.role(of: target) != .protocol else {
        throw ToolFailure("'\(target)' is not a type that content can have")
      }
      if WaylandTools.isText(target) { copy.otherNames = Self.textNames }
    } else if arguments.operands.isEmpty {
      copy.detected = Self.type(of: copy.bytes)
      if copy.detected?.conforms(to: .text) == true { copy.otherNames = Self.textNames }
    }
    copy.isSensitive = arguments.has(.sensitive)
    copy.isInForeground = arguments.has(.foreground)
    if arguments.has(.pasteOnce) {
      copy.terms.pastes = PasteCounter(limit: 1)
      copy.terms.hasSuccessor = false
    }
    return copy
  }

  /// The type of the bytes by their signature; nil for text.
  private static func type(of bytes: [UInt8]) -> UTType? {
    ContentDetection.signature(of: bytes) ?? (bytes.contains(0) ? .data : nil)
  }

  private func input() throws(ToolFailure) -> [UInt8] {
    if !arguments.operands.isEmpty {
      return Array(arguments.operands.indices.map(arguments.bytes).joined(separator: [0x20]))
    }
    do throws(SystemError) {
      let bytes = try ToolCopy.input()
      return arguments.has(.trimNewline) ? ToolCopy.trimmingNewline(bytes) : bytes
    } catch {
      throw ToolFailure("wl-copy: \(error)")
    }
  }

  private static let textNames = ["text/plain", "text/plain;charset=utf-8", "TEXT", "STRING", "UTF8_STRING"]
}
