import Foundation
import TestSupport
import Testing

/// A folder of files and links, random calls of `pb convert` in it, and a model of what each may write.
struct ConversionWorld {
  /// What a path within the folder leads to, and what is in it; a folder has no content.
  private typealias Contents = [String: File]

  private struct File: Equatable {
    let inode: UInt64
    let bytes: [UInt8]
    let target: String?
  }

  private struct Call {
    var words: [String] = []
    var operands: [String] = []
    var output: String?
    var into: String?
    var media: String?
    var reference: String?
    var replaces = false
    var input: String?
  }

  private let root: TemporaryFolder
  private var random: SeededGenerator
  private static let names = [
    "a.md", "b.md", "c.html", "d.docx", "e.csv", "f.txt", "README", "sub/a.md", "sub/c.html", "out/a.html",
    "out/b.html",
    "out/a.md", "out/c.md", "out/d.md", "sub/a.html", "a.html", "b.html", "p.bmp",
  ]
  private static let folders = ["sub", "out", "pictures"]
  private static let document: [UInt8] = {
    (try? BuiltCommand().run("convert", "--to", "docx", input: Array("# D\n".utf8)).output) ?? []
  }()

  init(seed: UInt64) throws {
    root = try TemporaryFolder()
    random = SeededGenerator(seed: seed)
    for name in Self.folders { mkdir(root.path + "/" + name, 0o700) }
    for name in Self.names where Int.random(in: 0..<4, using: &random) > 0 {
      let present = Array(contents.keys).sorted()
      let path = root.path + "/" + name
      switch Int.random(in: 0..<8, using: &random) {
      case 0: if let file = present.randomElement(using: &random) { link(root.path + "/" + file, path) }
      case 1:
        if let file = present.randomElement(using: &random), !name.hasPrefix("out/") {
          symlink(root.path + "/" + file, path)
        }
      default: _ = try root.file(name, content(of: name))
      }
    }
  }

  private func content(of name: String) -> [UInt8] {
    switch (name as NSString).pathExtension {
    case "docx": Self.document
    case "csv": Array("x,y\n1,\(name)\n".utf8)
    case "html": Array("<p>\(name) <img src=\"data:image/png;base64,iVBORw0KGgo=\">".utf8)
    default: Array("# \(name)\n\n* text ![p](p.bmp)\n".utf8)
    }
  }

  private var contents: Contents {
    var files: Contents = [:]
    let enumerator = FileManager.default.enumerator(atPath: root.path)
    while let name = enumerator?.nextObject() as? String {
      let path = root.path + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { continue }
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      // A link is followed to what it leads to.
      guard stat(path, &status) == 0 else { continue }
      let bytes = (try? Data(contentsOf: URL(filePath: path))).map(Array.init) ?? []
      files[name] = File(inode: UInt64(status.st_ino), bytes: bytes, target: target)
    }
    return files
  }

  // MARK: A call

  private mutating func isChosen(oneIn count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  private mutating func name() -> String {
    let present = contents.keys.sorted()
    if !present.isEmpty, !isChosen(oneIn: 4) { return one(of: present) }
    return isChosen(oneIn: 6)
      ? one(of: ["new.html", "out/new.md", "new.docx"])
      : one(of: Self.names)
  }

  private mutating func one(of names: [String]) -> String {
    names[Int.random(in: names.indices, using: &random)]
  }

  /// One of the ways to write a path.
  private mutating func spelled(_ name: String) -> String {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: "./" + name
    case 1: root.path + "/" + name
    case 2: "sub/../" + name
    default: name
    }
  }

