public import Exchange
import FocusedSelections
import GNOMESelections
import SocketSelections
import System
import TerminalSelections
package import UniformTypeIdentifiers
import WaylandSelections
import X11Selections

extension Backend {
  /// All backends, in the order in which `current` tries them. No other code names them.
  ///
  /// A socket named by `PB_SOCKET` comes first, because the user asked for that desktop.
  public static let all: [Backend] =
    isSocketNamed
    ? [
      .socket(), .wayland(), .gnome(others: .x11()), .focused(others: .x11()), .x11(), .terminal(), .osc52(),
    ]
    : [
      .wayland(), .gnome(others: .x11()), .focused(others: .x11()), .x11(), .socket(), .terminal(), .osc52(),
    ]

  /// The first backend that is present; if none is, the one that can explain why it cannot be used.
  public static var current: Backend {
    if let present = all.first(where: { $0.isPresent() }) { return present }
    // Nobody misses a socket that nobody has named.
    let displays = all.filter { !$0.persistsContent && ($0.name != "socket" || isSocketNamed) }
    // What refuses now says more than what is not there at all.
    let refusing = displays.first { $0.name == "gnome" && $0.statusDescription() != nil }
    return refusing ?? displays.first { $0.statusDescription() != nil } ?? displays[displays.count - 1]
  }

  /// A line for people: the name, the display, and how it works or why no other is used.
  package var account: String {
    let others = Self.all.prefix { $0 != self }.filter { !$0.isPresent() }
    let reasons = others.compactMap { $0.statusDescription() }
    let reason = statusDescription() ?? (reasons.isEmpty ? nil : reasons.joined(separator: "; "))
    return name + (place.isEmpty ? "" : " (\(place))") + (reason.map { ": \($0)" } ?? "")
  }
}

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
    return changing { $0.hiding(isHidden) }
  }

  /// The same, where programs of Wayland are offered what is made of a copy in these types, which their rule hides.
  package func showing(_ types: [UTType], names: NameTable = .shared) -> Backend {
    let isShown: @Sendable (String) -> Bool = { name in
      names.type(of: name).map { type in types.contains(where: type.conforms) } ?? false
    }
    return changing { $0.showing(isShown) }
  }

  /// The same, with all content changed that this process owns.
  private func changing(_ change: @escaping @Sendable (Content) -> Content) -> Backend {
    var changing = self
    changing.own = { board, content, terms, ready throws(ExchangeError) in
      try self.own(board, change(content), terms, ready)
    }
    if let take {
      changing.take = { board, content throws(ExchangeError) in try take(board, change(content)) }
    }
    changing.serve = { board, content, ended throws(ExchangeError) in
      try self.serve(board, change(content), ended)
    }
    changing.keep = { terms throws(ExchangeError) in
      var terms = terms
      terms.policy = ChangingPolicy(policy: terms.policy, change: change)
      return try self.keep(terms)
    }
    return changing
  }
}

/// A manager's policy, whose content is changed.
private struct ChangingPolicy: ClipboardManagerPolicy {
  let policy: any ClipboardManagerPolicy
  let change: @Sendable (Content) -> Content

  var snapshot: SnapshotPolicy { policy.snapshot }

  func snapshot(of names: [String]) -> SnapshotPolicy { policy.snapshot(of: names) }

  var barrier: ManagerBarrier? { policy.barrier }

  func mayRead(_ names: [String], of owner: Peer?) -> Bool { policy.mayRead(names, of: owner) }

  func willRead() { policy.willRead() }

  func note(_ copy: Snapshot) { policy.note(copy) }

  func didRead() { policy.didRead() }

  func endsWhenRead(_ copy: Snapshot) -> Bool { policy.endsWhenRead(copy) }

  func isRemainder(_ copy: Snapshot, of earlier: Snapshot) -> Bool { policy.isRemainder(copy, of: earlier) }

  func mayTakeOver(_ names: [String], of owner: Peer?) -> Bool { policy.mayTakeOver(names, of: owner) }

  func content(takingOver copy: Snapshot, of owner: Peer?) -> Content? {
    policy.content(takingOver: copy, of: owner).map(change)
  }

  func content(restoring copy: Snapshot) -> Content { change(policy.content(restoring: copy)) }
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
    content.restrictedNames.removeAll(where: isHidden)
    if let view { content.view = { view($0).filter { !isHidden($0.name) } } }
    return content
  }

  /// The same, where those that the rule for Wayland is for see some names as well, in their order.
  fileprivate func showing(_ isShown: @escaping @Sendable (String) -> Bool) -> Content {
    guard let view, names.contains(where: isShown) else { return self }
    var content = self
    content.view = { [names] peer in
      let shown = view(peer)
      guard ApplicationRules.current.requestor(peer)?.name == Peer.waylandRule else { return shown }
      let others = shown.filter { !names.contains($0.name) }
      return others
        + names.compactMap { name in
          shown.first { $0.name == name } ?? (isShown(name) ? Offered(name) : nil)
        }
    }
    return content
  }
}

extension Backend {
  /// The first that is present here and has drag and drop; nil if none has.
  static var presentForDragging: Backend? { all.first { $0.dragAndDrop != nil && $0.isPresent() } }

  /// The drag and drop of a backend, or of the first that is present here and has it.
  static func dragAndDrop(of backend: Backend?) throws(PasteboardError) -> DragAndDrop {
    if let dragAndDrop = (backend ?? presentForDragging)?.dragAndDrop { return dragAndDrop }
    if let backend {
      throw PasteboardError(.display, "drag and drop needs X11, but the backend is \(backend.name)")
    }
    let place =
      Environment.value("WAYLAND_DISPLAY") == nil ? "Run pb in your desktop session." : "Start Xwayland."
    throw PasteboardError(
      .display, "drag and drop needs an X display, but DISPLAY is not set. \(place)")
  }
}
