import Foundation
import TestSupport
import Testing

/// Files copied and pasted with the built program.
@Suite("Files on the command line", .timeLimit(.minutes(2)))
struct FileCommandTests {
  private let pb: BuiltCommand

  init() throws {
    pb = BuiltCommand(on: try PrivateXServer())
  }

  @Test func `Several files are copied as files, whatever their names`() throws {
    let folder = try TemporaryFolder()
    let names = ["a b", "ü", "x\ny", "100%"]
    let paths = try names.map { try folder.file($0, Array($0.utf8)) }
    // A name that is no UTF-8 goes through a shell.
    let copied = try pb.other(
      "sh", "-c",
      "cd \"$1\" && shift && : > \"$(printf 'bad\\377')\" && exec \"$@\" \"$(printf 'bad\\377')\"", "sh",
      folder.path, BuiltCommand.path, "copy", "a b", "ü", "./x\ny", "\(folder.path)/100%")
    #expect(copied.status == 0 && copied.errors == "")
    let pasted = try pb.run("paste", "-t", "files", "-0")
    #expect(
      pasted.output
        == (paths.map { Array($0.utf8) } + [Array("\(folder.path)/bad".utf8) + [0xFF]]).flatMap { $0 + [0] })
    let goal = try TemporaryFolder()
    #expect(try pb.run("paste", "--into", goal.path).status == 0)
    for name in names {
      #expect(try Data(contentsOf: URL(filePath: "\(goal.path)/\(name)")) == Data(name.utf8))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: goal.path).count == 5)
  }

  @Test func `A file that is named twice is copied once`() throws {
    let folder = try TemporaryFolder()
    let (a, b) = (try folder.file("a", [1]), try folder.file("b", [2]))
    for (names, files) in [(["a", b, "./a", a], [a, b]), (["a", "a"], [a])] {
      let copied = try ChildProcess.run(
        ["sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path, BuiltCommand.path, "copy"] + names,
        environment: pb.environment)
      #expect(copied.status == 0 && copied.errors.isEmpty)
      #expect(try pb.run("paste", "-t", "files").text == files.map { $0 + "\n" }.joined())
    }
  }

  @Test func `A file is copied as a file where it is asked for, and a folder always`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("notes.md", Array("# a".utf8))
    #expect(try pb.run("copy", file).status == 0)
    #expect(try pb.run("paste").text == "# a")
    #expect(try pb.run("paste", "-t", "files").status == 1)
    #expect(try pb.run("copy", "--files", file).status == 0)
    #expect(try pb.run("paste", "-t", "files").text == file + "\n")
    #expect(try pb.run("copy", folder.path).status == 0)
    #expect(try pb.run("paste", "-t", "files").text == folder.path + "\n")
    #expect(try pb.run("show", "--preview", "files").text == "1 file, copied\n\(folder.path)\n")
  }

  @Test func `A table of data comes into a folder as it was copied`() throws {
    let (folder, goal) = (try TemporaryFolder(), try TemporaryFolder())
    let table = "a,b\n\"two\nlines\",2\n"
    #expect(try pb.run("copy", try folder.file("t.csv", Array(table.utf8))).status == 0)
    let path = try pb.run("paste", "--into", goal.path).text.dropLast()
    #expect(path.hasSuffix(".csv"))
    #expect(try Data(contentsOf: URL(filePath: String(path))) == Data(table.utf8))
  }

  @Test func `A list of many files that are gone is not printed whole`() throws {
    let (folder, goal) = (try TemporaryFolder(), try TemporaryFolder())
    let addresses = (0..<500).map { "file:///nowhere/\($0)\r\n" }.joined()
    #expect(try pb.run("copy", "-t", "text/uri-list", input: Array(addresses.utf8)).status == 0)
    let result = try pb.run("paste", "--into", goal.path)
    #expect(result.status == 2)
    #expect(result.errors.split(separator: "\n").count == 21)
    #expect(
      result.errors.hasSuffix(
        "could not write 500 of 500 files to \(goal.path) (the first 20 are listed above)\n"))
    // The same of what lies in a folder and is no file.
    for number in 0..<30 { #expect(mkfifo("\(folder.path)/pipe\(number)", 0o600) == 0) }
    _ = try folder.file("a.txt", [0x61])
    #expect(try pb.run("copy", folder.path).status == 0)
    let copied = try pb.run("paste", "--into", goal.path)
    #expect(copied.status == 0)
    #expect(copied.errors.split(separator: "\n").count == 21)
    #expect(copied.errors.contains("left out 30 entries"))
  }

