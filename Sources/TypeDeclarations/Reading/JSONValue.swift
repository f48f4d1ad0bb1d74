/// A value read from a JSON text or a property list, with the line at which it begins.
package struct JSONValue: Sendable {
  package enum Content: Sendable {
    case null
    case bool(Bool)
    /// A number as it is spelled.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])
  }

  /// A name and its value in an object; the order of the text is kept.
  package struct Member: Sendable {
    package let name: String
    package let value: JSONValue
  }

  package let content: Content
  package let line: Int

  package init(_ content: Content, line: Int) {
    self.content = content
    self.line = line
  }

  /// Reads one JSON text, which must be UTF-8 (RFC 8259).
  ///
  /// - Throws: `JSONError` with the line of the first mistake, or of the first value beyond a limit.
  package static func parse(
    _ bytes: [UInt8], within limits: JSONLimits = .declarations
  ) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes, within: limits)
    return try reader.readText()
  }

  package var string: String? {
    if case .string(let string) = content { string } else { nil }
  }

  package var bool: Bool? {
    if case .bool(let bool) = content { bool } else { nil }
  }

  package var number: Double? {
    if case .number(let spelling) = content { Double(spelling) } else { nil }
  }

  /// The number as an integer, when it is one.
  package var integer: Int? { number.flatMap(Int.init(exactly:)) }

  package var array: [JSONValue]? {
    if case .array(let values) = content { values } else { nil }
  }

  package var members: [Member]? {
    if case .object(let members) = content { members } else { nil }
  }

  /// The value of a member of an object.
  package subscript(name: String) -> JSONValue? {
    members?.first { $0.name == name }?.value
  }

  /// The kind of value, for a message.
  package var kind: String {
    switch content {
    case .null: "null"
    case .bool: "a truth value"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

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

  /// The value, as messages show it.
  private var shown: String {
    string.map { "\"\($0)\"" } ?? integer.map { "\($0)" } ?? kind
  }
}
