import Pictures
package import RichText
import System
import TypeDeclarations
package import UniformTypeIdentifiers

/// A converter that a person has: a command that makes content of one type out of another.
///
/// It runs without a shell, by itself: with bounds on its time, its memory and what it writes, without a display, and
/// what it has started ends with it. Content is never on its command line.
package struct CommandConverter: Converter {
  /// The name in messages.
  package let name: String
  package let source: UTType
  package let result: UTType
  /// The program and its arguments. `{input}` and `{output}` stand for files; without them it reads standard input and
  /// writes standard output.
  package let command: [String]
  /// The time that it may take, in seconds, by the clock and on a processor.
  package let seconds: Int
  /// The limits of its memory and of its output, in MiB.
  package let mebibytes: Int
  package let loss: Int
  /// The extension of the file that `{input}` stands for, where it says more than the type; nil for that of the type.
  package var inputExtension: String?
  /// The exit status that the program has if it finds nothing: empty output is its result then. Nil if it is a failure.
  package var emptyStatus: Int32?
  /// Whether a paste may run it.
  package let servesPastes: Bool
  /// Whether what is copied is offered as what it makes, which it then makes when a program asks.
  package let servesCopies: Bool

  package var from: Form { .type(source) }
  package var to: Form { .type(result) }
  package var takesSubtypes: Bool { true }

  private static let inputMark = "{input}"
  private static let outputMark = "{output}"

  package func convert(_ value: Value, _ terms: Format.Options) throws(ConversionError) -> Value {
    guard case .bytes(let bytes) = value else { return value }
    let readsFile = command.contains { $0.contains(Self.inputMark) }
    let writesFile = command.contains { $0.contains(Self.outputMark) }
    let made =
      readsFile || writesFile
      ? try runOnFiles(bytes, readsFile: readsFile, writesFile: writesFile) : try run(command, on: bytes)
    if made.isEmpty {
      if emptyStatus != nil { return .bytes([]) }
      throw failure("it wrote nothing")
    }
    if let problem = problem(with: made) { throw failure(problem) }
    return .bytes(made)
  }

  private func runOnFiles(
    _ bytes: [UInt8], readsFile: Bool, writesFile: Bool
  ) throws(ConversionError) -> [UInt8] {
    let folder = try rethrowing(as: failure) { () throws(SystemError) in try PrivateFolder() }
    defer { folder.remove() }
    let input = folder.path.appending(fileName("input", source, inputExtension)).description
    let output = folder.path.appending(fileName("output", result, nil)).description
    if readsFile {
      try rethrowing(as: failure) { () throws(SystemError) in try OutputFile(input).write(bytes) }
    }
    let words = command.map {
      $0.replacing(Self.inputMark, with: input).replacing(Self.outputMark, with: output)
    }
    let printed = try run(words, on: readsFile ? [] : bytes)
    guard writesFile else { return printed }
    return try rethrowing(as: failure) { () throws(SystemError) in
      try FileDescriptor(reading: output, waits: false).readToEnd(name: output, limit: mebibytes << 20)
    }
  }

  private func fileName(_ stem: String, _ type: UTType, _ given: String?) -> [UInt8] {
    Array((stem + ((given ?? type.extensionForContent).map { "." + $0 } ?? "")).utf8)
  }

  private func run(_ words: [String], on bytes: [UInt8]) throws(ConversionError) -> [UInt8] {
    guard let program = ThisProcess.programFile else { throw failure("this program cannot start converters") }
    let process = FilterProcess(
      file: program, command: CommandLauncher.words(seconds: seconds, mebibytes: mebibytes) + words,
      environment: Self.environment, patience: .seconds(seconds), outputLimit: mebibytes << 20,
      isForeign: true)
    switch process.run(on: [bytes]) {
    case .output(let output): return output
    case .late: throw failure("it took more than \(seconds) s")
    case .tooMuch: throw failure("it wrote more than \(mebibytes) MiB")
    case .nothing: throw failure("it could not be started")
    case .failed(CommandLauncher.processorStatus, _): throw failure("it took more than \(seconds) s")
    case .failed(let status, _) where status == emptyStatus: return []
    case .failed(let status, let messages):
      let words = String(decoding: messages, as: UTF8.self).split(whereSeparator: \.isNewline)
        .first { !$0.allSatisfy(\.isWhitespace) }
      throw failure(words.map(String.init) ?? "it exited with status \(status)")
    }
  }

  /// Nothing of the session but where programs and their own files are, and the language.
  private static var environment: [String] {
    ["PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR"].compactMap { name in
      Environment.value(name).map { "\(name)=\($0)" }
    }
  }

  /// The reason why bytes are no content of the type that they are to have; nil if they may be.
  private func problem(with bytes: [UInt8]) -> String? {
    let format = Format(result)
    var isRight = format?.matchesSignature(bytes) ?? true
    if PictureCodec(result) != nil { isRight = PictureHeader(bytes) != nil }
    // RTF may have bytes of any code page.
    if result.conforms(to: .text), format != .rtf {
      isRight = isRight && String(validating: bytes, as: UTF8.self) != nil
    }
    return isRight ? nil : "its output is not \(result.preferredMIMEType ?? result.identifier)"
  }

  private func failure(_ error: SystemError) -> ConversionError { failure("\(error)") }

  private func failure(_ words: String) -> ConversionError {
    ConversionError(.commandFailed, "the converter '\(name)' failed: \(words)")
  }
}

