import Foundation
import TestSupport
import Testing

/// A person's own converters: commands in a file, run with bounds.
@Suite("Converters of one's own", .timeLimit(.minutes(2)))
final class CommandConverterTests: CommandSuite {
  /// `pb` with these converters; `TMPDIR` is a folder of the test's own.
  private func command(_ converters: String) throws -> [String: String?] {
    let settings = folder.path + "/settings/pasteboard"
    try FileManager.default.createDirectory(atPath: settings, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/temporary", withIntermediateDirectories: true)
    _ = try folder.file("settings/pasteboard/converters.json", Array(converters.utf8))
    return server.environment.merging([
      "XDG_CONFIG_HOME": folder.path + "/settings", "XDG_RUNTIME_DIR": nil,
      "TMPDIR": folder.path + "/temporary", "PRIVATE": "not to be seen",
    ]) { $1 }
  }

  private func run(
    _ converters: String, _ arguments: [String], input: String = ""
  ) throws -> ChildProcess.Result {
    try ChildProcess.run(
      [BuiltCommand.path] + arguments, environment: command(converters), input: Array(input.utf8))
  }

  private func row(_ name: String, _ from: String, _ to: String, _ script: String, _ more: String = "")
    -> String
  {
    let words = try? JSONSerialization.data(withJSONObject: ["sh", "-c", script])
    return #"{"name": "\#(name)", "from": "\#(from)", "to": "\#(to)", "command": "#
      + String(decoding: words ?? Data(), as: UTF8.self) + more + "}"
  }

  private func file(_ rows: String...) -> String { "{\"converters\": [\(rows.joined(separator: ", "))]}" }

  @Test func `A chain of three is found, told and gone`() throws {
    let rows = file(
      row("first", "net.daringfireball.markdown", "org.orgmode.org", "sed 's/^/1/'"),
      row("second", "org.orgmode.org", "public.css", "sed 's/^/2/'"),
      row("third", "public.css", "public.svg-image", "cat {input} > {output}; rm {input}"))
    let result = try run(
      rows, ["convert", "--from", "html", "--to", "public.svg-image", "--explain"], input: "<h1>a</h1>")
    #expect(result.text == "21# a\n")
    #expect(
      result.errors.contains(
        "org.orgmode.org by 'first' → public.css by 'second' → public.svg-image by 'third'"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/temporary").isEmpty)
    let info = try run(rows, ["type", "info", "html"])
    #expect(info.text.contains("can become") && info.text.contains("public.svg-image"))
  }

  @Test func `What conforms is taken too, and what is off or replaced by one's own is not`() throws {
    let rows = file(
      row("upper", "public.plain-text", "public.css", "tr a-z A-Z"),
      row("off", "public.plain-text", "org.orgmode.org", "cat", #", "off": true"#))
    #expect(try run(rows, ["convert", "--from", "md", "--to", "css"], input: "ab").text == "AB")
    #expect(try run(rows, ["convert", "--from", "md", "--to", "org"], input: "ab").status == 2)
  }

  @Test(
    "One that does not what it should costs its time and a line",
    arguments: [
      ("sleep 98765", #", "seconds": 1"#, "more than 1 s"),
      ("exec >&-; sleep 98765", #", "seconds": 1"#, "more than 1 s"),
      ("cat /dev/zero", #", "mebibytes": 8"#, "more than 8 MiB"),
      ("echo 'no such luck' >&2; echo more >&2; exit 3", "", "failed: no such luck"),
      ("yes >&2; exit 1", #", "seconds": 1"#, "failed: "), ("kill -KILL $$", "", "status 137"),
      ("true", "", "it wrote nothing"), ("head -c 100 /dev/urandom", "", "its output is not "),
      ("echo text > {output}.other", "", "failed: "),
      ("dd if=/dev/zero bs=900M count=1 2>/dev/null | wc -c", #", "mebibytes": 100"#, "failed"),
    ])
  func misbehaving(script: String, more: String, message: String) throws {
    let started = ContinuousClock.now
    let to = script.contains("dd ") ? "public.png" : "public.css"
    let result = try run(
      file(row("mine", "public.plain-text", to, script, more)),
      ["convert", "--from", "txt", "--to", to], input: "a")
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains("'mine'") && result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(ContinuousClock.now - started < .seconds(10))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/temporary").isEmpty)
    // Nothing that it started is left.
    #expect(eventually { !Self.isRunning("sleep\0" + "98765\0") })
  }

  private static func isRunning(_ commandLine: String) -> Bool {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.contains {
      FileManager.default.contents(atPath: "/proc/\($0)/cmdline") == Data(commandLine.utf8)
    }
  }

  @Test func `What a command has started neither holds its result up nor outlives it`() throws {
    let rows = file(row("mine", "public.plain-text", "public.css", "sleep 98764 & cat; echo"))
    let started = ContinuousClock.now
    #expect(try run(rows, ["convert", "--from", "txt", "--to", "css"], input: "a").text == "a\n")
    #expect(ContinuousClock.now - started < .seconds(10))
    #expect(eventually { !Self.isRunning("sleep\0" + "98764\0") })
  }

  @Test(arguments: [
    ("cat", 20), ("cat; sleep 300", 1), ("cat >/dev/null; exit 1", 20), ("cat; kill -KILL $$", 20),
  ])
  func `What leaves a command's session by a second fork is ended too`(rest: String, seconds: Int) throws {
    let mark = "9\(Int.random(in: 10_000_000...99_999_999))"
    let noted = folder.path + "/noted"
    let script =
      "(setsid sh -c 'trap \"\" TERM HUP; (setsid sleep \(mark) &); echo > \"\(noted)\"; sleep \(mark)' >&- 2>&- &); "
      + "until [ -e '\(noted)' ]; do sleep 0.01; done; \(rest)"
    _ = try run(
      file(row("mine", "public.plain-text", "public.css", script, ", \"seconds\": \(seconds)")),
      ["convert", "--from", "txt", "--to", "css"], input: "a")
    #expect(FileManager.default.fileExists(atPath: noted))
    #expect(!Self.isRunning("sleep\0\(mark)\0"))
  }

  @Test func `A command ends with whoever asked for what it makes`() throws {
    let noted = folder.path + "/noted"
    let rows = file(
      row("mine", "public.plain-text", "public.css", "(setsid sleep 98761 &); echo > '\(noted)'; sleep 98761")
    )
    let asking = try ChildProcess(
      [BuiltCommand.path, "convert", "--from", "txt", "--to", "css", try folder.file("a.txt", [0x61])],
      environment: command(rows))
    #expect(eventually { FileManager.default.fileExists(atPath: noted) })
    asking.kill(SIGKILL)
    #expect(eventually { !Self.isRunning("sleep\0" + "98761\0") })
  }

  @Test func `A command sees nothing of the session, and content never stands on its command line`() throws {
    let script = "env; ls /proc/self/fd; pwd; tr '\\\\0' ' ' < /proc/$$/cmdline; cat > /dev/null"
    let text = try run(
      file(row("mine", "public.plain-text", "public.css", script)),
      ["convert", "--from", "txt", "--to", "css"], input: "the content"
    ).text
    #expect(!text.contains("PRIVATE") && !text.contains("DISPLAY") && !text.contains("the content"))
    #expect(text.contains("PATH=") && text.contains("\n/\n") && !text.contains("\n4\n"))
  }

  @Test func `A paste runs none, unless that is allowed`() throws {
    let touched = folder.path + "/touched"
    let script = "echo x >> '\(touched)'; cat"
    let environment = try command(
      file(
        row("unasked", "public.plain-text", "public.css", script),
        row("allowed", "public.plain-text", "org.orgmode.org", "cat", #", "paste": true"#)))
    func pb(_ arguments: String..., input: [UInt8] = []) throws -> ChildProcess.Result {
      try ChildProcess.run([BuiltCommand.path] + arguments, environment: environment, input: input)
    }
    #expect(try pb("copy", "-t", "plain", input: Array("words".utf8)).status == 0)
    for type in ["css", "markdown", "html", "plain"] { _ = try pb("paste", "-t", type) }
    _ = try pb("show", "--all")
    #expect(!FileManager.default.fileExists(atPath: touched))
    let refused = try pb("paste", "-t", "css")
    #expect(refused.status == 1 && refused.errors.contains("\"paste\": true"))
    #expect(try pb("paste", "-t", "org").text == "words")
  }

  @Test func `A copy is offered as what one makes if that is allowed, and it runs when that is asked for`()
    throws
  {
    let touched = folder.path + "/touched"
    let script = "echo x >> '\(touched)'; tr a-z A-Z"
    let environment = try command(
      file(
        row("served", "public.plain-text", "public.css", script, #", "serve": true"#),
        row("unasked", "public.plain-text", "org.orgmode.org", script, #", "paste": true"#)))
    func pb(_ arguments: String..., input: [UInt8] = []) throws -> ChildProcess.Result {
      try ChildProcess.run([BuiltCommand.path] + arguments, environment: environment, input: input)
    }
    #expect(try pb("copy", "-t", "plain", input: Array("words".utf8)).status == 0)
    let offered = try pb("show", "--targets").text.split(separator: "\n")
    #expect(offered.contains("text/css") && !offered.contains { $0.contains("org") })
    for type in ["plain", "markdown", "html"] { _ = try pb("paste", "-t", type) }
    #expect(!FileManager.default.fileExists(atPath: touched))
    #expect(try pb("paste", "-t", "css").text == "WORDS")
    #expect(try pb("paste", "--raw", "text/css").text == "WORDS")
    #expect(try String(contentsOfFile: touched, encoding: .utf8) == "x\n")
    for secret in [["--sensitive"], ["--clear-after", "60"]] {
      let copied = try ChildProcess.run(
        [BuiltCommand.path, "copy", "-t", "plain"] + secret, environment: environment,
        input: Array("words".utf8))
      #expect(copied.status == 0)
      #expect(!(try pb("show", "--targets").text.contains("text/css")))
    }
  }

  @Test(
    "A mistake in the file is told with its line, and nothing of the file is used",
    arguments: [
      ("{\"converters\": [\n{\"from\": \"public.html\"}]}", ":2: a converter needs a 'name'"),
      (
        "{\"converters\": [{\"name\": \"a\",\n\"colour\": 1}]}", ":2: a converter has an unknown key 'colour'"
      ),
      (
        "{\"converters\": [{\"name\": \"a\", \"command\": [\"x\"],\n\"from\": \"public.none\"}]}",
        ":2: 'from' must be a declared type"
      ),
      ("{\"converters\": [\n{\"name\": \"a\", \"command\": \"x\"}]}", ":2: 'command' must be an array"),
      ("{", ":1: "),
    ])
  func mistakes(text: String, message: String) throws {
    let check = try run(text, ["type", "check"])
    #expect(check.status == 1 && check.text.contains("converters.json" + message), "\(check.text)")
    let convert = try run(text, ["convert", "--to", "html"], input: "*a*")
    #expect(convert.text == "<p><em>a</em></p>\n" && convert.errors.contains("converters.json" + message))
  }

  @Test func `A converter without its program is warned of, with its line`() throws {
    let text = """
      {"converters": [
        {"name": "there", "from": "public.css", "to": "public.html", "command": ["sh"]},
        {"name": "gone", "from": "public.css", "to": "public.html",
         "command": ["none-of-that-name", "x"]},
        {"name": "off", "from": "public.css", "to": "public.html", "command": ["none"], "off": true}
      ]}
      """
    let check = try run(text, ["type", "check"])
    #expect(check.status == 0 && check.text.split(separator: "\n").count == 1)
    #expect(
      check.text.hasSuffix(
        "converters.json:4: warning: the program 'none-of-that-name' of the converter 'gone' is not installed\n"
      ))
  }
}
