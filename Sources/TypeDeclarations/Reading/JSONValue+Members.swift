/// Reading files that people write: what is not understood is told with its line.
extension JSONValue {
  /// Throws if this is no object, or has a member of another name.
  package func check(keys: [String], of role: String) throws(JSONError) {
    guard let members else {
      throw JSONError(line: line, message: "\(role) must be an object, not \(kind)")
    }
    guard let unknown = members.first(where: { !keys.contains($0.name) }) else { return }
    let known = keys.map { "'\($0)'" }.joined(separator: ", ")
    throw JSONError(
      line: unknown.value.line, message: "\(role) has an unknown key '\(unknown.name)'; known are \(known)")
  }

  package func list(_ name: String) throws(JSONError) -> [JSONValue] {
    try value(name, must: "be an array") { $0.array } ?? []
  }

  package func text(_ name: String) throws(JSONError) -> String? {
    try value(name, must: "be a string") { $0.string }
  }

  package func truth(_ name: String) throws(JSONError) -> Bool? {
    try value(name, must: "be true or false") { $0.bool }
  }

  package func texts(_ name: String) throws(JSONError) -> [String] {
    try elements(name, must: "hold strings") { $0.string }
  }

  /// The value of a member, if there is one; throws if `read` does not know what to make of it.
  package func value<Result>(
    _ name: String, must rule: String, _ read: (JSONValue) -> Result?
  ) throws(JSONError) -> Result? {
    guard let value = self[name] else { return nil }
    guard let result = read(value) else {
      throw JSONError(line: value.line, message: "'\(name)' must \(rule), not \(value.shown)")
    }
    return result
  }

  /// The elements of an array, none if it is not there; throws if `read` does not know what to make of one.
  package func elements<Result>(
    _ name: String, must rule: String, _ read: (JSONValue) -> Result?
  ) throws(JSONError) -> [Result] {
    try list(name).map { value throws(JSONError) in
      guard let result = read(value) else {
        throw JSONError(line: value.line, message: "'\(name)' must \(rule), not \(value.shown)")
      }
      return result
    }
  }

  /// The strings of the array that is the value of a member; none if there is no such member.
  package func strings(_ name: String) -> [String] {
    self[name]?.array?.compactMap(\.string) ?? []
  }

  /// What stands there, as messages say it.
  private var shown: String {
    string.map { "\"\($0)\"" } ?? integer.map { "\($0)" } ?? kind
  }
}
