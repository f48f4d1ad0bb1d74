import Foundation
import TestSupport
import TestTraits
import Testing

@testable import pb

/// The real tools and `pb` under their names, side by side.
@Suite("Other tools' names: compared", .timeLimit(.minutes(5)))
struct FaceDifferentialTests {
  private func compare(_ groups: String...) throws {
    let script = BuiltCommand.fixtures.deletingLastPathComponent().appending(path: "Faces/compare").path
    let program = ReleaseProgram.path ?? BuiltCommand.path
    let result = try ChildProcess.run(
      ["/usr/bin/python3", "-B", script, program] + groups, timeout: .seconds(280))
    #expect(result.status == 0, "\(result.text)\(result.errors)")
  }

  @Test(.stress, .needs("xclip"), .needs("xsel"))
  func `What differs from xclip and xsel is in the manual`() throws {
    try compare("xclip-text", "xclip-options", "xclip-targets", "xclip-stays", "xsel")
  }

  @Test(.stress, .enabled(if: hasWaylandTools, "needs wl-clipboard 2.3 or later, and sway"))
  func `What differs from wl-copy and wl-paste is in the manual`() throws {
    try compare("wl")
  }

  /// The messages and the options are those of 2.3.
  private static let hasWaylandTools: Bool = {
    guard let version = try? ChildProcess.run(["wl-copy", "--version"]).text,
      let numbers = version.firstMatch(of: /(\d+)\.(\d+)/), let major = Int(numbers.output.1),
      let minor = Int(numbers.output.2),
      (try? ChildProcess.run(["sway", "--version"]).status) == 0
    else { return false }
    return (major, minor) >= (2, 3)
  }()

  @Test func `Each difference has a word of its own, and each option of a tool one meaning`() {
    let words = ToolDifference.all.map(\.word)
    #expect(Set(words).count == words.count)
    for face in EmulatedTool.allCases {
      let spellings = face.options.flatMap(\.spellings)
      #expect(Set(spellings).count == spellings.count, "\(face)")
    }
  }
}
