import Foundation
import TestSupport
import TestTraits
import Testing

@testable import pb

/// The real tools and `pb` under their names, side by side.
@Suite("Other tools' names: compared", .timeLimit(.minutes(5)))
struct FaceDifferentialTests {
  @Test(.stress, .needs("xclip"), .needs("xsel"))
  func `What differs from xclip, xsel, wl-copy and wl-paste is in the manual`() throws {
    let script = BuiltCommand.fixtures.deletingLastPathComponent().appending(path: "Faces/compare").path
    let program = ReleaseProgram.path ?? BuiltCommand.path
    let result = try ChildProcess.run(["python3", "-B", script, program], timeout: .seconds(280))
    #expect(result.status == 0, "\(result.text)\(result.errors)")
  }

  @Test func `Each difference has a word of its own, and each option of a tool one meaning`() {
    let words = FaceDifference.all.map(\.word)
    #expect(Set(words).count == words.count)
    for face in Face.allCases {
      let spellings = face.options.flatMap(\.spellings)
      #expect(Set(spellings).count == spellings.count, "\(face)")
    }
  }
}
