import Exchange
import Pasteboard
import System
import UniformTypeIdentifiers

/// wl-copy: copies its operands or standard input.
struct WlCopy {
  private let arguments: FaceArguments

  init(_ arguments: FaceArguments) { self.arguments = arguments }

  func run() throws(FaceFailure) {
    try WaylandTools.requireSeat(arguments[.seat])
    let board = try FaceBoard(arguments.has(.primary) ? .primary : .general, as: .copy)
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

  private func content() throws(FaceFailure) -> FaceCopy {
    var copy = FaceCopy(bytes: try input(), target: arguments[.target])
    if let target = copy.target {
      guard !target.isEmpty, NameTable.shared.role(of: target) != .protocol else {
        throw FaceFailure("'\(target)' is not a type that content can have")
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

  private func input() throws(FaceFailure) -> [UInt8] {
    if !arguments.operands.isEmpty {
      return Array(arguments.operands.indices.map(arguments.bytes).joined(separator: [0x20]))
    }
    do throws(SystemError) {
      let bytes = try FaceCopy.input()
      return arguments.has(.trimNewline) ? FaceCopy.trimmingNewline(bytes) : bytes
    } catch {
      throw FaceFailure("wl-copy: \(error)")
    }
  }

  private static let textNames = ["text/plain", "text/plain;charset=utf-8", "TEXT", "STRING", "UTF8_STRING"]
}
