import Foundation
import TestSupport
import Testing

@testable import pb

/// The manual page and the completions follow the table of subcommands, and their readers accept them.
@Suite("Manual page and completions")
struct GenerateTests {
  private let command = BuiltCommand()

  @Test(arguments: ["man", "bash", "zsh", "fish"])
  func `Every subcommand and every option is there`(what: String) throws {
    let text = try command.run("generate", what).text
    for subcommand in Subcommand.all {
      for word in subcommand.path { #expect(text.contains(word)) }
      for option in subcommand.options {
        let name = what == "man" ? option.name.split(separator: "-").joined(separator: "\\-") : option.name
        #expect(text.contains(name), "\(option.name) of \(subcommand.name)")
      }
    }
  }

  @Test func `The command line names all that can be generated`() {
    let products = GenerateOptions.Product.allCases.map { $0.rawValue }
    let named = Subcommand.generate.operands.split(separator: "|").map { String($0.prefix { $0 != " " }) }
    #expect(named == products)
  }

  @Test(
    arguments: ["man", "man-service", "man-types", "man-faces"],
    [["groff", "-man", "-ww", "-z"], ["mandoc", "-T", "lint", "-W", "warning"]])
  func `Programs that set pages have no complaint`(page: String, formatter: [String]) throws {
    let page = try command.run("generate", page).output
    guard let result = try? ChildProcess.run(formatter, input: page) else { return }
    let complaints = result.errors + (formatter[0] == "mandoc" ? result.text : "")
    #expect(result.status == 0 && complaints.isEmpty, "\(complaints)")
  }

  @Test(arguments: [
    ("man", ["EXAMPLES", "EXIT STATUS", "ENVIRONMENT", "FILES", "BUGS", "SEE ALSO"]),
    ("man-service", ["EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES", "BUGS", "SEE ALSO"]),
    ("man-types", ["FILES", "EXAMPLES", "BUGS", "SEE ALSO"]),
    ("man-faces", ["DIFFERENCES", "EXIT STATUS", "ENVIRONMENT", "EXAMPLES", "SEE ALSO"]),
  ])
  func `Each page has the sections that people look for`(page: String, sections: [String]) throws {
    let text = try command.run("generate", page).text
    for section in ["NAME", "DESCRIPTION"] + sections { #expect(text.contains(".SH \"\(section)\"\n")) }
  }

  @Test(arguments: [("zsh", "zsh"), ("fish", "fish"), ("bash", "bash")])
  func `The shell reads its completions`(shell: String, what: String) throws {
    let script = try command.run("generate", what).output
    guard let result = try? ChildProcess.run([shell, "-n"], input: script) else { return }
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }

  @Test func `bash completes programs to share with, then files, and the heading of no list`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("viewed.md", [])
    let script = try command.run("generate", "bash").text
    let listing = "pb() { printf '%s\\n' '* viewer  Viewer  text' '  org.views  Views  text'; }"
    func complete(_ words: String) throws -> String {
      try ChildProcess.run([
        "bash", "-c",
        "cd '\(folder.path)'; \(script)\n\(listing)\nCOMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _pb; "
          + "echo \"${COMPREPLY[@]}\"",
      ]).text
    }
    #expect(try complete("pb share ''") == "viewer org.views\n")
    #expect(try complete("pb share viewer vie") == "viewed.md\n")
    #expect(try complete("pb share --list vie") == "viewed.md\n")
    let types = try ChildProcess.run(
      [
        "sh", "-c",
        "PATH='\(URL(filePath: BuiltCommand.path).deletingLastPathComponent().path)':$PATH; \(Completion.listTypes)",
      ])
    #expect(
      types.text.contains("\npublic.png\n") && !types.text.contains("IDENTIFIER") && !types.text.contains(" ")
    )
  }

  @Test(arguments: [
    ("pbcopy", "-p", "-pboard"), ("pbpaste", "-Prefer r", "rtf"), ("pbpaste", "-pboard gen", "general"),
  ])
  func `bash completes the commands of macOS`(command: String, words: String, expected: String) throws {
    let script = try self.command.run("generate", "bash").text
    let result = try ChildProcess.run([
      "bash", "-c",
      "\(script)\ncomplete -p \(command) >/dev/null || exit 9\nCOMP_WORDS=(\(command) \(words)); "
        + "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _pb_macos; echo \"${COMPREPLY[@]}\"",
    ])
    #expect(result.status == 0 && result.text == expected + "\n")
  }

