import Glibc
import HostileContent
import RichText

/// `HostileSearch growth|elements|stack [SECONDS [FIRST]]` looks for content that costs more than it should, from a seed
/// on, and prints what it finds; 1 if there was any. `elements` goes through pairs of elements, then through triples.
///
/// `HostileSearch nesting …` reads and writes elements in one another in any order, which a trap ends: each thousandth
/// seed is printed before, so that a second run from there, by ones, finds the one.
@main enum HostileSearchCommand {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.dropFirst().compactMap { UInt64($0) }
    let end = ContinuousClock.now + .seconds(Int64(numbers.first ?? 60))
    var seed = numbers.dropFirst().first ?? 0
    var found = 0
    let step: UInt64 = numbers.count > 1 ? 1 : 1000
    while ContinuousClock.now < end {
      if arguments.first == "nesting", seed.isMultiple(of: step) {
        print("seed \(seed)")
        fflush(nil)
      }
      for line in findings(arguments.first, seed) {
        print(line)
        fflush(nil)
        found += 1
      }
      seed += 1
    }
    print("\(arguments.first ?? "growth"): up to seed \(seed), found: \(found)")
    exit(found == 0 ? 0 : 1)
  }

  /// The lines about content of one seed, in each format that a search knows.
  private static func findings(_ search: String?, _ seed: UInt64) -> [String] {
    switch search {
    case "nesting":
      for format in ElementPattern.Format.allCases { nesting(format, seed) }
      return []
    case "elements":
      return ElementPattern.Format.allCases.flatMap { format in
        elements(format, seed).map { "\(format.rawValue), seed \(seed): \($0)" }
      }
    default:
      return RandomShape.Format.allCases.flatMap { format in
        (search == "stack" ? stack(format, seed) : growth(format, seed)).map {
          "\(format.rawValue), seed \(seed): \($0)"
        }
      }
    }
  }

  private static func growth(_ format: RandomShape.Format, _ seed: UInt64) -> [String] {
    guard let read = Format.all.first(where: { $0.name == format.rawValue }) else { return [] }
    let pattern = RandomPattern(format, seed: seed)
    return Growth.findings(read) { pattern.text(byteCount: $0) }.map { "\($0): \(quoted(pattern.unit))" }
  }

  private static func elements(_ format: ElementPattern.Format, _ seed: UInt64) -> [String] {
    guard let read = Format.all.first(where: { $0.name == format.rawValue }) else { return [] }
    let pattern = ElementPattern(format, seed: seed)
    return Growth.findings(read, bytes: { pattern.bytes(count: $0) }).map { "\($0): \(quoted(pattern.unit))" }
  }

  private static func nesting(_ format: ElementPattern.Format, _ seed: UInt64) {
    let bytes = NestedElements(format, seed: seed).bytes
    guard let read = Format.all.first(where: { $0.name == format.rawValue }),
      let document = try? read.read(bytes)
    else { return }
    for format in Format.all { _ = format.write(document, Format.Options(for: .pasteboard)) }
  }

  private static func stack(_ format: RandomShape.Format, _ seed: UInt64) -> [String] {
    guard let read = Format.all.first(where: { $0.name == format.rawValue }) else { return [] }
    let shape = RandomShape(format, seed: seed)
    let bytes = Array(shape.text(repetitions: 3000).utf8)
    let stack = StackUse.bytes {
      guard let document = try? read.read(bytes) else { return }
      for document in [document, document.normalized()] {
        for format in Format.all { _ = format.write(document, Format.Options(for: .pasteboard)) }
      }
    }
    return stack > StackUse.limit ? ["\(stack) bytes of stack: \(quoted(shape.unit))"] : []
  }

  private static func quoted(_ text: String) -> String { text.debugDescription }
}
