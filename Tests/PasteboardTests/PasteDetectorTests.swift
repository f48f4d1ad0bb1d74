import System
import Testing

@testable import Pasteboard

@Suite("Pastes, and what managers read at once")
struct PasteDetectorTests {
  private static let hint = "x-kde-passwordManagerHint"

  /// What is asked for how many milliseconds after the copy, by a program that is known to ask at once or not, and
  /// whether that is a paste.
  private typealias Request = (time: Int, name: String, byItself: Bool, isPaste: Bool)

  private func check(_ requests: [Request]) {
    let moments = PasteDetector()
    let start = MonotonicTime.now
    moments.begin(at: start)
    for request in requests {
      let now = start + .milliseconds(request.time)
      #expect(
        moments.isPaste(request.name, byItself: request.byItself, at: now) == request.isPaste, "\(request)")
    }
  }

  @Test func `Whoever asks for text pastes`() {
    check([(5, "UTF8_STRING", false, true), (900, "text/html", false, true)])
  }

  @Test func `The protocol and marks are no paste`() {
    check([(900, "TARGETS", false, false), (900, Self.hint, false, false), (901, "UTF8_STRING", false, true)])
  }

  @Test func `Text after a mark is a manager's in the first moments`() {
    check([
      (5, Self.hint, false, false), (6, "UTF8_STRING", false, false), (7, "text/html", false, false),
      (2000, "UTF8_STRING", false, true),
    ])
  }

  @Test func `Who is known to ask at once pastes later`() {
    check([
      (5, "UTF8_STRING", true, false), (499, "text/html", true, false), (501, "UTF8_STRING", true, true),
    ])
  }

  @Test func `A look that was announced is no paste, but one that follows is`() {
    check([
      (900, Offering.lookMarker, false, false), (901, "text/html", false, false),
      (902, "UTF8_STRING", false, true),
      (3000, Offering.lookMarker, false, false), (3001, Offering.lookMarker, false, false),
      (3002, "TARGETS", false, false), (3003, "text/html", false, false), (3004, "text/html", false, false),
      (3005, "text/html", false, true),
    ])
  }

  @Test func `A look that does not come leaves later pastes alone, however many were announced`() {
    check([(900, Offering.lookMarker, false, false), (2901, "UTF8_STRING", false, true)])
    let flood = Array(repeating: Request(900, Offering.lookMarker, false, false), count: 10_000)
    check(
      flood + Array(repeating: (901, "UTF8_STRING", false, false), count: 16) + [
        (901, "UTF8_STRING", false, true)
      ])
  }

  @Test func `What is asked for before the copy is complete is a manager's too`() {
    let moments = PasteDetector()
    #expect(!moments.isPaste("UTF8_STRING", byItself: true))
    #expect(moments.isPaste("UTF8_STRING", byItself: false))
  }
}
