import TypeDeclarations
import UniformTypeIdentifiers

/// A row of a file of converters.
struct CommandConverterRow {
  let name: String
  /// The line of its command.
  let line: Int
  /// Nil if the row says that the converter is off.
  let converter: CommandConverter?

  /// The rows of a file; throws `JSONError` with the line of the first mistake.
  static func rows(of file: JSONValue) throws(JSONError) -> [CommandConverterRow] {
    try file.check(keys: ["converters"], of: "the file of converters")
    return try file.list("converters").map { value throws(JSONError) in try CommandConverterRow(value) }
  }

  private init(_ value: JSONValue) throws(JSONError) {
    let keys = ["name", "from", "to", "command", "seconds", "mebibytes", "loss", "paste", "serve", "off"]
    try value.check(keys: keys, of: "a converter")
    guard let name = try value.text("name"), !name.isEmpty else {
      throw JSONError(line: value.line, message: "a converter needs a 'name'")
    }
    self.name = name
    line = value.members?.first { $0.name == "command" }?.value.line ?? value.line
    let command = try value.texts("command")
    guard let program = command.first, !program.isEmpty else {
      throw JSONError(line: value.line, message: "'\(name)' needs a 'command', an array of words")
    }
    let converter = CommandConverter(
      name: name, source: try value.type("from", of: name), result: try value.type("to", of: name),
      command: command, seconds: try value.count("seconds", in: 1...3600) ?? 20,
      mebibytes: try value.count("mebibytes", in: 1...65_536) ?? 1024,
      loss: try value.count("loss", in: 0...9) ?? 2, servesPastes: try value.truth("paste") ?? false,
      servesCopies: try value.truth("serve") ?? false)
    self.converter = try value.truth("off") == true ? nil : converter
  }
}

extension JSONValue {
  fileprivate func count(_ name: String, in range: ClosedRange<Int>) throws(JSONError) -> Int? {
    let rule = "be a whole number from \(range.lowerBound) to \(range.upperBound)"
    return try value(name, must: rule) { $0.integer.flatMap { range.contains($0) ? $0 : nil } }
  }

  fileprivate func type(_ name: String, of converter: String) throws(JSONError) -> UTType {
    let rule = "be the identifier or the MIME type of a declared type ('pb type add' declares one)"
    let type = try value(name, must: rule) { value in
      value.string.flatMap { $0.contains("/") ? UTType(declaredMIMEType: $0) : UTType($0) }
    }
    guard let type else { throw JSONError(line: line, message: "'\(converter)' needs '\(name)'") }
    return type
  }
}