  @Test func `fish completes as bash does`() throws {
    let folder = try TemporaryFolder()
    let script = try folder.file("pb.fish", try command.run("generate", "fish").output)
    func complete(_ line: String) -> [String]? {
      let command = "cd '\(folder.path)'; source '\(script)'; complete -C '\(line)'"
      let result = try? ChildProcess.run(["fish", "--no-config", "-c", command])
      return result?.text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }
    guard complete("pb generate man") != nil else { return }
    #expect(complete("pb generate man") == ["man", "man-faces", "man-service", "man-types"])
    #expect(complete("pbpaste -Prefer ") == ["rtf", "txt"])
    #expect(complete("pb convert --emphasis ") == ["asterisk", "underscore"])
    #expect(complete("pb help histo") == ["history"])
    #expect(complete("pb copy --only html,markd") == ["html,markdown"])
    #expect(complete("pb copy --add markd") == ["markdown="])
    #expect(complete("pb copy --add markdown=pb.f") == ["markdown=pb.fish"])
  }

  @Test func `fish lists short names first, each with what it is`() throws {
    let script = try command.run("generate", "fish").text
    #expect(script.contains("printf '%s\\t%s\\n' markdown 'Markdown document' html "))
    #expect(script.contains("-k -a '(__pb_types)'"))
    let folder = try TemporaryFolder()
    let file = try folder.file("pb.fish", Array(script.utf8))
    let programs = URL(filePath: BuiltCommand.path).deletingLastPathComponent().path
    let line = "set -x PATH '\(programs)' $PATH; source '\(file)'; complete -C 'pb paste -t '"
    guard let result = try? ChildProcess.run(["fish", "--no-config", "-c", line]) else { return }
    let lines = result.text.split(separator: "\n")
    #expect(
      lines.prefix(2) == ["markdown\tMarkdown document", "html\tHypertext Markup Language page"],
      "\(lines.prefix(4))")
    #expect(lines.count > 500 && lines.allSatisfy { $0.contains("\t") })
  }

  @Test func `bash completes names of files with spaces, targets that are there, and all types`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("two words.md", [])
    let command = BuiltCommand(on: try PrivateXServer())
    #expect(try command.run("copy", "-t", "plain", input: [0x61]).status == 0)
    let script = try command.run("generate", "bash").text
    let programs = URL(filePath: BuiltCommand.path).deletingLastPathComponent().path
    func complete(_ words: String...) throws -> [String] {
      let quoted = words.map { "'\($0)'" }.joined(separator: " ")
      let result = try command.other(
        "bash", "-c",
        "cd '\(folder.path)'; PATH='\(programs)':$PATH\n\(script)\n"
          + "COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1); _pb; printf '%s\\n' \"${COMPREPLY[@]}\"")
      return result.text.split(separator: "\n").map(String.init)
    }
    #expect(try complete("pb", "copy", "tw") == ["two words.md"])
    #expect(try complete("pb", "paste", "--raw", "UTF") == ["UTF8_STRING"])
    #expect(try complete("pb", "paste", "-t", "org.openxmlformats.wordprocessingml.document") != [])
  }

  @Test(arguments: [
    (["pb", "pa"], "paste"), (["pb", "paste", "--exp"], "--explain"), (["pb", "type", "con"], "conforms"),
    (["pb", "copy", "--text", "so"], "source"), (["pb", "type", "find", "--ext"], "--extension"),
    (["pb", "help", "past"], "paste"), (["pb", "help", "history", "pi"], "pick"),
    (["pb", "copy", "--only", "html,ht"], "html,html"), (["pb", "paste", "--prefer", "=", "rt"], "rtf"),
    (["pb", "copy", "--add", "odt"], "odt="),
    (["pb", "copy", "--add", "plain", "=", "/etc/hostn"], "/etc/hostname"),
    (["pb", "clear", "-p", "prim"], "primary"), (["pb", "generate", "man-s"], "man-service"),
  ])
  func `bash completes`(words: [String], expected: String) throws {
    let script = try command.run("generate", "bash").text
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let result = try ChildProcess.run([
      "bash", "-c",
      "\(script)\nCOMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1); _pb; printf '%s\\n' \"${COMPREPLY[@]}\"",
    ])
    #expect(result.text.split(separator: "\n").map(String.init) == [expected])
  }
}
