package import Exchange
package import UniformTypeIdentifiers

extension Backend {
  /// The same, where nobody is offered by this process what is of these types.
  ///
  /// For display systems that do not tell who asks: there rules for programs cannot hide anything from some alone.
  package func hiding(_ types: [UTType], names: NameTable = .shared) -> Backend {
    let isHidden: @Sendable (String) -> Bool = { name in
      guard let type = names.type(of: name) else { return false }
      // Markdown conforms to plain text, and is none to whoever hides that.
      return types.contains { $0 == type || $0 != .utf8PlainText && type.conforms(to: $0) }
    }
    var hidingTake: Take?
    if let take {
      hidingTake = { board, content throws(ExchangeError) in try take(board, content.hiding(isHidden)) }
    }
    return Backend(
      name: name, place: place, outlivesProcesses: outlivesProcesses, isPresent: isPresent, read: read,
      own: { board, content, terms, ready throws(ExchangeError) in
        try self.own(board, content.hiding(isHidden), terms, ready)
      },
      take: hidingTake,
      serve: { board, content, ended throws(ExchangeError) in
        try self.serve(board, content.hiding(isHidden), ended)
      },
      watch: watch, clear: clear,
      keep: { terms throws(ExchangeError) in
        var terms = terms
        terms.policy = HidingPolicy(policy: terms.policy, isHidden: isHidden)
        return try self.keep(terms)
      },
      circumstance: circumstance, dragAndDrop: dragAndDrop, handDown: handDown)
  }
}

/// A manager's policy, whose content lacks what is hidden.
private struct HidingPolicy: ClipboardManagerPolicy {
  let policy: any ClipboardManagerPolicy
  let isHidden: @Sendable (String) -> Bool

  var snapshot: SnapshotPolicy { policy.snapshot }

  func snapshot(of names: [String]) -> SnapshotPolicy { policy.snapshot(of: names) }

  var catchingUp: CatchingUp? { policy.catchingUp }

  func willRead() { policy.willRead() }

  func note(_ copy: Snapshot) { policy.note(copy) }

  func didRead() { policy.didRead() }

  func endsWhenRead(_ copy: Snapshot) -> Bool { policy.endsWhenRead(copy) }

  func mayTakeOver(_ names: [String], of owner: Peer?) -> Bool { policy.mayTakeOver(names, of: owner) }

  func content(takingOver copy: Snapshot, of owner: Peer?) -> Content? {
    policy.content(takingOver: copy, of: owner)?.hiding(isHidden)
  }

  func content(restoring copy: Snapshot) -> Content { policy.content(restoring: copy).hiding(isHidden) }
}

extension Content {
  /// The same without some names; all of it, if nothing could be pasted of what is left.
  fileprivate func hiding(_ isHidden: @escaping @Sendable (String) -> Bool) -> Content {
    let isContent: (String) -> Bool = { NameTable.shared.role(of: $0) == .content }
    guard names.contains(where: isHidden), names.contains(where: { isContent($0) && !isHidden($0) }) else {
      return self
    }
    var content = self
    content.names.removeAll(where: isHidden)
    content.namesForSome.removeAll(where: isHidden)
    if let view { content.view = { view($0).filter { !isHidden($0.name) } } }
    return content
  }
}
