/// A value read from a JSON text or a property list, with the line at which it begins.
package struct JSONValue: Sendable {
  package enum Content: Sendable {
    case null
    case bool(Bool)
    /// As it is spelled.
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

  /// What kind of value this is, in words for a message.
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
