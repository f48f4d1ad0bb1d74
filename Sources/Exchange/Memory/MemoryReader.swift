import System

/// Reads a board in memory; what is rendered is rendered in the reader's thread.
final class MemoryReader: Reader {
  private let boards: MemoryBoards
  private let board: Board
  private let terms: ReadTerms

  init(_ boards: MemoryBoards, _ board: Board, _ terms: ReadTerms) {
    (self.boards, self.board, self.terms) = (boards, board, terms)
  }

  var onProgress: (@Sendable (Int) -> Void)?

  func names() throws(ExchangeError) -> [String] {
    try offered().map(\.name)
  }

  func representation(_ name: String, unchanged: Bool) throws(ExchangeError) -> Representation {
    let content = try content()
    guard let offered = try offered().first(where: { $0.name == name }),
      let representation = content.render(offered.rendering)
    else { throw ExchangeError(.refused, "the owner of \(board) does not give \(name)") }
    guard representation.bytes.count <= terms.byteLimit else {
      throw ExchangeError(.tooLarge, "\(name) is larger than \(terms.byteLimit) bytes")
    }
    onProgress?(representation.bytes.count)
    return representation
  }

  func owner() -> Peer? {
    boards.owner(of: board).map { _ in Peer(className: Peer.ownClass) }
  }

  private func content() throws(ExchangeError) -> Content {
    guard let owner = boards.owner(of: board) else {
      throw ExchangeError(.empty, "nobody owns \(board)")
    }
    return owner.content
  }

  /// What a program of this rule, or one that nobody knows, is shown.
  private func offered() throws(ExchangeError) -> [Content.Offered] {
    let content = try content()
    let peer = Peer(
      instanceName: terms.application.map { _ in Peer.standInInstance }, className: terms.application)
    return content.view?(peer) ?? content.names.map { Content.Offered($0) }
  }
}
