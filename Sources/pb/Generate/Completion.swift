import Pasteboard

/// The possible values of an option, for shells to offer.
enum Completion: Equatable {
  case words([String])
  /// Types: these names, and every identifier that is declared.
  case types([String])
  /// Types, separated by commas.
  case typeList([String])
  /// A type, an equals sign and a file.
  case additions([String])
  /// The targets on the clipboard.
  case targets
  /// A program that opens the content, followed by a file.
  case programs
  case files
  case nothing

  /// Told by the option, where the name of its value does not tell enough, else by that name.
  init(_ option: Option) {
    switch option.name {
    case "encoding": self = .words(Self.encodings)
    case "as-seen-by": self = .words(ApplicationRules.shared.requestorWords)
    case "allow": self = .words(["copy", "paste", "copy,paste", "ask", "secrets"])
    case "sheet", "pasteboard-type": self = .nothing
    default: self.init(placeholder: option.value)
    }
  }

  /// The encodings that text of today and of old programs has most.
  private static let encodings = [
    "utf-8", "utf-16", "utf-16le", "windows-1252", "latin1", "iso-8859-15", "cp437", "cp850", "macintosh",
    "shift_jis",
    "euc-jp", "gb18030", "big5", "euc-kr", "koi8-r", "windows-1251",
  ]

  /// Told by what help calls the value.
  init(placeholder: String?) {
    switch placeholder {
    case "TYPE": self = .types(Self.typeNames)
    case "TYPE,…": self = .typeList(Self.typeNames)
    case "TYPE=FILE": self = .additions(Self.typeNames)
    case "TARGET": self = .targets
    case "NAME": self = .words(["general", "primary", "secondary", "find", "drag"])
    case "FILE", "PATH", "DIR": self = .files
    case let choices? where choices.contains("|"):
      self = .words(choices.split(separator: "|").map(String.init))
    default: self = .nothing
    }
  }

  /// The completion for the operands of a subcommand.
  init(operands: String) {
    if operands.contains("PROGRAM") {
      self = .programs
    } else if operands.contains("FILE") {
      self = .files
    } else if operands.contains("TYPE") || operands == "A B" {
      self = .types(Self.typeNames)
    } else {
      // What is not in small letters stands for a value.
      let words = operands.split { "|[] ".contains($0) }.filter { word in
        word.first?.isLowercase == true && word.allSatisfy { $0.isLowercase || $0 == "-" }
      }
      self = words.isEmpty ? .nothing : .words(words.map(String.init))
    }
  }

  /// Prints the identifiers of all types, without the line that heads them.
  static let listTypes = "pb type list 2>/dev/null | sed \"1d; s/ .*//\""
  /// Prints the programs that take what is on the clipboard, each behind a mark of two columns.
  static let listPrograms = "pb share 2>/dev/null | sed \"s/^..//; s/ .*//\""
  /// Prints what is on the clipboard.
  static let listTargets = "pb show --targets 2>/dev/null"

  static let typeNames = [
    "markdown", "html", "rtf", "docx", "odt", "plain", "csv", "json", "files", "public.plain-text",
    "public.html", "public.rtf",
    "public.png", "net.daringfireball.markdown", "text/markdown", "text/html", "text/plain", "image/png",
  ]
}
