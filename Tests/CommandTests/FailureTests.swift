import Glibc
import TestSupport
import Testing

/// What cannot be done ends in time, with one line that helps and the exit status that scripts expect.
@Suite("Failures", .timeLimit(.minutes(1)))
struct FailureTests {
  private func check(
    _ result: ChildProcess.Result, status: Int32, saying words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(result.status == status, sourceLocation: sourceLocation)
    #expect(result.output.isEmpty, sourceLocation: sourceLocation)
    #expect(result.errors.hasPrefix("pb: "), sourceLocation: sourceLocation)
    #expect(result.errors.contains(words), "\(result.errors)", sourceLocation: sourceLocation)
    #expect(
      result.errors.split(separator: "\n").count == 1, "\(result.errors)", sourceLocation: sourceLocation)
  }

  @Test(arguments: [["paste"], ["copy"], ["show"], ["clear"]])
  func `Without a display`(words: [String]) throws {
    let result = try ChildProcess.run(
      [BuiltCommand.path] + words, environment: ["DISPLAY": nil], input: Array("x".utf8))
    check(result, status: 2, saying: "DISPLAY")
  }

  @Test func `With a display that is not there`() throws {
    let result = try ChildProcess.run([BuiltCommand.path, "paste"], environment: ["DISPLAY": ":987654"])
    check(result, status: 2, saying: ":987654")
  }

  @Test(arguments: [["paste"], ["clear"], ["copy"]])
  func `With a display that never answers`(words: [String]) throws {
    let server = try ScriptedXServer(.saying([]))
    let begin = ContinuousClock.now
    let result = try ChildProcess.run(
      [BuiltCommand.path] + words, environment: ["DISPLAY": server.display], input: Array("x".utf8))
    check(result, status: 2, saying: "no answer within 5.0 seconds")
    #expect(ContinuousClock.now - begin < .seconds(15))
  }

  @Test func `With no time for an answer`() throws {
    let server = try ScriptedXServer(.saying([]))
    let result = try ChildProcess.run(
      [BuiltCommand.path, "paste", "--timeout", "0.05"], environment: ["DISPLAY": server.display])
    check(result, status: 2, saying: "no answer in time")
  }

  @Test func `Nothing on the pasteboard`() throws {
    let server = try PrivateXServer()
    check(
      try BuiltCommand(on: server).run("paste"), status: 1, saying: "the clipboard is empty")
    check(
      try BuiltCommand(on: server).run("show", "-p", "primary"), status: 1,
      saying: "the primary pasteboard is empty")
  }

  @Test func `A document that was cut off`() throws {
    let pb = BuiltCommand(on: try PrivateXServer())
    let folder = try TemporaryFolder()
    let document = try pb.run("convert", "--to", "docx", input: Array("# a".utf8)).output
    let file = try folder.file("cut.docx", Array(document.prefix(1000)))
    #expect(try pb.run("copy", file).status == 0)
    check(try pb.run("paste"), status: 1, saying: "not DOCX: the archive is truncated")
    // A file is converted as far as it goes.
    let words = (0..<2_000).map { "word\($0 * 7_919 % 10_007)" }.joined(separator: " ")
    let long = try pb.run("convert", "--to", "docx", input: Array(words.utf8)).output
    let cut = try folder.file("long.docx", Array(long.prefix(6_000)))
    let result = try pb.run("convert", "--to", "txt", cut)
    #expect(result.status == 1)
    #expect(String(decoding: result.output, as: UTF8.self).hasPrefix("word0 word7919"))
    #expect(result.errors.contains("pb converted what it could read"))
    let whole = try folder.file("whole.docx", long)
    let several = try pb.run("convert", cut, whole, "--to", "txt", "--into", folder.path + "/out")
    #expect(several.status == 1 && several.errors.contains("pb converted what it could read"))
    #expect(several.text.split(separator: "\n").count == 2)
  }

  @Test(arguments: [
    (["paste", "--move"], "--move requires --into"), (["paste", "--back", "x"], "--back must be a number"),
    (["paste", "--back", "-1"], "--back must be a number"),
    (["convert", "--to", "md", "--media", "embed"], "plain Markdown cannot hold pictures"),
    (["convert", "--to", "md", "--encoding", "latin99"], "unknown encoding 'latin99'"),
    (["copy", "--encoding", "latin99"], "unknown encoding 'latin99'"),
  ])
  func `Options that make no sense`(words: [String], message: String) throws {
    let pb = BuiltCommand(on: try PrivateXServer())
    let result = try ChildProcess.run(
      [BuiltCommand.path] + words, environment: pb.environment, input: [0x61, 0xE9])
    check(result, status: 2, saying: message)
  }

  /// xclip as an owner that a test can stop and kill, once its copy is there.
  private func owner(on pb: BuiltCommand) throws -> ChildProcess {
    let owner = try ChildProcess(
      ["xclip", "-selection", "clipboard", "-quiet", "-i"], environment: pb.environment,
      input: Array("x".utf8))
    let deadline = ContinuousClock.now + .seconds(10)
    while case let pasted = try pb.run("paste"), pasted.status != 0 {
      try #require(ContinuousClock.now < deadline, "\(pasted.errors)")
    }
    return owner
  }

  @Test func `An owner that never answers`() throws {
    let pb = BuiltCommand(on: try PrivateXServer())
    let owner = try owner(on: pb)
    owner.kill(SIGSTOP)
    let begin = ContinuousClock.now
    check(try pb.run("paste"), status: 2, saying: "within 1.0 seconds. Use --timeout SECONDS to wait longer.")
    #expect((.milliseconds(900)...(.seconds(15))).contains(ContinuousClock.now - begin))
    let shorter = ContinuousClock.now
    let impatient = try pb.run("paste", "--timeout", "0.1")
    check(impatient, status: 2, saying: "did not return TARGETS within")
    #expect(!impatient.errors.contains("--timeout"))
    #expect(ContinuousClock.now - shorter < .seconds(10))
  }

  @Test func `An owner that dies before it answers is noticed at once`() throws {
    let pb = BuiltCommand(on: try PrivateXServer())
    let owner = try owner(on: pb)
    owner.kill(SIGSTOP)
    let paste = try ChildProcess(
      [BuiltCommand.path, "paste", "--timeout", "60"], environment: pb.environment)
    // Asked, and waiting in poll(2): then the owner goes.
    let deadline = ContinuousClock.now + .seconds(10)
    while !isWaiting(paste.processIdentifier), ContinuousClock.now < deadline { sched_yield() }
    owner.kill(SIGKILL)
    let result = try paste.wait(timeout: .seconds(20))
    #expect([1, 2].contains(result.status))
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
  }

  /// True if a process sleeps; the one looked at here does so only to wait for the owner or the server.
  private func isWaiting(_ process: pid_t) -> Bool {
    guard let status = try? ChildProcess.run(["cat", "/proc/\(process)/stat"]).text else { return false }
    return status.split(separator: ")").last?.split(separator: " ").first == "S"
  }

  @Test func `A name of several lines is told in one`() throws {
    let missing = try BuiltCommand().run("copy", "no\nline\u{1B}.md")
    check(missing, status: 2, saying: "the file 'no␊line␛.md' does not exist")
    check(try BuiltCommand().run("convert", "--to", "html", "no\nline.md"), status: 2, saying: "no␊line.md")
  }

  @Test func `A file that is not there`() throws {
    check(try BuiltCommand().run("copy", "/nonexistent/file.md"), status: 2, saying: "/nonexistent/file.md")
    check(
      try BuiltCommand().run("convert", "--to", "html", "/nonexistent/file.md"), status: 2,
      saying: "no such file")
  }

  @Test func `A type that is not known`() throws {
    check(
      try BuiltCommand().run("convert", "--to", "frobnicate"), status: 2,
      saying: "'frobnicate' is not a known type")
    check(try BuiltCommand().run("copy", "--type", "frobnicate"), status: 2, saying: "is not a known type")
  }

  @Test func `A conversion that there is not`() throws {
    check(
      try BuiltCommand().run("convert", "--from", "md", "--to", "png", input: Array("x".utf8)), status: 2,
      saying: "cannot make PNG from Markdown")
  }

  @Test(arguments: [
    (["pase"], "Did you mean 'paste'?"), (["paste", "--exlpain"], "Did you mean --explain?"),
    (["type"], "requires one of"), (["paste", "--timeout", "soon"], "number of seconds"),
    (["copy", "--pasteboard", "a b"], "is not a pasteboard name"), (["convert"], "--to"),
    (["paste", "--json"], "--type files"), (["convert", "-", "--to", "html", "--json", "rows"], "--to json"),
    (["paste", "html"], "Did you mean 'pb paste -t html'?"),
    (["clear", "extra"], "Usage: pb clear [OPTIONS]\n"),
    (["paste", "notes.md"], "Did you mean 'pb paste -o notes.md'?"),
    (["type", "conforms", "md"], "too few operands"),
  ])
  func `Usage that is wrong`(words: [String], message: String) throws {
    let result = try ChildProcess.run([BuiltCommand.path] + words, environment: ["DISPLAY": nil])
    check(result, status: 2, saying: message)
  }

  @Test func `A file that is called as an option is`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("-dash", [])
    let result = try ChildProcess.run([
      "sh", "-c", "cd '\(folder.path)' && exec '\(BuiltCommand.path)' copy *",
    ])
    check(result, status: 2, saying: "To name the file, use: './-dash'")
  }

  @Test func `A limit that leaves too few open files is named`() throws {
    let command = "ulimit -n 5; exec '\(BuiltCommand.path)' copy -t plain"
    let server = try PrivateXServer()
    let result = try ChildProcess.run(
      ["bash", "-c", command], environment: server.environment, input: Array("x".utf8))
    check(result, status: 2, saying: "ulimit -n 64")
  }

  @Test func `A reader that goes away is no error`() throws {
    let text = Array(repeatElement(Array("*x*\n\n".utf8), count: 100_000).joined())
    let result = try ChildProcess.run(
      ["bash", "-c", "'\(BuiltCommand.path)' convert --to html | head -n 1; exit ${PIPESTATUS[0]}"],
      input: text)
    #expect(result.status == 0)
    #expect(result.text == "<p><em>x</em></p>\n")
    #expect(result.errors.isEmpty)
  }
}
