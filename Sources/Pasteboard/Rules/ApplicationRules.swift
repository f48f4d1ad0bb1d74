import UniformTypeIdentifiers

/// What is known of one application's behaviour around selections.
package struct ApplicationRule: Sendable {
  package let name: String
  /// Target patterns that an owner must all offer to be this application; `*` at the end stands for anything.
  let offers: [String]
  /// True if the Markdown it offers is made from rich text beside it, which holds more.
  let markdownIsGenerated: Bool
  /// Types to try first when it is the owner.
  let preferred: [UTType]

  /// True if an owner of `targets` is this application.
  func matches(offering targets: [String]) -> Bool {
    !offers.isEmpty
      && offers.allSatisfy { pattern in
        pattern.hasSuffix("*")
          ? targets.contains { $0.hasPrefix(pattern.dropLast()) } : targets.contains(pattern)
      }
  }
}

/// The rules of all applications, the first that matches counts.
package struct ApplicationRules: Sendable {
  package let rules: [ApplicationRule]

  /// The rule for the owner that offers `targets`.
  package func owner(offering targets: [String]) -> ApplicationRule? {
    rules.first { $0.matches(offering: targets) }
  }
}
