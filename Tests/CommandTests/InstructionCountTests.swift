import Foundation
import TestSupport
import Testing

/// Fixed work of the release program, counted in instructions: the same on a busy machine and a quiet one.
///
/// The figures stand in `Tests/Benchmarks/instructions.json`, with the compiler that made the program;
/// `make record-instructions` writes them anew. What another compiler makes is told beside them, and not judged.
@Suite(
  "Instructions for fixed work",
  .enabled(if: ReleaseProgram.path != nil, "run by 'make test', which builds the release program"))
struct InstructionCountTests {
  /// How far a count may be from its record before somebody has to look.
  static let tolerance = 0.1
  static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Benchmarks/instructions.json")

  enum Work: String, CaseIterable {
    case start, conforms, markdownToHTML, markdownToRTF, htmlToMarkdown, rtfToMarkdown, copy, paste
  }

  @Test("Nothing takes a tenth more instructions than recorded, or a tenth less", arguments: Work.allCases)
  func count(work: Work) throws {
    let counted = try Self.instructions(for: work)
    if ProcessInfo.processInfo.environment["PB_RECORD_INSTRUCTIONS"] != nil {
      return try Self.write(counted, for: work)
    }
    let recorded = try #require(
      try Self.record().instructions[work.rawValue], "there is no record of \(work)")
    let ratio = Double(counted) / Double(recorded)
    let toolchain = try Self.toolchain()
    guard try Self.record().toolchain == toolchain else {
      return print("\(work): \(counted) instructions with \(toolchain), \(ratio) times the record")
    }
    #expect(
      abs(ratio - 1) <= Self.tolerance,
      """
      \(work) took \(counted) instructions, \(ratio) times the record; if that is meant, \
      run 'make record-instructions' and commit the file
      """)
  }

  private static func instructions(for work: Work) throws -> Int {
    let captured = BuiltCommand.fixtures.appending(path: "clipboards/report")
    // About 100 kB of each, so that the work counts and not the start.
    func convert(_ name: String, from: String, to: String) throws -> Int {
      let text = try String(contentsOf: captured.appending(path: name), encoding: .utf8)
      // RTF has one group around all: its body alone may come more than once.
      let body =
        from == "rtf" ? text.range(of: #"\pard\plain"#)?.lowerBound ?? text.startIndex : text.startIndex
      let end = from == "rtf" ? text.lastIndex(of: "}") ?? text.endIndex : text.endIndex
      let copies = repeatElement(text[body..<end], count: 100_000 / text[body..<end].utf8.count + 1)
      return try callgrind(
        ["convert", "--from", from, "--to", to],
        input: Array((text[..<body] + copies.joined() + text[end...]).utf8))
    }
    switch work {
    case .start: return try callgrind(["--version"])
    case .conforms: return try callgrind(["type", "conforms", "public.html", "public.text"])
    case .markdownToHTML: return try convert("source.md", from: "markdown", to: "html")
    case .markdownToRTF: return try convert("source.md", from: "markdown", to: "rtf")
    case .htmlToMarkdown: return try convert("chromium/text-html", from: "html", to: "markdown")
    case .rtfToMarkdown: return try convert("libreoffice/text-rtf", from: "rtf", to: "markdown")
    case .copy, .paste:
      let server = try PrivateXServer()
      let text = Array(try Data(contentsOf: captured.appending(path: "source.md")))
      defer { withExtendedLifetime(server) {} }
      if work == .copy { return try callgrind(["copy"], input: text, environment: server.environment) }
      let owner = try ChildProcess.run(
        ["xclip", "-selection", "clipboard", "-i"], environment: server.environment, input: text)
      try #require(owner.status == 0, "\(owner.errors)")
      return try callgrind(["paste"], environment: server.environment)
    }
  }

  private static func callgrind(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String?] = [:]
  ) throws -> Int {
    let program = try #require(ReleaseProgram.path)
    let result = try ChildProcess.run(
      ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program] + arguments,
      environment: environment.merging(fixedEnvironment) { first, _ in first },
      input: input, timeout: .seconds(120))
    try #require(result.status == 0, "\(result.errors)")
    let line = try #require(result.errors.split(separator: "\n").first { $0.contains("Collected :") })
    return try #require(line.split(separator: " ").last.flatMap { Int($0) })
  }

  /// Short work is done in so few instructions that the length of a person's environment would tell.
  private static var fixedEnvironment: [String: String?] {
    let own = ProcessInfo.processInfo.environment.mapValues { _ in String?.none }
    let fixed = ["SWIFT_DETERMINISTIC_HASHING": "1", "HOME": "/dev/null", "LANG": "C.UTF-8"]
    return own.merging(fixed) { $1 }.filter { $0.key != "PATH" }
  }

  private struct Record: Codable {
    var toolchain = ""
    var instructions: [String: Int] = [:]
  }

  /// The compiler, in its own words.
  private static func toolchain() throws -> String {
    let result = try ChildProcess.run(["swift", "--version"], timeout: .seconds(60))
    return result.text.split(separator: "\n").first.map(String.init) ?? ""
  }

  private static func record() throws -> Record {
    guard let data = try? Data(contentsOf: file) else { return Record() }
    return try JSONDecoder().decode(Record.self, from: data)
  }

  private static func write(_ count: Int, for work: Work) throws {
    var record = try record()
    record.toolchain = try toolchain()
    record.instructions[work.rawValue] = count
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(record).write(to: file)
  }
}
