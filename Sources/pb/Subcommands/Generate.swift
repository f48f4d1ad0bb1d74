import Pasteboard
import System

extension Subcommand {
  static let generate = Subcommand(
    path: ["generate"], operands: "man|man-service|man-types|bash|zsh|fish|service|autostart",
    operandCount: 1...1,
    summary: "print a manual page, the completions of a shell, or what starts the service in a session",
    options: [GenerateOptions.program],
    discussion: """
      All of it is made from the table that the command line itself is read by. man is pb(1), man-service
      pb-service(7) and man-types pasteboard-types(5). service is a unit for systemd, autostart an entry for the autostart
      folder of desktops without it.
      """,
    examples: """
      pb generate man | man -l -
      source <(pb generate bash)
      pb generate zsh > ~/.zfunc/_pb
      pb generate fish > ~/.config/fish/completions/pb.fish
      pb generate service > ~/.config/systemd/user/pasteboard.service
      pb generate autostart > ~/.config/autostart/pasteboard.desktop
      """
  ) { arguments throws(Failure) in
    let name = arguments.operands[0]
    guard let product = GenerateOptions.Product(rawValue: name) else {
      let names = GenerateOptions.Product.allCases.map { $0.rawValue }.joined(separator: ", ")
      throw Failure("there is no '\(name)' to generate: use one of \(names)")
    }
    try Output.write(try GenerateOptions.text(of: product, arguments))
    return .success
  }
}

/// What `pb generate` makes.
enum GenerateOptions {
  static let program = Option(
    "program", value: "PATH",
    "the path of pb that the unit or the entry names (default: that of this program)")

  enum Product: String, CaseIterable {
    case man
    case manService = "man-service"
    case manTypes = "man-types"
    case bash, zsh, fish, service, autostart
  }

  static func text(of product: Product, _ arguments: Arguments) throws(Failure) -> String {
    switch product {
    case .man: ManPage.text
    case .manService: ServiceManPage.text
    case .manTypes: TypesManPage.text
    case .bash: BashCompletion.text
    case .zsh: ZshCompletion.text
    case .fish: FishCompletion.text
    case .service: ServiceUnit.text(program: try pathOfProgram(arguments))
    case .autostart: AutostartEntry.text(program: try pathOfProgram(arguments))
    }
  }

  private static func pathOfProgram(_ arguments: Arguments) throws(Failure) -> String {
    guard let named = arguments[program] else { return ThisProcess.executablePath ?? "/usr/bin/pb" }
    let path = try Failure.wrapping { () throws(SystemError) in try FilePath(named).absolute().description }
    guard ServiceUnit.mayName(path) else {
      throw Failure(
        "a session starts no program whose path has quotation marks or backslashes, as \(path) has: name a link to it"
      )
    }
    return path
  }
}
