import Conversions
import Exchange
import Pasteboard
import RichText
import System
import UniformTypeIdentifiers

/// The content that a tool copies, and the way it is served.
struct ToolCopy {
  var bytes: [UInt8]
  /// The name that the command line gives; nil for text.
  var target: String?
  /// Names under which the bytes are offered as well.
  var otherNames: [String] = []
  /// The type of bytes that are not text, if no name is given.
  var detected: UTType?
  var isSensitive = false
  var isInForeground = false
  var terms = OwnershipPlan()

  /// Offers the content; returns when it is there, in the foreground when it is there no longer.
  ///
  /// - Parameter whenOwned: called in the foreground once it is there.
  func own(_ board: ToolBoard, whenOwned: () -> Void = {}) throws(PasteboardError) {
    let offering = offering()
    if isInForeground {
      try PasteboardOwner.own(board.name, offering, on: board.backend, terms, ready: whenOwned)
    } else {
      try PasteboardOwner.ownInBackground(board.name, offering, on: board.backend, terms)
    }
  }

  /// The bytes unchanged under the name that was given, and what helps programs that ask for something else.
  func offering() -> Offering {
    // UTF-8 without a NUL.
    let isText = !bytes.contains(0) && TextEncoding.isValid(bytes)
    var names = otherNames
    var item = PasteboardItem()
    item.isSensitive = isSensitive
    if let target {
      names.insert(target, at: 0)
      if let type = NameTable.shared.typeOrUndeclared(of: target) { setContent(type, isText, of: &item) }
    } else if let detected {
      names.insert(detected.preferredMIMEType ?? detected.identifier, at: 0)
      setContent(detected, isText, of: &item)
    } else {
      setContent(.utf8PlainText, isText, of: &item)
    }
    if !isText, target == nil, detected == nil || !otherNames.isEmpty { names += Self.textNames }
    var offering = Offering(item, OfferingOptions(helper: .forOwnCopies))
    offering.isSensitive = isSensitive
    offering.offerUnchanged(bytes, under: names)
    return offering
  }

  /// Sets what conversions are made of; bytes that are not what their name says are offered as they are alone.
  private func setContent(_ type: UTType, _ isText: Bool, of item: inout PasteboardItem) {
    let isPlain = Format(type) == .plainText
    if isPlain, !isText { return }
    item.setData(bytes, forType: isPlain ? .utf8PlainText : type)
    item.offersConversions = !isPlain && CopyProblem.message(for: [item]) == nil
  }

  /// The names under which bytes are text for most programs.
  static let textNames = ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING", "TEXT"]

  /// Reads standard input to its end.
  static func input() throws(SystemError) -> [UInt8] {
    try FileDescriptor.standardInput.readToEnd(name: "standard input")
  }

  /// The type of a picture by its signature; nil for all else.
  static func picture(_ bytes: [UInt8]) -> UTType? {
    ContentDetection.signature(of: bytes).flatMap { $0.conforms(to: .image) ? $0 : nil }
  }

  static func trimmingNewline(_ bytes: [UInt8]) -> [UInt8] {
    bytes.last == 0x0A ? bytes.dropLast() : bytes
  }
}
