import Testing

@testable import System

@Suite("Mailboxes", .timeLimit(.minutes(1)))
struct MailboxTests {
  @Test func `A loop is woken for everything that comes, and for nothing that it has`() {
    let mailbox = Mailbox<Int>()
    let (count, posters) = (20_000, 4)
    for poster in 0..<posters {
      _ = startThread {
        for number in 0..<count { mailbox.post(poster * count + number) }
      }
    }
    var taken: Set<Int> = []
    while taken.count < count * posters {
      guard mailbox.wakeUp.wait(until: .now + .seconds(20)) else { break }
      let values = mailbox.take()
      #expect(!values.isEmpty)
      taken.formUnion(values)
      if values.isEmpty { break }
    }
    #expect(taken.count == count * posters)
    #expect(!mailbox.wakeUp.wait(until: .now) && mailbox.take().isEmpty)
  }
}
