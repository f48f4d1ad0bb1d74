import Exchange
import Pasteboard
import System

/// xclip: copies standard input or files, pastes one target.
struct Xclip {
  private let arguments: ToolArguments
  private let isVerbose: Bool

  init(_ arguments: ToolArguments) {
    self.arguments = arguments
    isVerbose = arguments.last(of: [.background, .quiet, .verbose]) == .verbose
  }

  func run() throws(ToolFailure) {
    let isPaste = arguments.last(of: [.input, .output]) == .output
    let display = arguments[.display]
    let board = try ToolBoard(pasteboard, as: isPaste ? .paste : .copy, display: display)
    let copy = isPaste ? nil : try content()
    do throws(PasteboardError) {
      if let copy { try own(copy, board) } else { try paste(from: board) }
    } catch {
      throw failure(error)
    }
  }

  /// The selection by its first letter; any other letter means the default.
  private var pasteboard: PasteboardName {
    switch arguments[.selection]?.lowercased().first {
    case "c": .general
    case "s": .secondary
    case "b": Self.cutBuffer
    default: .primary
    }
  }

  /// Cut buffers are properties that no program uses any more: a board between the tools of this program stands for them.
  private static let cutBuffer = (try? PasteboardName("pb.cut-buffer")) ?? .secondary

  private var target: String? {
    arguments[.target] ?? (arguments.has(.legacyText) ? "STRING" : nil)
  }

  private func failure(_ error: PasteboardError) -> ToolFailure {
    switch error.code {
    case .empty, .notOffered, .notConvertible:
      return ToolFailure("Error: target \(target ?? "STRING") not available")
    case .display:
      let name = arguments[.display] ?? Environment.value("DISPLAY") ?? "(null)"
      return ToolFailure("Error: Can't open display: \(name)\npb: \(error)")
    default: return ToolFailure("Error: \(error)")
    }
  }
}

// MARK: Pasting

extension Xclip {
  private func paste(from board: ToolBoard) throws(PasteboardError) {
    if isVerbose {
      EmulatedTool.tell("Connected to \(board.backend.account).\nUsing \(target ?? "UTF8_STRING").")
    }
    let reader = try ToolReader(board)
    if target == "TARGETS" {
      let names = reader.listed(textNames: ["UTF8_STRING"])
      let all = names.contains("TARGETS") ? names : ["TARGETS"] + names
      return try write(all.map { $0 + "\n" }.joined().utf8.map { $0 })
    }
    guard let form = if let target { reader.form(for: target) } else { reader.text } else {
      throw Self.notOffered
    }
    if let numbers = try reader.numbers(of: form) {
      return try write(Array(numbers.map { "\($0)\n" }.joined().utf8))
    }
    guard arguments.has(.trimNewline) else { return try reader.write(form) }
    try write(ToolCopy.trimmingNewline(reader.bytes(of: form)))
  }

  private static let notOffered = PasteboardError(byte: 2, description: "not available")

  private func write(_ bytes: [UInt8]) throws(PasteboardError) {
    try rethrowing(as: PasteboardError.init) { () throws(SystemError) in try EmulatedTool.write(bytes) }
  }
}

// MARK: Copying

extension Xclip {
  private var level: ToolOption.Meaning {
    arguments.last(of: [.background, .quiet, .verbose]) ?? .background
  }

  /// The content to copy. Files and standard input are read before the selection changes.
  private func content() throws(ToolFailure) -> ToolCopy {
    if let target, NameTable.shared.role(of: target) == .protocol {
      throw ToolFailure("Error: target \(target) belongs to the X11 protocol and cannot be copied")
    }
    var bytes = try input()
    if arguments.has(.trimNewline) { bytes = ToolCopy.trimmingNewline(bytes) }
    if arguments.has(.filter), arguments.operands.isEmpty, level == .background {
      do throws(PasteboardError) { try write(bytes) } catch { throw ToolFailure("xclip: \(error)") }
    }
    var copy = ToolCopy(bytes: bytes, target: target)
    if target == nil || target == "UTF8_STRING" {
      copy.target = nil
      // A picture is offered as one too, so that other programs paste it.
      copy.detected = ToolCopy.picture(bytes)
      copy.otherNames = copy.detected == nil ? [] : ToolCopy.textNames
    }
    copy.isSensitive = arguments.has(.sensitive)
    copy.isInForeground = level != .background
    return copy
  }

  /// The files one behind the other, or standard input.
  private func input() throws(ToolFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    for (number, name) in (arguments.operands.isEmpty ? ["-"] : arguments.operands).enumerated() {
      let path = arguments.operands.isEmpty ? nil : FilePath(arguments.bytes(ofOperand: number))
      if isVerbose, path != nil { EmulatedTool.tell("Reading \(name)...") }
      do throws(SystemError) {
        // Versions after 0.13 take a hyphen for standard input.
        if let path, name != "-" || path.exists {
          bytes += try FileDescriptor(opening: path, 0).readToEnd(name: name)
        } else {
          bytes += try ToolCopy.input()
        }
      } catch {
        throw ToolFailure(.xclip, name, error)
      }
    }
    return bytes
  }

  private func own(_ content: ToolCopy, _ board: ToolBoard) throws(PasteboardError) {
    var copy = content
    if isVerbose {
      EmulatedTool.tell("Connected to \(board.backend.account).\nUsing \(target ?? "UTF8_STRING").")
    }
    let limit = arguments[.pasteLimit].flatMap(Self.leadingNumber).flatMap { $0 > 0 ? $0 : nil }
    copy.terms.hasSuccessor = false
    if limit != nil || copy.isInForeground {
      let reports = copy.isInForeground
      copy.terms.pastes = PasteCounter(limit: limit) { number in
        if reports, number < limit ?? .max { EmulatedTool.tell(Self.waiting(number + 1, limit)) }
      }
    }
    try copy.own(board) {
      switch limit {
      case 1: EmulatedTool.tell("Waiting for one selection request.")
      case let limit?: EmulatedTool.tell("Waiting for \(limit) selection requests, Control-C to quit")
      case nil: EmulatedTool.tell("Waiting for selection requests, Control-C to quit")
      }
      EmulatedTool.tell(Self.waiting(1, limit))
    }
  }

  private static func waiting(_ number: Int, _ limit: Int?) -> String {
    switch limit {
    case 1: "  Waiting for a selection request."
    case let limit?: "  Waiting for selection request \(number) of \(limit)."
    case nil: "  Waiting for selection request number \(number)"
    }
  }

  /// The number that atoi(3) reads.
  private static func leadingNumber(_ text: String) -> Int? {
    Int(text.drop { $0 == " " || $0 == "\t" }.prefix { $0.isASCII && $0.isNumber })
  }
}
