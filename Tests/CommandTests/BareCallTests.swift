import Foundation
import TestSupport
import Testing

/// `pb` without a command copies a pipe and pastes into one, and never does the other by accident.
@Suite("Bare pb", .timeLimit(.minutes(1)))
final class BareCallTests: CommandSuite {
  /// Runs a line of a shell, in which `pb` is the built command.
  private func shell(_ line: String) throws -> ChildProcess.Result {
    let function = "pb() { '\(BuiltCommand.path)' \"$@\"; }; cd '\(folder.path)'; "
    return try pb.other("bash", "-c", function + line)
  }

  private func clipboard() throws -> String { try pb.run("paste", "--plain").text }

  @Test(arguments: [
    "printf new | pb", "pb < new", "mkfifo f; printf new > f & pb < f", "printf new | pb -t plain",
  ])
  func `What comes through a pipe or a file is copied`(line: String) throws {
    _ = try folder.file("new", Array("new".utf8))
    #expect(try pb.run("copy", input: Array("old".utf8)).status == 0)
    let copied = try shell(line)
    #expect(copied.status == 0 && copied.text.isEmpty && copied.errors.isEmpty, "\(copied.errors)")
    #expect(try clipboard() == "new")
  }

  @Test(arguments: [
    "grep nomatch /etc/hostname | pb", "pb < empty", "mkfifo f; : > f & pb < f", "true | pb -p general",
    "{ cat > /dev/null; pb; } < full",
  ])
  func `An empty input copies nothing and pastes nothing`(line: String) throws {
    for (name, text) in [("empty", ""), ("full", "text\n")] { _ = try folder.file(name, Array(text.utf8)) }
    #expect(try pb.run("copy", input: Array("old".utf8)).status == 0)
    let result = try shell(line)
    #expect(result.output.isEmpty)
    // Of a file that another has read it cannot be told which was meant.
    #expect(line.hasPrefix("{") ? result.status == 2 : result.status == 1)
    #expect(result.errors.split(separator: "\n").count == 1 && result.errors.contains("standard input"))
    #expect(try clipboard() == "old")
  }

  @Test(arguments: [
    ("-nt plain copy f", "f"), ("--only plain copy f", "f\n"), ("-p general copy f", "f\n"),
    ("--to html convert f.md", "<h1>f</h1>\n"), ("--json type info public.png", "public.image"),
  ])
  func `Options may come before the command`(line: String, printed: String) throws {
    _ = try folder.file("f", Array("f\n".utf8))
    _ = try folder.file("f.md", Array("# f\n".utf8))
    let result = try shell("pb \(line) < /dev/null")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let text = line.contains("copy") ? try pb.run("paste", "--plain").text : result.text
    #expect(text.contains(printed), "\(text)")
  }

  @Test(arguments: ["--unknown copy f", "--only html paste", "-- paste"])
  func `Options of another command do not come before it`(line: String) throws {
    #expect(try shell("pb \(line) < /dev/null").status == 2)
  }

  @Test(arguments: [
    "seq 3 | while read n; do x=$(pb); echo \"$n $?\"; done",
    "while read n; do x=$(pb); echo \"$n $?\"; done < lines",
    "while read n; do pb > out; echo \"$n $?\"; done < lines",
  ])
  func `In a loop that reads, the input of the loop stays`(line: String) throws {
    _ = try folder.file("lines", Array("1\n2\n3\n".utf8))
    #expect(try pb.run("copy", input: Array("old".utf8)).status == 0)
    let result = try shell(line)
    #expect(result.text == "1 2\n2 2\n3 2\n", "\(result.text)")
    #expect(result.errors.contains("'pb copy'") && result.errors.contains("'pb paste'"))
    #expect(try clipboard() == "old")
    #expect(
      try shell("seq 2 | while read n; do x=$(pb paste); echo \"$n $x\"; done").text == "1 old\n2 old\n")
  }

  @Test(arguments: [
    "x=$(pb < /dev/null); echo \"$x\"", "x=$(pb <&-); echo \"$x\"", "pb < /dev/null | cat; echo",
    "pb --trim < /dev/null > out; cat out; echo", "pb -o out < /dev/null; cat out; echo",
    "x=$(pb -t plain < /dev/null); echo \"$x\"",
  ])
  func `Without an input it pastes`(line: String) throws {
    #expect(try pb.run("copy", input: Array("old".utf8)).status == 0)
    let pasted = try shell(line)
    #expect(pasted.text == "old\n" && pasted.errors.isEmpty, "\(pasted.errors)")
  }

  @Test func `Options of copy and paste go without the command`() throws {
    #expect(try shell("printf first | pb -p primary; printf other | pb").status == 0)
    #expect(try shell("pb -p primary < /dev/null | cat").text == "first")
    #expect(try shell("printf '*a*' | pb --type html; pb --type html < /dev/null | cat").text == "*a*")
    let wrong = try shell("echo a | pb -o file")
    #expect(wrong.status == 2 && wrong.errors.contains("'pb paste -o'"))
    #expect(try shell("pb --nothing < /dev/null").status == 2)
    #expect(try shell("pb --help").text.contains("Usage: pb COMMAND"))
  }
}
