import Testing

@testable import Exchange

@Suite struct ExchangeErrorTests {
  @Test(arguments: [
    (1 << 30, "text/html is larger than 1024 MiB"), (64 << 20, "text/html is larger than 64 MiB"),
    (1000, "text/html is larger than 1000 bytes"),
  ])
  func `A limit is in MiB, as people read it`(limit: Int, message: String) {
    let error = ExchangeError.tooLarge("text/html", limit: limit)
    #expect(error.code == .tooLarge && error.description == message)
  }
}
