import Glibc
import Pasteboard
import UniformTypeIdentifiers

/// Prints what each file is taken for, by its bytes alone: names on standard input, one a line; the type, a tab and
/// the name on standard output. With `--strict`, Markdown is what `pb serve --enrich` takes for it. Built for
/// `Tests/Detection/corpus`.
func contents(of path: String) -> [UInt8]? {
  guard let file = fopen(path, "rb") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { return bytes }
    bytes += buffer[..<count]
  }
}

let isStrict = CommandLine.arguments.contains("--strict")

func type(of bytes: [UInt8]) -> UTType {
  let type = ContentDetection.type(ofInput: bytes)
  return isStrict && type == .markdown && !ContentDetection.isSurelyMarkdown(bytes) ? .utf8PlainText : type
}

while let path = readLine() {
  guard let bytes = contents(of: path) else {
    perror(path)
    exit(1)
  }
  print("\(type(of: bytes).identifier)\t\(path)")
}