/// A row of a file of converters.
struct CommandConverterRow {
  let name: String
  /// The line of its command.
  let line: Int
  /// Nil if the row says that the converter is off.
  let converter: CommandConverter?

  /// The rows of a file; throws `JSONError` with the line of the first mistake.
  static func rows(of file: JSONValue) throws(JSONError) -> [CommandConverterRow] {
    try file.check(keys: ["converters"], of: "the converters file")
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
    let rule = "be a declared type, as an identifier or a MIME type (see 'pb type add')"
    let type = try value(name, must: rule) { value in
      value.string.flatMap { $0.contains("/") ? UTType(declaredMIMEType: $0) : UTType($0) }
    }
    guard let type else { throw JSONError(line: line, message: "'\(converter)' needs '\(name)'") }
    return type
  }
}

/// The converters that a person has: those of `pasteboard/converters.json` in the folder of settings and, unless a
/// person's own has their name, of the system's (`XDG_CONFIG_DIRS`).
package struct CommandConverters: Sendable {
  package private(set) var all: [CommandConverter] = []
  /// The file and the line of the command of each.
  private var places: [String] = []
  /// Mistakes in the files, each with its file and line; nothing of such a file is used.
  package private(set) var problems: [String] = []

  /// Those of this machine and its user, read once.
  package static let current = CommandConverters(files: files)

  init(files: [String]) {
    var names: Set<String> = []
    for path in files {
      do throws(JSONFile.Problem) {
        for row in try JSONFile.read(path, CommandConverterRow.rows) ?? [] where !names.contains(row.name) {
          names.insert(row.name)
          guard let converter = row.converter else { continue }
          all.append(converter)
          places.append("\(path):\(row.line)")
        }
      } catch {
        problems.append(error.description)
      }
    }
  }

  /// Converters whose programs are not there, each with its file and line.
  ///
  /// - Parameter isThere: whether there is a program of a name or a path.
  package func missingPrograms(_ isThere: (String) -> Bool) -> [String] {
    zip(all, places).compactMap { converter, place in
      guard let program = converter.command.first, !isThere(program) else { return nil }
      return
        "\(place): warning: the program '\(program)' of the converter '\(converter.name)' is not installed"
    }
  }

  private static var files: [String] {
    let own = Environment.configurationFolder.map { [$0] } ?? []
    let systems = (Environment.list("XDG_CONFIG_DIRS") ?? ["/etc/xdg"]).filter { $0.hasPrefix("/") }
    return (own + systems.map { $0 + "/pasteboard" }).map { $0 + "/converters.json" }
  }
}

extension ConverterGraph {
  /// The conversions of this program, and those of a person's own converters.
  package static var withCommands: ConverterGraph { shared.adding(CommandConverters.current.all) }

  /// The same for a paste, which starts no program that may not serve one.
  package static var forPastes: ConverterGraph {
    shared.adding(CommandConverters.current.all.filter(\.servesPastes))
  }
}

/// Runs the command of a person's converter: this program once more, which sees to it that nothing of the command is left.
package enum CommandLauncher {
  private static let name = "pb-command"
  /// The status of one that took more time on a processor than it may: 128 and SIGXCPU.
  static let processorStatus: Int32 = 152

  /// The command that starts other commands.
  static func words(seconds: Int, mebibytes: Int) -> [String] { [name, String(seconds), String(mebibytes)] }

  /// Whether this process was started to run a command.
  package static func isCalled(by words: [String]) -> Bool { words.first == name }

  /// Runs the command; returns its exit status as shells have it.
  package static func main(_ words: [String]) -> Int32 {
    guard words.count > 3, let seconds = Int(words[1]), let mebibytes = Int(words[2]) else { return 2 }
    return CommandSupervisor.run(Array(words[3...]), seconds: seconds, memory: mebibytes << 20)
  }
}