  private mutating func call() -> Call {
    var call = Call()
    let place = one(of: ["", "second", "-o", "--into", "any"])
    let count = ["second": 2, "-o": 1][place] ?? Int.random(in: 0...3, using: &random)
    for _ in 0..<count { call.operands.append(name()) }
    if ["--into", "any"].contains(place), isChosen(oneIn: 3) {
      call.operands.append(one(of: ["sub", ".", "out"]))
    }
    if isChosen(oneIn: 8) { call.operands.insert("-", at: 0) }
    call.words = call.operands.map { $0 == "-" ? $0 : spelled($0) }
    if place == "-o" || place == "any" && isChosen(oneIn: 3) {
      let output = name()
      call.output = output
      call.words += ["-o", spelled(output)]
    }
    if place == "--into" || place == "any" && isChosen(oneIn: 3) {
      let folder = one(of: ["out", "sub", ".", "new"])
      call.into = folder
      call.words += ["--into", spelled(folder)]
    }
    let type = one(of: ["html", "md", "docx", "plain", "csv", "json", "", ""])
    if !type.isEmpty { call.words += ["--to", type] }
    if isChosen(oneIn: 8) {
      call.media = "pictures"
      call.words += ["--media", "pictures"]
    }
    if type == "docx", isChosen(oneIn: 2) {
      call.reference = "d.docx"
      call.words += ["--reference", spelled("d.docx")]
    }
    if isChosen(oneIn: 4) {
      call.replaces = true
      call.words.append("--replace")
    }
    for options in [["--bullet", "dash"], ["--fragment"], ["--from", "md"]] where isChosen(oneIn: 8) {
      call.words += options
    }
    if isChosen(oneIn: 3) { call.input = name() }
    return call
  }

  // MARK: The model

  /// Runs one call, and records an issue for each file that it was not to change.
  mutating func runCommand(_ pb: BuiltCommand) throws {
    let before = contents
    let call = call()
    let input = call.input.flatMap { before[$0] == nil ? nil : root.path + "/" + $0 } ?? "/dev/null"
    let command = [
      "sh", "-c", "cd \"$0\" && exec \"$@\" < '\(input)'", root.path, BuiltCommand.path, "convert",
    ]
    let result = try ChildProcess.run(command + call.words, environment: pb.environment)
    #expect([0, 1, 2].contains(result.status), "pb convert \(call.words) ended with \(result.status)")
    let after = contents
    for name in Set(before.keys).union(after.keys).sorted() where before[name]?.bytes != after[name]?.bytes {
      // Pictures are saved before the document that links to them is written.
      let isPicture = call.media != nil && name.hasPrefix("pictures/") && before[name] == nil
      let isRefused = result.status == 2 && call.into == nil
      let mayChange = isPicture || !isRefused && self.mayChange(name, by: call, before)
      #expect(
        mayChange,
        "pb convert \(call.words.joined(separator: " ")) < \(call.input ?? "") changed \(name): \(result.errors)"
      )
    }
    for (name, file) in before where file.target != nil {
      #expect(after[name]?.target == file.target, "pb convert \(call.words) replaced the link \(name)")
    }
  }

  private func mayChange(_ name: String, by call: Call, _ before: Contents) -> Bool {
    let isResult = isNamed(name, by: call, before)
    // Whatever shares the result's content is the same file, by another name.
    let isSameFile = before[name].map { file in
      before.contains { $0.value.inode == file.inode && isNamed($0.key, by: call, before) }
    }
    guard isResult || isSameFile == true else { return false }
    guard let file = before[name], isInput(file, of: call, before) else { return true }
    return call.replaces && call.reference.flatMap { before[$0]?.inode } != file.inode
  }

  /// Whether a path is a result that the call names.
  private func isNamed(_ name: String, by call: Call, _ before: Contents) -> Bool {
    if let into = call.into { return call.output == nil && (into == "." || name.hasPrefix(into + "/")) }
    if let output = call.output { return call.operands.count < 2 && name == output }
    guard call.operands.count == 2, name == call.operands[1] else { return false }
    return before[name] == nil || call.replaces
  }

  private func isInput(_ file: File, of call: Call, _ before: Contents) -> Bool {
    let isPair = call.operands.count == 2 && call.into == nil && call.output == nil
    var names = isPair ? [call.operands[0]] : call.operands
    if let reference = call.reference { names.append(reference) }
    if names.isEmpty || names.contains("-"), let input = call.input { names.append(input) }
    return names.contains { before[$0]?.inode == file.inode }
  }
}
