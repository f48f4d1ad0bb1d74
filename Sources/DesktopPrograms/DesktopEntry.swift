/// A program as its desktop entry describes it (Desktop Entry Specification 1.5).
package struct DesktopEntry: Hashable, Sendable {
  /// The desktop's name of it, as `org.example.editor.desktop`.
  package let id: String
  /// The file of the entry.
  package let path: String
  /// The name for people, in their language.
  package let name: String
  package let icon: String?
  /// The MIME types that it opens, `x-scheme-handler/…` for addresses among them.
  package let mimeTypes: [String]
  /// The program that must be there for the entry to count.
  package let needs: String?
  /// The command that starts it.
  package let command: ExecLine
  /// The folder to start it in.
  package let folder: String?
  package let runsInTerminal: Bool
  /// True if the entry says that there is no such program.
  package let isHidden: Bool
  /// False if menus do not show it; it opens files all the same.
  package let isInMenus: Bool

  private static let group = "Desktop Entry"
  private static let typeLimit = 2_000

  /// Reads an entry; nil if it is none of a program that can be started.
  ///
  /// - Parameter locales: those of the person, the most exact first.
  package init?(_ bytes: [UInt8], id: String, path: String, locales: [String] = []) {
    guard let file = KeyFile(bytes, groups: [Self.group]) else { return nil }
    self.id = id
    self.path = path
    isHidden = file.truth("Hidden", in: Self.group)
    let command = file.string("Exec", in: Self.group).flatMap(ExecLine.init)
    if !isHidden, file.string("Type", in: Self.group) != "Application" || command == nil { return nil }
    self.command = command ?? ExecLine()
    name = file.string("Name", in: Self.group, locales: locales) ?? id
    icon = file.string("Icon", in: Self.group, locales: locales)
    needs = file.string("TryExec", in: Self.group)
    folder = file.string("Path", in: Self.group).flatMap { $0.isEmpty ? nil : $0 }
    mimeTypes = file.list("MimeType", in: Self.group).prefix(Self.typeLimit).map { $0.lowercased() }
    runsInTerminal = file.truth("Terminal", in: Self.group)
    isInMenus = !file.truth("NoDisplay", in: Self.group)
  }
}

/// A file of groups and lines `key=value` (Desktop Entry Specification 1.5, "Basic format of the file").
struct KeyFile {
  /// The values as they stand in the file, by group and key; of two with one key the last counts.
  private var groups: [String: [String: String]] = [:]

  /// Reads the groups that are wanted; nil for what is no text.
  init?(_ bytes: [UInt8], groups wanted: Set<String>) {
    guard !bytes.contains(0) else { return nil }
    var group: String?
    for line in bytes.split(separator: 0x0A) {
      let line = Self.trimmed(line)
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      if first == UInt8(ascii: "["), line.last == UInt8(ascii: "]") {
        let name = String(decoding: line.dropFirst().dropLast(), as: UTF8.self)
        group = wanted.contains(name) ? name : nil
        if let group, groups[group] == nil { groups[group] = [:] }
        continue
      }
      guard let group, let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let key = String(decoding: Self.trimmed(line[..<equals]), as: UTF8.self)
      groups[group]?[key] = String(decoding: Self.trimmed(line[(equals + 1)...]), as: UTF8.self)
    }
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while let last = text.last, last == 0x20 || last == 0x09 || last == 0x0D { text.removeLast() }
    return text.drop { $0 == 0x20 || $0 == 0x09 }
  }

  /// The keys of a group with their values as they stand.
  func entries(of group: String) -> [String: String] { groups[group] ?? [:] }

  /// A value of type string, its escapes resolved.
  func string(_ key: String, in group: String) -> String? {
    groups[group]?[key].map(Self.unescaped)
  }

  func truth(_ key: String, in group: String) -> Bool { groups[group]?[key] == "true" }

  /// A value of type localestring, in the first of the locales that it is there in.
  func string(_ key: String, in group: String, locales: [String]) -> String? {
    for locale in locales {
      if let value = string("\(key)[\(locale)]", in: group) { return value }
    }
    return string(key, in: group)
  }

  /// The parts of a value of type strings, which semicolons end.
  func list(_ key: String, in group: String) -> [String] {
    groups[group]?[key].map(Self.list) ?? []
  }

  static func list(_ value: String) -> [String] {
    value.split(separator: ";").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
  }

  private static func unescaped(_ value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: "\\")) else { return value }
    var result = ""
    var rest = value[...]
    while let character = rest.popFirst() {
      guard character == "\\", let next = rest.popFirst() else {
        result.append(character)
        continue
      }
      switch next {
      case "s": result.append(" ")
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "r": result.append("\r")
      case "\\": result.append("\\")
      default: result.append(contentsOf: [character, next])
      }
    }
    return result
  }
}
