import Pasteboard
import SocketSelections

extension Option {
  /// The values that it may have, where those are few.
  var choices: [String]? {
    guard let value, value.contains("|") else { return nil }
    return value.split(separator: "|").map(String.init)
  }

  /// The default value; nil if there is none.
  var builtInValue: String? {
    value == nil ? "no" : defaultValue ?? choices?.first
  }

  /// True if it can be a setting: not an option for one file or one call.
  var isPreference: Bool {
    guard !isPerInvocation else { return false }
    return value == nil || choices != nil
      || ["TYPE", "TYPE,…", "SECONDS", "NAME", "COLUMNS", "COUNT", "MIB", "FILE", "CODE", "RIGHT,…"].contains(
        value)
  }

  /// The problem with a value, as the end of a sentence; nil if the value is valid.
  func problem(with text: String) -> String? {
    if let choices {
      return choices.contains(MarkdownOptions.name(ofMark: text))
        ? nil : "must be one of \(choices.joined(separator: ", ")), not '\(text)'"
    }
    switch value {
    case nil: return ["yes", "no"].contains(text) ? nil : "must be yes or no, not '\(text)'"
    case "TYPE":
      return (try? TypeName.contentType(text)) != nil ? nil : "must be a type; '\(text)' is not a known type"
    case "TYPE,…": return (try? TypeName.types(text)) != nil ? nil : "must be a list of types, not '\(text)'"
    case "SECONDS":
      return (try? seconds(text, option: "")) != nil
        ? nil : "must be a number of seconds above 0, not '\(text)'"
    case "FILE": return text.isEmpty ? "must be a file" : nil
    case "CODE":
      let isTag = text.utf8.allSatisfy { $0 == 0x2D || 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 }
      return isTag && !text.isEmpty ? nil : "must be a language code such as de or pt-BR, not '\(text)'"
    case "RIGHT,…":
      return Rights(text) != nil ? nil : "must be a list of copy, paste, ask and secrets, not '\(text)'"
    case "NAME":
      return (try? PasteboardName(text)) != nil ? nil : "must be the name of a pasteboard, not '\(text)'"
    default: return Int(text).map { $0 > 0 } ?? false ? nil : "must be a number above 0, not '\(text)'"
    }
  }
}