  @Test func `Files that are cut move on the person's word alone`() throws {
    let (folder, goal) = (try TemporaryFolder(), try TemporaryFolder())
    let file = try folder.file("a.txt", [0x61])
    #expect(try pb.run("copy", "--cut", file).status == 0)
    let json = try pb.run("paste", "-t", "files", "--json").text
    #expect(json.contains(#""verb": "cut""#) && json.contains(#""missing": 0"#))
    #expect(try pb.run("paste", "--into", goal.path).text == goal.path + "/a.txt\n")
    #expect(FileManager.default.fileExists(atPath: file))
    #expect(try pb.run("paste", "--into", goal.path, "--move").text == goal.path + "/a (2).txt\n")
    #expect(!FileManager.default.fileExists(atPath: file))
    // As after a file manager, nothing is there any more that says where they were.
    let gone = try pb.run("paste", "--into", goal.path)
    #expect(gone.status == 1 && gone.errors.contains("the clipboard is empty"))
    #expect(try pb.run("copy", "--files", goal.path + "/a.txt").status == 0)
    let copied = try pb.run("paste", "--into", folder.path, "--move")
    #expect(copied.status == 0 && copied.errors.contains("copied, not cut"))
    #expect(FileManager.default.fileExists(atPath: goal.path + "/a.txt"))
  }

