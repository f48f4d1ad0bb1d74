// Runs the public tests of HTML parsers (html5lib-tests) against the parser, and prints what fails:
// HTMLConformance FOLDER [-v]. What needs scripts is left out, and what `reason` names.
import Foundation

let arguments = CommandLine.arguments
if arguments.contains("--trees") {
  // The trees of texts on standard input, NUL between them: for `differential`.
  let input = FileHandle.standardInput.readDataToEndOfFile()
  let trees = input.split(separator: 0, omittingEmptySubsequences: false).map { text in
    TreeTests.result(TreeTests.Case(data: String(decoding: text, as: UTF8.self)))
  }
  print(trees.joined(separator: "\0"), terminator: "")
  exit(0)
}
guard arguments.count > 1 else {
  print("usage: HTMLConformance FOLDER [-v] | HTMLConformance --trees")
  exit(2)
}
let folder = URL(fileURLWithPath: arguments[1])
let isVerbose = arguments.contains("-v")
var (passed, count, unknown) = (0, 0, 0)

func files(_ name: String, _ ending: String) throws -> [URL] {
  try FileManager.default.contentsOfDirectory(
    at: folder.appendingPathComponent(name), includingPropertiesForKeys: nil
  )
  .filter { $0.pathExtension == ending }.sorted { $0.path < $1.path }
}

/// Why a case is none of the parser's; nil for all others.
func reason(_ file: URL, _ data: String) -> String? {
  if file.lastPathComponent == "xmlViolation.test" {
    return "it asks for what XML cannot hold to be replaced"
  }
  return data.contains("<selectedcontent>")
    ? "the element itself copies the chosen option, whenever one is chosen" : nil
}

for file in try files("tokenizer", "test") where reason(file, "") == nil {
  let result = try TokenTests.run(file)
  passed += result.passed
  count += result.count
  unknown += result.count - result.passed
  for failure in result.failures { print(failure) }
}
print("tokens: \(passed) of \(count)")
(passed, count) = (0, 0)
for file in try files("tree-construction", "dat") {
  for test in TreeTests.cases(in: try String(decoding: Data(contentsOf: file), as: UTF8.self))
  where !test.needsScripts && reason(file, test.data) == nil {
    count += 1
    let result = TreeTests.result(test)
    if result == test.tree {
      passed += 1
    } else {
      unknown += 1
      print("\(file.lastPathComponent): \(test.data.debugDescription) in \(test.context ?? "a page")")
      if isVerbose { print(result, "instead of", test.tree, separator: "\n") }
    }
  }
}
print("trees: \(passed) of \(count)")
exit(unknown == 0 ? 0 : 1)
