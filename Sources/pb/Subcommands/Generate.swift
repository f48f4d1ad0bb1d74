import Pasteboard
import System

extension Subcommand {
  static let generate = Subcommand(
    path: ["generate"],
    operands: "man|man-service|man-types|man-faces|bash|zsh|fish|service|autostart|faces DIR",
    operandCount: 1...2,
    summary: "print man pages, completions and service files",
    options: [GenerateOptions.program, GenerateOptions.replace],
    notes: """
      man is pb(1), man-service pb-service(7), man-types pasteboard-types(5), man-faces pb-faces(7).

      service is a systemd unit that starts 'pb serve' with your session: save it as
      '~/.config/systemd/user/pasteboard.service'. autostart does the same without systemd: save it as
      '~/.config/autostart/pasteboard.desktop'.

      'faces DIR' creates links named xclip, xsel, wl-copy and wl-paste in DIR, so that scripts and editors
      call pb. Put DIR first in PATH. Other files of these names stay, unless --replace is given.
      """,
    examples: """
      pb generate man | man -l -
      source <(pb generate bash)
      pb generate zsh > ~/.zfunc/_pb
      pb generate fish > ~/.config/fish/completions/pb.fish
      pb generate service > ~/.config/systemd/user/pasteboard.service
      pb generate autostart > ~/.config/autostart/pasteboard.desktop
      pb generate faces ~/.local/bin
      """
  ) { arguments throws(Failure) in
    let name = arguments.operands[0]
    guard let product = GenerateOptions.Product(rawValue: name) else {
      let names = GenerateOptions.Product.allCases.map { $0.rawValue }.joined(separator: ", ")
      throw Failure("cannot generate '\(name)'. Use one of \(names).")
    }
    guard (product == .faces) == (arguments.operands.count == 2) else {
      throw Failure(
        product == .faces ? "faces requires a folder: pb generate faces DIR" : "only faces accepts a folder")
    }
    if product == .faces {
      try GenerateOptions.makeFaces(in: FilePath(arguments.operands[1]), arguments)
    } else {
      try Output.write(try GenerateOptions.text(of: product, arguments))
    }
    return .success
  }
}

/// The options and products of `pb generate`.
enum GenerateOptions {
  static let program = Option(
    "program", value: "PATH",
    "write PATH as the path of pb (default: this program)")
  static let replace = Option(
    "replace", isPerInvocation: true, in: .safety, "replace existing files (with faces)")

  enum Product: String, CaseIterable {
    case man
    case manService = "man-service"
    case manTypes = "man-types"
    case manFaces = "man-faces"
    case bash, zsh, fish, service, autostart, faces
  }

  static func text(of product: Product, _ arguments: Arguments) throws(Failure) -> String {
    switch product {
    case .man: ManPage.text
    case .manService: ServiceManPage.text
    case .manTypes: TypesManPage.text
    case .manFaces: ToolsManPage.text
    case .bash: BashCompletion.text
    case .zsh: ZshCompletion.text
    case .fish: FishCompletion.text
    case .service: ServiceUnit.text(program: try pathOfProgram(arguments))
    case .autostart: AutostartEntry.text(program: try pathOfProgram(arguments))
    case .faces: ""
    }
  }

  static func makeFaces(in folder: FilePath, _ arguments: Arguments) throws(Failure) {
    let program = FilePath(arguments[program] ?? ThisProcess.executablePath ?? "/usr/bin/pb")
    let paths = try ToolLinks.make(in: folder, to: program, replaces: arguments.has(replace))
    try Output.write(paths.map { "\($0)\n" }.joined())
    warnOfSearchPath(paths, in: folder)
  }

  /// Warns of a folder of links that programs do not find, or find too late.
  private static func warnOfSearchPath(_ links: [FilePath], in folder: FilePath) {
    let ours = (try? folder.resolved())?.bytes
    let isListed = (Environment.list("PATH") ?? []).contains { (try? FilePath($0).resolved())?.bytes == ours }
    guard isListed else {
      return Output.warn("'\(folder)' is not in PATH. Put it there before the other folders.")
    }
    for link in links {
      let name = String(decoding: link.lastComponent, as: UTF8.self)
      guard let found = ProgramFile.find(name), (try? FilePath(found).folder.resolved())?.bytes != ours else {
        continue
      }
      Output.warn("programs find \(found) first. Put '\(folder)' before its folder in PATH.")
    }
  }

  private static func pathOfProgram(_ arguments: Arguments) throws(Failure) -> String {
    guard let named = arguments[program] else { return ThisProcess.executablePath ?? "/usr/bin/pb" }
    let path = try Failure.wrapping { () throws(SystemError) in try FilePath(named).absolute().description }
    guard ServiceUnit.mayName(path) else {
      throw Failure(
        "the path \(path) contains quotes or backslashes, which sessions do not support. Name a link to it."
      )
    }
    return path
  }
}