  @Test func `What is no file gets a name by its heading or its type`() throws {
    let goal = try TemporaryFolder()
    for (type, text, name) in [
      ("markdown", "# a", "a.md"), ("html", "<h1>a</h1>", "a (2).md"), ("html", "<p>a", "text.md"),
      ("plain", "a", "text.txt"),
      ("image/svg+xml", "<svg/>", "image.svg"), ("application/pdf", "%PDF-1.4", "data.pdf"),
      ("application/x-unknown", "x", "data.bin"),
    ] {
      #expect(try pb.run("copy", "-t", type, input: Array(text.utf8)).status == 0)
      #expect(try pb.run("paste", "--into", goal.path).text == "\(goal.path)/\(name)\n")
    }
    #expect(
      try pb.run("paste", "-t", "application/x-unknown", "--into", goal.path).text.hasSuffix("data (2).bin\n")
    )
  }

  @Test func `Names that are no UTF-8 are kept where results go`() throws {
    let folder = try TemporaryFolder()
    // What a shell makes of octal digits no Swift string holds.
    let made = try pb.other(
      "sh", "-c",
      """
      cd "$1" && one=$(printf 'a\\376') two=$(printf 'a\\377') && echo 1 > "$one.md" && echo 2 > "$two.md" &&
      "$2" convert "$one.md" "$two.md" --to txt --into "$one" && cat "$one/$one.txt" "$one/$two.txt" &&
      "$2" convert "$two.md" -o "$two.html" && test -e "$two.html" && "$2" convert "$one.md" "$one.html" && test -e "$one.html" &&
      ln -s "$two.txt" link.txt && echo 3 | "$2" copy && "$2" paste -olink.txt && cat "$two.txt" &&
      "$2" paste --output="$one.txt" && cat "$one.txt" && "$2" paste --into="$two" && cat "$two/text.txt" && ls | wc -l
      """, "sh", folder.path, BuiltCommand.path)
    let lines = String(decoding: made.output, as: UTF8.self).split(separator: "\n").filter {
      !$0.contains("/")
    }
    #expect(made.status == 0 && lines == ["1", "2", "3", "3", "3", "9"], "\(lines) \(made.errors)")
  }

  @Test func `Types of files are told whose names are no UTF-8`() throws {
    let folder = try TemporaryFolder()
    let told = try pb.other(
      "sh", "-c",
      """
      cd "$1" && name=$(printf 'a\\377') && echo '%PDF-1.4' > "$name" && mkdir "$name.d" &&
      "$2" type of "$name" && "$2" type of -0 "$name" "$name.d"
      """, "sh", folder.path, BuiltCommand.path)
    let names = [Array("a".utf8) + [0xFF], Array("a".utf8) + [0xFF] + Array(".d".utf8)]
    let lines = zip(names, ["com.adobe.pdf", "public.folder"]).flatMap { $0 + Array((": " + $1 + "\0").utf8) }
    #expect(
      told.status == 0 && told.output == Array("com.adobe.pdf\n".utf8) + lines, "\(told.text) \(told.errors)")
  }

  @Test func `The folder to paste into is made once there is something for it`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.txt", [0x61])
    let goal = folder.path + "/new/deep"
    #expect(try pb.run("paste", "--into", goal).status == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/new"))
    #expect(try pb.run("copy", "--files", file).status == 0)
    #expect(try pb.run("paste", "--into", goal).text == goal + "/a.txt\n")
    #expect(try pb.run("copy", input: [0x62]).status == 0)
    #expect(try pb.run("paste", "--into", goal + "er").text == goal + "er/text.txt\n")
    let below = try pb.run("paste", "--into", file + "/below")
    #expect(
      below.status == 2 && below.errors.contains("could not create the folder \(file)/below: not a directory")
    )
  }

  @Test(arguments: [
    "@a.txt\n@none.txt\n", "file://@a.txt\r\nfile://@none.txt\r\n", "copy\nfile://@none.txt",
    "@a.txt\0@none.txt\0",
    "file://@none.txt",
  ])
  func `A list that names what is not there is refused by that name`(list: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("a.txt", [0x61])
    #expect(try pb.run("copy", input: [0x62]).status == 0)
    let lines = Array(list.replacing("@", with: folder.path + "/").utf8)
    for options in [["-t", "files"], ["--add", "public.file-url=/dev/stdin"]] {
      let result = try ChildProcess.run(
        [BuiltCommand.path, "copy"] + options, environment: pb.environment, input: lines)
      #expect(
        result.status == 2 && result.errors.contains("none.txt', which does not exist"),
        "\(result.errors)")
    }
    #expect(try pb.run("copy", "-t", "files", input: Array("\n".utf8)).errors.contains("lists no files"))
    #expect(try pb.run("paste").text == "b")
  }

  @Test func `A list may have names, paths and addresses of other machines beside each other`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a b.txt", [0x61])
    let copied = try pb.other(
      "sh", "-c", "cd \"$1\" && shift && printf 'a b.txt\\nsmb://host/c\\n%s\\n' \"$PWD\" | \"$@\"", "sh",
      folder.path,
      BuiltCommand.path, "copy", "-t", "files")
    #expect(copied.status == 0, "\(copied.errors)")
    #expect(try pb.run("paste", "-t", "files").text == "\(file)\nsmb://host/c\n\(folder.path)\n")
  }

  @Test(arguments: [
    (["copy", "/nonexistent-1", "/nonexistent-2"], "/nonexistent-1: no such file"),
    (["copy", "--files"], "require the names of files"), (["copy", "--cut"], "require the names of files"),
    (["copy", "-t", "png", "/", "/tmp"], "--type applies to content, but files"),
    (["paste", "--into", "/dev/null"], "/dev/null is not a folder"),
  ])
  func `Each mistake has its message`(arguments: [String], message: String) throws {
    let result = try ChildProcess.run([BuiltCommand.path] + arguments, environment: pb.environment)
    #expect(result.status == 2 && result.errors.contains(message) && result.output.isEmpty)
  }

  @Test(arguments: [true, false])
  func `A full disk is told of, and leaves no part of a file`(isFile: Bool) throws {
    let (folder, goal) = (try TemporaryFolder(), try TemporaryFolder())
    let text = [UInt8](repeating: 0x61, count: 5000)
    let file = try folder.file("large", text)
    #expect(try (isFile ? pb.run("copy", "--files", file) : pb.run("copy", input: text)).status == 0)
    // The largest file that a process may write ends a write in the middle, as a full disk does.
    let result = try pb.other(
      "sh", "-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh", BuiltCommand.path, "paste", "--into",
      goal.path)
    #expect(result.status == 2 && result.errors.contains("file too large"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: goal.path).isEmpty)
  }

  @Test func `A folder is not pasted into itself`() throws {
    let folder = try TemporaryFolder()
    #expect(try pb.run("copy", folder.path).status == 0)
    let result = try pb.run("paste", "--into", folder.path)
    #expect(result.status == 2 && result.errors.contains("cannot be put into itself"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
