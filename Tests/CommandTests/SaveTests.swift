import Exchange
import Foundation
import SavedClipboards
import TestSupport
import Testing

/// `pb save` and `pb copy --saved`, seen by other programs.
@Suite("Saved files", .timeLimit(.minutes(2)))
final class SaveTests: CommandSuite {
  private typealias Form = (target: String, bytes: [UInt8])

  /// The captures of clipboards in the fixtures: targets in the order of their owner.
  private static let captures: [String] = {
    let folder = BuiltCommand.fixtures.appending(path: "clipboards")
    let names = ["report", "minutes"].flatMap { document in
      ["libreoffice", "abiword", "chromium", "firefox", "qt"].map { "\(document)/\($0)" }
    }
    return names.filter { FileManager.default.fileExists(atPath: folder.appending(path: $0).path) }
  }()

  private static func forms(of capture: String) throws -> [Form] {
    let folder = BuiltCommand.fixtures.appending(path: "clipboards/\(capture)")
    let list = try String(contentsOf: folder.appending(path: "TARGETS.txt"), encoding: .utf8)
    let special = [
      "text/plain;charset=utf-8": "text-plain-utf8", "text/plain;charset=utf-16": "text-plain-utf16",
    ]
    return list.split(separator: "\n").compactMap { line in
      let target = String(line)
      let file = special[target] ?? target.replacing("/", with: "-")
      guard let bytes = try? Data(contentsOf: folder.appending(path: file)), !bytes.isEmpty else {
        return nil
      }
      return (target, Array(bytes))
    } + [("image/png", samplePNG), ("odd name; x=\"1\"", [0, 1, 255])]
  }

  private func file(_ name: String = "saved.zip") -> String { folder.path + "/" + name }

  private func save(_ options: String...) throws -> ChildProcess.Result {
    try pb.run(["save", file()] + options)
  }

  private func expectClipboard(
    _ forms: [Form], at location: SourceLocation = #_sourceLocation
  ) throws {
    let read = try ScriptedOwner.read(environment: server.environment)
    #expect(read.map(\.target) == forms.map(\.target), sourceLocation: location)
    for (target, bytes) in forms {
      let other = try pb.other("xclip", "-o", "-selection", "clipboard", "-t", target)
      #expect(other.output == bytes, "\(target)", sourceLocation: location)
      #expect(read.first { $0.target == target }?.bytes == bytes, "\(target)", sourceLocation: location)
    }
  }

  @Test func `A secret that is copied while another copy is saved is not in the file`() throws {
    let command = [BuiltCommand.path, "copy", "-t", "html", "--sensitive"]
    let peer = try ChildProcess(PythonPeer.command("bait") + command, environment: server.environment)
    try #require(peer.firstLine(timeout: .seconds(20)) == "ready")
    let saved = try save()
    #expect(saved.status == 2 && saved.errors.contains("another program copied meanwhile"), "\(saved.errors)")
    #expect(!FileManager.default.fileExists(atPath: file()))
    // What is there now is a secret.
    #expect(try save().errors.contains("the clipboard holds a secret"))
  }

  @Test(arguments: captures)
  func `What a program copied comes back in name, order and bytes`(capture: String) throws {
    let forms = try Self.forms(of: capture)
    let owner = try ScriptedOwner(of: forms, environment: server.environment)
    let saved = try save()
    #expect(saved.status == 0 && saved.errors.isEmpty, "\(saved.errors)")
    owner.process.kill(SIGKILL)
    #expect(try pb.run("copy", "--saved", file()).status == 0)
    try expectClipboard(forms)
    // The same again through a pipe, from pb itself.
    let again = try pb.run("save", "-").output
    #expect(try SavedClipboard(decoding: again).snapshot.names == forms.map(\.target))
    #expect(try pb.run(["copy", "--saved", "-"], input: again).status == 0)
    try expectClipboard(forms)
  }

