import Pictures
package import RichText
import System
package import UniformTypeIdentifiers

/// A converter that a person has: a command that makes content of one type out of another.
///
/// It runs without a shell, by itself: with bounds on its time, its memory and what it writes, without a display, and
/// what it has started ends with it. Content is never on its command line.
package struct CommandConverter: Converter {
  /// What it is called in messages.
  package let name: String
  package let source: UTType
  package let result: UTType
  /// The program and its arguments. `{input}` and `{output}` stand for files; without them it reads standard input and
  /// writes standard output.
  package let command: [String]
  /// How long it may take, in seconds, by the clock and on a processor.
  package let seconds: Int
  /// How much memory it may take, and how much it may write, in MiB.
  package let mebibytes: Int
  package let loss: Int
  /// Whether a paste may run it.
  package let servesPastes: Bool
  /// Whether what is copied is offered as what it makes, which it then makes when a program asks.
  package let servesCopies: Bool

  package var from: Form { .type(source) }
  package var to: Form { .type(result) }
  package var takesSubtypes: Bool { true }

  private static let inputMark = "{input}"
  private static let outputMark = "{output}"

  package func convert(_ value: Value, _ terms: Format.Terms) throws(ConversionError) -> Value {
    guard case .bytes(let bytes) = value else { return value }
    let readsFile = command.contains { $0.contains(Self.inputMark) }
    let writesFile = command.contains { $0.contains(Self.outputMark) }
    let made =
      readsFile || writesFile
      ? try runOnFiles(bytes, readsFile: readsFile, writesFile: writesFile) : try run(command, on: bytes)
    if made.isEmpty { throw failure("it made nothing") }
    if let problem = problem(with: made) { throw failure(problem) }
    return .bytes(made)
  }

  private func runOnFiles(
    _ bytes: [UInt8], readsFile: Bool, writesFile: Bool
  ) throws(ConversionError) -> [UInt8] {
    let folder = try rethrowing(as: failure) { () throws(SystemError) in try PrivateFolder() }
    defer { folder.remove() }
    let input = folder.path.appending(Self.fileName("input", source)).description
    let output = folder.path.appending(Self.fileName("output", result)).description
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

  private static func fileName(_ stem: String, _ type: UTType) -> [UInt8] {
    Array((stem + (type.extensionForContent.map { "." + $0 } ?? "")).utf8)
  }

  private func run(_ words: [String], on bytes: [UInt8]) throws(ConversionError) -> [UInt8] {
    guard let program = ThisProcess.programFile else { throw failure("nobody knows how to start it here") }
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
    case .failed(let status, let messages):
      let words = String(decoding: messages, as: UTF8.self).split(whereSeparator: \.isNewline)
        .first { !$0.allSatisfy(\.isWhitespace) }
      throw failure(words.map(String.init) ?? "it ended with status \(status)")
    }
  }

  /// Nothing of the session but where programs and their own files are, and the language.
  private static var environment: [String] {
    ["PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR"].compactMap { name in
      Environment.value(name).map { "\(name)=\($0)" }
    }
  }

  /// Why bytes are no content of the type that they are to have; nil if they may be.
  private func problem(with bytes: [UInt8]) -> String? {
    let format = Format(result)
    var isRight = format?.looksRight(bytes) ?? true
    if PictureCodec(result) != nil { isRight = PictureHeader(bytes) != nil }
    // RTF may have bytes of any code page.
    if result.conforms(to: .text), format != .rtf {
      isRight = isRight && String(validating: bytes, as: UTF8.self) != nil
    }
    return isRight ? nil : "what it made is no \(result.preferredMIMEType ?? result.identifier)"
  }

  private func failure(_ error: SystemError) -> ConversionError { failure("\(error)") }

  private func failure(_ words: String) -> ConversionError {
    ConversionError(.commandFailed, "the converter '\(name)' failed: \(words)")
  }
}
