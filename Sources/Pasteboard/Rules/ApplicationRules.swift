package import Exchange

/// The rules of all applications; of several that fit, the first counts.
package struct ApplicationRules: Sendable {
  package let rules: [ApplicationRule]

  /// The rule for the owner that offers `targets`.
  ///
  /// - Parameter peer: who the owner is, if that was looked up; without it only rules count that need no more
  ///   than the targets.
  package func owner(offering targets: [String], peer: Peer? = nil) -> ApplicationRule? {
    rules.first { $0.isForOwners && $0.matches(offering: targets, peer) }
  }

  /// True if the targets alone do not tell for all rules whether an owner is the application.
  var lookAtOwners: Bool {
    rules.contains { $0.isForOwners && !$0.match.isOfTargetsAlone }
  }

  /// True if some application is shown something else than the others.
  package var areForRequestors: Bool {
    rules.contains { $0.isForRequestors }
  }

  /// The rule for a program that asks.
  package func requestor(_ peer: Peer) -> ApplicationRule? {
    if peer.instanceName == Peer.standInInstance {
      return rules.first { $0.isForRequestors && $0.name == peer.className }
    }
    return rules.first { $0.isForRequestors && $0.matches(peer) }
  }

  /// The rule that people mean by `name`: its own name, or what it knows the program's windows or
  /// executable by, those first that say what it is shown; nil if there is none.
  package func rule(for name: String) -> ApplicationRule? {
    let meant = [
      rules.filter { $0.name.lowercased() == name.lowercased() }, rules.filter { $0.mentions(name) },
    ]
    return meant.joined().first(where: \.isForRequestors) ?? meant.joined().first
  }

  /// The names of the programs that there are rules for, each once, in order.
  package var names: [String] {
    var seen: Set<String> = []
    return rules.map(\.name).filter { seen.insert($0).inserted }
  }
}
