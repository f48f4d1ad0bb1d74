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
      man is pb(1), man-service pb-service(7), man-types pasteboard-types(5), man-faces pb-faces(7). service
      is a systemd unit, autostart an entry for desktops without systemd.

      'faces DIR' creates links in DIR so that scripts and editors call pb as xclip, xsel, wl-copy and
      wl-paste. Other files of these names stay, unless --replace is given.
      """,
    manual: """
      All output is made from the table that also reads the command line.
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
    "use this path of pb (default: this program)")
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
    case .manFaces: FacesManPage.text
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
    let paths = try FaceLinks.make(in: folder, to: program, replaces: arguments.has(replace))
    try Output.write(paths.map { "\($0)\n" }.joined())
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
