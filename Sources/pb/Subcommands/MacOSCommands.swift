import CharacterSets
import Exchange
import Pasteboard
import RichText
import System
import UniformTypeIdentifiers

/// `pbcopy` and `pbpaste`, as macOS has them: plain text, and RTF where it is recognised or asked for.
enum MacOSCommands {
  static func copy(_ arguments: ArraySlice<String>) throws(Failure) -> ExitStatus {
    let options = try parse(arguments, command: "pbcopy")
    let bytes = try Output.read(nil)
    let type = type(of: bytes)
    let text = try SourceText(
      bytes, as: type, encoding: nil, label: "standard input", option: "'pb copy --encoding'")
    var item = PasteboardItem()
    item.setData(text.bytes, forType: type)
    // What comes in goes out, and nothing is made of it.
    item.offersConversions = false
    let offer = Offering(item, OfferingOptions(helper: .forOwnCopies))
    try Failure.wrapping { () throws(PasteboardError) in
      try PasteboardOwner.ownInBackground(options.pasteboard, offer)
    }
    return .success
  }

  /// RTF is what it is, as on macOS; so is a picture or an archive, of which macOS makes rubbish. Bytes with NULs are
  /// no text: they come back as they were given.
  private static func type(of bytes: [UInt8]) -> UTType {
    guard let found = ContentDetection.signature(of: bytes) else {
      let isText = !ByteSearch.contains(0, in: bytes[...]) || CharacterSet.detected(in: bytes) != nil
      return isText ? .utf8PlainText : .data
    }
    return found == .rtf || !found.conforms(to: .text) ? found : .utf8PlainText
  }

  static func paste(_ arguments: ArraySlice<String>) throws(Failure) -> ExitStatus {
    let options = try parse(arguments, command: "pbpaste")
    let bytes: [UInt8]
    do {
      let reader = try PasteboardReader(options.pasteboard)
      let targets = try reader.targets()
      // What is preferred is looked for first, and made of nothing else.
      let isThere = targets.contains { NameTable.shared.type(of: $0)?.conforms(to: options.type) == true }
      let request = PasteRequest(isThere ? options.type : .plainText)
      // What pbcopy was given comes back; of a picture that a program copied macOS prints nothing.
      if targets.contains(Offering.sourceMarker), !FileDescriptor.standardOutput.isTerminal,
        let content = try PastedContent(besideText: targets, from: reader, request, orAlone: false)
      {
        bytes = content.bytes
      } else {
        bytes = try reader.paste(request, among: targets).bytes
      }
    } catch {
      // macOS prints nothing and succeeds where there is nothing to paste.
      if [PasteboardError.Code.empty, .notOffered].contains(error.code) { return .success }
      throw Failure(error)
    }
    try Output.write(bytes)
    return .success
  }

  /// The pasteboards of macOS; no program uses those of rulers and fonts here.
  private static let pasteboards: [String: PasteboardName] = [
    "general": .general, "find": .find, "ruler": own("ruler"), "font": own("font"),
  ]

  /// The options with the values that they may have, for shells to offer.
  static let options: [(name: String, values: [String])] = [
    ("-pboard", pasteboards.keys.sorted()), ("-Prefer", ["txt", "rtf"]), ("-help", []),
  ]

  private static func own(_ name: String) -> PasteboardName { (try? PasteboardName(name)) ?? .general }

  private static func parse(
    _ arguments: ArraySlice<String>, command: String
  ) throws(Failure) -> (pasteboard: PasteboardName, type: UTType) {
    var (pasteboard, type) = (PasteboardName.general, UTType.plainText)
    let usage = "usage: \(command) [-pboard NAME] [-Prefer txt|rtf]"
    var rest = arguments
    while let word = rest.popFirst() {
      switch (word, rest.first) {
      case ("-help", _), ("--help", _), ("-h", _):
        try Output.write("Usage: \(command) [-pboard general|ruler|find|font] [-Prefer txt|rtf]\n")
        throw Failure("", status: .success)
      case ("-pboard", let name?), ("--pboard", let name?):
        rest = rest.dropFirst()
        guard let known = pasteboards[name] else {
          let names = pasteboards.keys.sorted().joined(separator: ", ")
          throw Failure("\(command): unknown pasteboard '\(name)'. Use one of \(names).")
        }
        pasteboard = known
      case ("-Prefer", let name?), ("--Prefer", let name?), ("-prefer", let name?):
        rest = rest.dropFirst()
        // macOS has no other, and takes any word for text.
        type = name == "rtf" ? .rtf : .plainText
      case ("-pboard", nil), ("--pboard", nil), ("-Prefer", nil), ("--Prefer", nil), ("-prefer", nil):
        throw Failure("\(command): '\(word)' requires a value; \(usage)")
      default:
        throw Failure("\(command): unknown option '\(word)'; \(usage)")
      }
    }
    return (pasteboard, type)
  }
}
