import Conversions
import TypeDeclarations
import UniformTypeIdentifiers

extension ApplicationRules {
  /// Reads a file of rules.
  ///
  /// - Throws: `JSONError` with the line of the first thing that is not understood: what is passed over in
  ///   silence looks like a rule that has no effect.
  init(_ file: JSONValue) throws(JSONError) {
    try file.check(keys: ["applications"], of: "the file of rules")
    rules = try file.list("applications").map { value throws(JSONError) in try ApplicationRule(value) }
  }
}

extension ApplicationRule {
  fileprivate init(_ value: JSONValue) throws(JSONError) {
    try value.check(keys: ["name", "seen", "match", "asOwner", "asRequestor"], of: "a rule")
    guard let name = try value.text("name") else {
      throw JSONError(line: value.line, message: "a rule needs a 'name'")
    }
    self.name = name
    _ = try value.text("seen")
    match = try Match(value["match"])
    let owner = value["asOwner"]
    try owner?.check(keys: ["markdownIsGenerated", "plainTextIsMarkdown", "prefer"], of: "'asOwner'")
    markdownIsGenerated = try owner?.truth("markdownIsGenerated") ?? false
    plainTextIsMarkdown = try owner?.truth("plainTextIsMarkdown") ?? false
    preferred = try owner?.types("prefer") ?? []
    let requestor = value["asRequestor"]
    try requestor?.check(keys: ["hide", "plainText"], of: "'asRequestor'")
    hidden = try requestor?.types("hide") ?? []
    plainText = try requestor?["plainText"].map { value throws(JSONError) in
      switch value.string {
      case "source": .source
      case "rendered": .rendered
      default: throw JSONError(line: value.line, message: "'plainText' must be \"source\" or \"rendered\"")
      }
    }
  }
}

extension ApplicationRule.Match {
  fileprivate init(_ value: JSONValue?) throws(JSONError) {
    guard let value else { return }
    try value.check(keys: ["offers", "class", "window", "executable"], of: "'match'")
    offers = try value.texts("offers")
    classes = try value.texts("class")
    windows = try value.texts("window")
    executables = try value.texts("executable")
  }
}

extension JSONValue {
  fileprivate func check(keys: [String], of role: String) throws(JSONError) {
    guard let members else {
      throw JSONError(line: line, message: "\(role) must be an object, not \(kind)")
    }
    guard let unknown = members.first(where: { !keys.contains($0.name) }) else { return }
    let known = keys.map { "'\($0)'" }.joined(separator: ", ")
    throw JSONError(
      line: unknown.value.line, message: "\(role) has an unknown key '\(unknown.name)'; known are \(known)")
  }

  fileprivate func list(_ name: String) throws(JSONError) -> [JSONValue] {
    guard let value = self[name] else { return [] }
    guard let array = value.array else {
      throw JSONError(line: value.line, message: "'\(name)' must be an array, not \(value.kind)")
    }
    return array
  }

  fileprivate func text(_ name: String) throws(JSONError) -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.string else {
      throw JSONError(line: value.line, message: "'\(name)' must be a string, not \(value.kind)")
    }
    return text
  }

  fileprivate func texts(_ name: String) throws(JSONError) -> [String] {
    try list(name).map { value throws(JSONError) in
      guard let text = value.string else {
        throw JSONError(line: value.line, message: "'\(name)' must hold strings, not \(value.kind)")
      }
      return text
    }
  }

  fileprivate func truth(_ name: String) throws(JSONError) -> Bool? {
    guard let value = self[name] else { return nil }
    guard let truth = value.bool else {
      throw JSONError(line: value.line, message: "'\(name)' must be true or false, not \(value.kind)")
    }
    return truth
  }

  fileprivate func types(_ name: String) throws(JSONError) -> [UTType] {
    try list(name).map { value throws(JSONError) in
      guard let type = value.string.flatMap({ UTType($0) }) else {
        let found = value.string.map { "\"\($0)\"" } ?? value.kind
        throw JSONError(
          line: value.line, message: "'\(name)' must hold type identifiers that are declared, not \(found)")
      }
      return type
    }
  }
}
