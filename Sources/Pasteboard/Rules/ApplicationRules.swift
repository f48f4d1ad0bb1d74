package import X11Selections

/// The rules of all applications; of several that fit, the first counts.
package struct ApplicationRules: Sendable {
  package let rules: [ApplicationRule]

  /// The rule for the owner that offers `targets`.
  package func owner(offering targets: [String]) -> ApplicationRule? {
    rules.first { $0.matches(offering: targets) }
  }

  /// True if some application is shown something else than the others.
  package var areForRequestors: Bool {
    rules.contains { $0.isForRequestors }
  }

  /// The rule for a program that asks.
  package func requestor(_ peer: PeerDescription) -> ApplicationRule? {
    rules.first { $0.isForRequestors && $0.matches(peer) }
  }

  /// The rule of this name, in any case.
  package func named(_ name: String) -> ApplicationRule? {
    rules.first { $0.name.lowercased() == name.lowercased() }
  }
}
