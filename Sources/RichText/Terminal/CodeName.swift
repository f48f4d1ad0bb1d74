/// The languages of code by the names of files.
enum CodeName {
  private static let languages: [String: String] = [
    "bash": "bash", "c": "c", "cc": "cpp", "cpp": "cpp", "cs": "csharp", "css": "css", "diff": "diff",
    "go": "go",
    "h": "c", "hpp": "cpp", "hs": "haskell", "html": "html", "java": "java", "js": "js", "json": "json",
    "kt": "kotlin", "lua": "lua", "md": "markdown", "patch": "diff", "php": "php", "pl": "perl",
    "py": "python",
    "rb": "ruby", "rs": "rust", "sh": "sh", "sql": "sql", "swift": "swift", "toml": "toml", "ts": "ts",
    "tsx": "tsx", "xml": "xml", "yaml": "yaml", "yml": "yaml", "zsh": "zsh",
  ]

  /// The language of a file, as the info string of fenced code names it; empty if its name tells none.
  static func language(ofFile name: ScreenText.Line?) -> String {
    guard let name, let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return "" }
    return languages[name[(dot + 1)...].string.lowercased()] ?? ""
  }
}
