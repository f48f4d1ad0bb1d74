import Exchange

/// An owner without a server: what it offers, and what was asked of it.
final class FakeOwner {
  enum Answer {
    case data(String, type: String? = nil)
    case bytes([UInt8], type: String? = nil)
    case refusal
    case silence
  }

  private let answers: [(target: String, answer: Answer)]
  private(set) var asked: [String] = []

  init(_ answers: [(target: String, answer: Answer)]) {
    self.answers = answers
  }

  var targets: [String] { answers.map(\.target) }

  func fetch(_ target: String) throws(ExchangeError) -> Representation {
    asked.append(target)
    switch answers.first(where: { $0.target == target })?.answer {
    case .data(let text, let type)?:
      return Representation(declared: type ?? target, bytes: Array(text.utf8))
    case .bytes(let bytes, let type)?:
      return Representation(declared: type ?? target, bytes: bytes)
    case .silence?:
      throw ExchangeError(.timedOut, "the owner did not answer")
    case .refusal?, nil:
      throw ExchangeError(.refused, "the owner refused")
    }
  }
}