  @Test(arguments: ["report/firefox", "minutes/libreoffice"])
  func `Programs of Wayland find the same names and bytes`(capture: String) throws {
    let forms = try Self.forms(of: capture).filter { $0.target.utf8.allSatisfy { $0 < 0x80 } }
    let owner = try ScriptedOwner(of: forms, environment: server.environment)
    #expect(try save().status == 0)
    withExtendedLifetime(owner) {}
    var manner = FakeCompositor.Manner()
    // wl-paste knows no newer protocol.
    manner.globals = [("wl_seat", 7), ("wl_shm", 1), ("zwlr_data_control_manager_v1", 2)]
    let compositor = try FakeCompositor(manner)
    let environment: [String: String?] = [
      "DISPLAY": nil, "XAUTHORITY": nil, "WAYLAND_DISPLAY": compositor.path, "WAYLAND_SOCKET": nil,
      "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path,
    ]
    let copied = try ChildProcess.run(
      [BuiltCommand.path, "copy", "--saved", file()], environment: environment)
    #expect(copied.status == 0, "\(copied.errors)")
    let names = try #require(compositor.names()).filter { !$0.hasPrefix("application/x-pasteboard-owner") }
    #expect(names == forms.map(\.target))
    let list = try ChildProcess.run(["wl-paste", "--list-types"], environment: environment)
    #expect(
      list.text.split(separator: "\n").map(String.init).filter(names.contains) == names, "\(list.errors)")
    for (target, bytes) in forms {
      let pasted = try ChildProcess.run(["wl-paste", "-n", "-t", target], environment: environment)
      #expect(pasted.output == bytes, "\(target): \(pasted.errors)")
    }
    let saved = try ChildProcess.run([BuiltCommand.path, "save", "-"], environment: environment).output
    #expect(try SavedClipboard(decoding: saved).snapshot.names == names)
  }

  @Test func `A secret is saved and restored only on request, and stays one`() throws {
    #expect(try pb.run("copy", "--sensitive", "-t", "plain", input: Array("hunter2".utf8)).status == 0)
    let refused = try save()
    #expect(refused.status == 2 && refused.errors.contains("--sensitive"))
    #expect(!FileManager.default.fileExists(atPath: file()))
    #expect(try save("--sensitive").status == 0)
    let mode = try FileManager.default.attributesOfItem(atPath: file())[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try pb.run("copy", "-t", "plain", input: Array("other".utf8)).status == 0)
    let held = try pb.run("copy", "--saved", file())
    #expect(held.status == 2 && held.errors.contains("--sensitive") && !held.errors.contains("hunter2"))
    #expect(try pb.run("paste").text == "other")
    #expect(try pb.run("copy", "--sensitive", "--saved", file()).status == 0)
    #expect(try pb.run("show", "--json").text.contains("\"isSensitive\": true"))
    #expect(try pb.run("paste").text == "hunter2")
    // Content that was not a secret becomes one on request.
    #expect(try pb.run("copy", "-t", "plain", input: Array("other".utf8)).status == 0)
    #expect(try save("--replace").status == 0)
    #expect(try pb.run("copy", "--sensitive", "--saved", file()).status == 0)
    #expect(try pb.run("show", "--json").text.contains("\"isSensitive\": true"))
  }

  @Test func `Files that were cut stay cut, and another pasteboard is meant by its name`() throws {
    let path = try folder.file("a.txt", Array("a".utf8))
    #expect(try pb.run("copy", "--cut", "-p", "primary", path).status == 0)
    #expect(try save("-p", "primary").status == 0)
    let bytes = try Data(contentsOf: URL(filePath: file()))
    #expect(try SavedClipboard(decoding: Array(bytes)).operation == .cut)
    #expect(try pb.run("copy", "--saved", file()).status == 0)
    let cut = try pb.other("xclip", "-o", "-selection", "clipboard", "-t", "x-special/gnome-copied-files")
    #expect(cut.text == "cut\nfile://\(path)")
  }

  @Test func `A file that is there stays, unless it is to be replaced`() throws {
    #expect(try pb.run("copy", "-t", "plain", input: Array("one".utf8)).status == 0)
    let other = try folder.file("saved.zip", Array("mine".utf8))
    let refused = try save()
    #expect(refused.status == 2 && refused.errors.contains("already exists. To replace it, use --replace."))
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
    #expect(try save("--replace").status == 0)
    #expect(try pb.run("copy", "--saved", file()).status == 0)
    #expect(try pb.run("paste").text == "one")
    #expect(try pb.run("clear", "--hold").status == 0)
    let empty = try save("--replace")
    #expect(empty.status == 1 && empty.errors.contains("the clipboard is empty"))
    #expect(try pb.run("copy", "--saved", file()).status == 0)
  }

  @Test func `What is no saved clipboard changes nothing`() throws {
    #expect(try pb.run("copy", "-t", "plain", input: Array("kept".utf8)).status == 0)
    #expect(try save().status == 0)
    let whole = try Data(contentsOf: URL(filePath: file()))
    var protocolName = try SavedClipboard(decoding: Array(whole))
    protocolName.snapshot.names.append("DELETE")
    protocolName.snapshot.representations["DELETE"] = protocolName.snapshot.representations["UTF8_STRING"]
    let bad: [(String, [UInt8])] = [
      ("text", Array("hello".utf8)), ("empty", []), ("short", Array(whole.dropLast(9))),
      ("half", Array(whole.prefix(whole.count / 2))), ("protocol", try protocolName.encoded()),
    ]
    for (name, bytes) in bad {
      let path = try folder.file(name, bytes)
      let result = try pb.run("copy", "--saved", path)
      #expect(
        result.status == 2 && result.errors.split(separator: "\n").count == 1, "\(name): \(result.errors)")
      #expect(try pb.run(["copy", "--saved", "-"], input: bytes).status == 2)
    }
    for path in ["/nowhere/x.zip", folder.path, "/dev/zero"] {
      #expect(try pb.run("copy", "--saved", path).status == 2, "\(path)")
    }
    for options in [["--type", "plain"], ["--files"], ["--append"], ["--add", "plain=x"], [file()]] {
      #expect(try pb.run(["copy", "--saved", file()] + options).status == 2, "\(options)")
    }
    #expect(try pb.run("paste").text == "kept")
  }

  @Test func `An owner that refuses or is silent costs its forms, and pb says which`() throws {
    let owner = try ScriptedOwner(
      of: [("UTF8_STRING", Array("here".utf8))], silent: ["application/x-late"],
      environment: server.environment)
    let saved = try save("--timeout", "0.3")
    #expect(saved.status == 0 && saved.errors.contains("application/x-late (no answer)"), "\(saved.errors)")
    withExtendedLifetime(owner) {}
    #expect(try pb.run("copy", "--saved", file()).status == 0)
    #expect(try pb.run("paste").text == "here")
  }

  @Test(arguments: captures)
  func `An anonymous file keeps structure and lengths, and no word`(capture: String) throws {
    let forms = try Self.forms(of: capture)
    let owner = try ScriptedOwner(of: forms, environment: server.environment)
    let saved = try save("--anonymous")
    #expect(saved.status == 0 && saved.errors.contains("odd name"), "\(saved.errors)")
    let before = try pb.run("paste")
    owner.process.kill(SIGKILL)
    let bytes = Array(try Data(contentsOf: URL(filePath: file())))
    let read = try SavedClipboard(decoding: bytes)
    let missing = read.missing.map(\.name)
    #expect(read.isAnonymous && read.snapshot.names == forms.map(\.target).filter { !missing.contains($0) })
    #expect(missing.allSatisfy { $0 == "COMPOUND_TEXT" || $0.hasPrefix("odd name") }, "\(missing)")
    for (target, form) in read.snapshot.representations where target != "image/png" {
      let original = try #require(forms.first { $0.target == target })
      #expect(form.bytes.count == original.bytes.count, "\(target)")
      let text = String(decoding: form.bytes.filter { $0 != 0 }, as: UTF8.self)
      for word in ["Quarterly", "Minutes", "Alice", "revenue", "libreoffice.org"] {
        let isThere = String(decoding: original.bytes, as: UTF8.self).contains(word)
        if isThere { #expect(!text.contains(word), "\(target): \(word)") }
      }
    }
    // The forms still correspond: what is pasted has the same lines, and the same marks at their beginnings.
    #expect(try pb.run("copy", "--saved", file()).status == 0)
    let after = try pb.run("paste")
    func shape(_ text: String) -> [String] {
      text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        String(line.prefix(40).map { $0.isLetter ? "x" : $0.isNumber ? "1" : $0 }).replacing(/x+/, with: "x")
      }
    }
    #expect(shape(after.text) == shape(before.text))
    let png = try #require(read.snapshot.representations["image/png"])
    #expect(png.bytes != samplePNG && png.bytes.starts(with: samplePNG.prefix(24)))
  }
}
