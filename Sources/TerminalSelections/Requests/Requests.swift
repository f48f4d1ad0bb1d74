import BinaryText
import Exchange

/// The bytes that are sent to a terminal.
struct Requests {
  let wrapping: MultiplexerWrapping

  private func command(_ text: String) -> [UInt8] {
    wrapping.wrap(Array("\u{1B}]\(text)".utf8) + wrapping.terminator)
  }
}

// MARK: Questions

extension Requests {
  /// The question whose answer comes after those to all questions before it.
  ///
  /// Programs in between answer the one for attributes themselves, at once: through tmux goes only the answer to a
  /// question for a mode.
  var fence: [UInt8] {
    wrapping.wrap(Array((wrapping == .tmux ? "\u{1B}[?5522$p" : "\u{1B}[c").utf8))
  }

  /// Whether an answer is that of the fence.
  func isFence(_ control: ControlSequence) -> Bool {
    wrapping == .tmux ? control.isModeReport : control.isAttributes
  }

  /// Asks for all that tells what a terminal can do, in one write, the fence at its end.
  ///
  /// - Parameter showsStrings: whether something on the way would show what it takes for no sequence: screen sends
  ///   the content of device control strings on.
  func probe(_ location: ClipboardLocation, identifier: String, showsStrings: Bool = false) -> [UInt8] {
    guard wrapping != .tmux else { return list(location, identifier: identifier) + fence }
    // Name and version, and what programs in between are known by.
    var questions = wrapping.wrap(Array("\u{1B}[>0q\u{1B}[>c".utf8))
    // xterm tells what it is allowed to do.
    questions += command("60")
    // Within one of screen's own strings the end of another would be its end.
    if !showsStrings, wrapping != .screen {
      // The capability of taking copies (Ms), by its name in hexadecimal digits.
      questions += wrapping.wrap(Array("\u{1B}P+q4d73".utf8) + [0x1B, 0x5C])
    }
    return questions + list(location, identifier: identifier) + fence
  }
}

// MARK: Text alone (OSC 52)

extension Requests {
  func setText(_ text: [UInt8], _ location: ClipboardLocation) -> [UInt8] {
    var sequence = Array("\u{1B}]52;\(location.letter);".utf8)
    Base64.append(text[...], to: &sequence)
    return wrapping.wrap(sequence + wrapping.terminator)
  }

  func text(_ location: ClipboardLocation) -> [UInt8] { command("52;\(location.letter);?") }

  /// Neither Base64 nor a question: nothing is there afterwards.
  func clearText(_ location: ClipboardLocation) -> [UInt8] { command("52;\(location.letter);!") }
}

// MARK: Any type (OSC 5522)

extension Requests {
  /// The bytes that one packet may carry.
  private static let packetLimit = 4096

  private func packet(_ metadata: String, _ payload: ArraySlice<UInt8> = []) -> [UInt8] {
    var sequence = Array("\u{1B}]5522;\(metadata)".utf8)
    if !payload.isEmpty {
      sequence.append(UInt8(ascii: ";"))
      Base64.append(payload, to: &sequence)
    }
    return wrapping.wrap(sequence + wrapping.terminator)
  }

  private static func place(_ location: ClipboardLocation) -> String {
    location == .selected ? ":loc=primary" : ""
  }

  private static func encoded(_ name: String) -> String {
    Base64.encode(Array(name.utf8))
  }

  /// Asks for the names of what is there, of which terminals tell without asking anybody.
  func list(_ location: ClipboardLocation, identifier: String) -> [UInt8] {
    packet("type=read:id=\(identifier)\(Self.place(location))", [UInt8(ascii: ".")])
  }

  /// Asks for content.
  func read(_ names: [String], _ location: ClipboardLocation, identifier: String) -> [UInt8] {
    packet("type=read:id=\(identifier)\(Self.place(location))", Array(names.joined(separator: " ").utf8)[...])
  }

  /// Puts content there, each form once, with its other names.
  func write(_ forms: [ReadyForm], _ location: ClipboardLocation, identifier: String) -> [UInt8] {
    var output = packet("type=write:id=\(identifier)\(Self.place(location))")
    output.reserveCapacity(forms.reduce(0) { $0 + $1.bytes.count / 4 * 6 } + 4096)
    for form in forms {
      let name = Self.encoded(form.name)
      var rest = form.bytes[...]
      repeat {
        output += packet("type=wdata:mime=\(name)", rest.prefix(Self.packetLimit))
        rest = rest.dropFirst(Self.packetLimit)
      } while !rest.isEmpty
      // Lists of names have the bounds of packets.
      for list in form.aliasLists(upTo: Self.packetLimit) {
        output += packet("type=walias:mime=\(name)", Array(list.utf8)[...])
      }
    }
    return output + packet("type=wdata")
  }
}

/// The names of plain text, for terminals that carry nothing else.
enum SentText {
  static let names = ["text/plain;charset=utf-8", "text/plain"]
  /// X11's name for the same, in UTF-8.
  static let nameOfX11 = "UTF8_STRING"

  /// The text of a content; nil if it has none.
  static func of(_ content: Content) -> [UInt8]? {
    let offered = content.view?(Peer()) ?? content.names.map { Content.Offered($0) }
    for name in names + [nameOfX11] {
      if let form = offered.first(where: { $0.name == name }), let value = content.render(form.rendering) {
        return value.bytes
      }
    }
    return nil
  }
}
