import Conversions
package import Exchange
import UniformTypeIdentifiers

/// The known behaviour of one application around selections.
package struct ApplicationRule: Equatable, Sendable {
  /// The pattern of an application: it must fit one pattern of each list that is not empty.
  ///
  /// A pattern is compared without regard to case; `*` at its end stands for anything.
  package struct Match: Equatable, Sendable {
    /// Targets that an owner must all offer.
    var offers: [String] = []
    /// Either part of `WM_CLASS`.
    var classes: [String] = []
    /// The names of windows.
    var windows: [String] = []
    /// Programs, by their path or its last part.
    var executables: [String] = []

    /// True if nothing is said of the peer itself.
    var isOfTargetsAlone: Bool { classes.isEmpty && windows.isEmpty && executables.isEmpty }
  }

  /// A target and the type of what an application has, or takes, under it.
  struct Known: Equatable, Sendable {
    var target: String
    /// Nil for a target that only has to be there.
    var identifier: String?

    var type: UTType? { identifier.flatMap { UTType($0) } }
  }

  package let name: String
  let match: Match
  /// True if the Markdown it offers is made from rich text beside it, which holds more.
  let markdownIsGenerated: Bool
  /// True if it copies Markdown as plain text, and does not say so.
  let plainTextIsMarkdown: Bool
  /// Whether plain text that it copies is offered as rich text, too, where it is Markdown; nil for what the service does.
  let enriches: Bool?
  /// Whether the service treats all that it copies as secrets, and neither keeps nor remembers any of it.
  let copiesSecrets: Bool
  /// The identifiers of `preferred`: most rules are of programs that do not run, and their types never looked up.
  let preferredIdentifiers: [String]
  /// The types of names that mean something else, or nothing, in other programs.
  let held: [Known]
  /// The forms that it takes under names of its own before anything else; all of them are shown to it, or
  /// none.
  let taken: [Known]
  /// Whether it gets that of any text, of text that cannot be read as its type, too.
  let takesAll: Bool
  let hiddenIdentifiers: [String]
  /// The same of types that were not copied, but are made of what was.
  let hiddenConversionIdentifiers: [String]
  /// The source of plain text for it; nil for that of the copy.
  let plainText: FormatTable.PlainText?

  /// True if it keeps what it can read: it is shown nothing of secrets but that they are some.
  let hidesSensitive: Bool
  /// True if it reads what is copied at once, for itself or a manager that it serves, though nobody pastes.
  let asksAtOnce: Bool
  /// True if it reads HTML that is dragged onto it as UTF-16.
  let dragsUTF16: Bool
  /// True if it is shown nothing of what was copied on another machine but the mark that says so.
  let hidesFar: Bool

  /// Types to try first when it is the owner.
  var preferred: [UTType] { preferredIdentifiers.compactMap { UTType($0) } }

  /// Types that it is not shown when it asks what there is, where there is nothing that it takes under such names.
  var hidden: [UTType] { hiddenIdentifiers.compactMap { UTType($0) } }

  /// Types that it is not shown where they are made of something else that it takes.
  var hiddenConversions: [UTType] { hiddenConversionIdentifiers.compactMap { UTType($0) } }

  /// True if it says something of the application as one that pastes.
  var isForRequestors: Bool {
    !hiddenIdentifiers.isEmpty || !hiddenConversionIdentifiers.isEmpty || !taken.isEmpty || plainText != nil
      || hidesSensitive || hidesFar || asksAtOnce || dragsUTF16
  }

  /// True if it says something of the application as one that copies.
  var isForOwners: Bool {
    markdownIsGenerated || plainTextIsMarkdown || !preferredIdentifiers.isEmpty || !held.isEmpty
  }

  /// True if an owner of `targets`, with these windows, is this application.
  func matches(offering targets: [String], _ peer: Peer?) -> Bool {
    guard match.offers.allSatisfy({ pattern in targets.contains { Self.fits($0, pattern) } }) else {
      return false
    }
    return match.isOfTargetsAlone ? !match.offers.isEmpty : peer.map(matches) ?? false
  }

  /// True if a program with these windows is this application.
  func matches(_ peer: Peer) -> Bool {
    guard !match.isOfTargetsAlone else { return false }
    let path = peer.executable.map { [$0, String($0.split(separator: "/").last ?? "")] } ?? []
    return Self.fits([peer.instanceName, peer.className], match.classes)
      && Self.fits([peer.windowName], match.windows) && Self.fits(path, match.executables)
  }

  /// True if a class, a window or an executable of this name is the application's.
  func mentions(_ name: String) -> Bool {
    (match.classes + match.windows + match.executables).contains { $0 != "*" && Self.fits(name, $0) }
  }

  /// True if there are no patterns, or one of the names fits one.
  private static func fits(_ names: [String?], _ patterns: [String]) -> Bool {
    patterns.isEmpty
      || names.contains { name in name.map { name in patterns.contains { fits(name, $0) } } ?? false }
  }

  private static func fits(_ name: String, _ pattern: String) -> Bool {
    let (name, pattern) = (name.lowercased(), pattern.lowercased())
    return pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
  }
}

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

  /// Whether the rules have the service offer plain text of an owner as rich text, too; nil if no rule says.
  func enriches(offering targets: [String], peer: Peer?) -> Bool? {
    rules.lazy.filter { $0.enriches != nil && $0.matches(offering: targets, peer) }.first?.enriches
  }

  /// Whether a rule has the service treat what an owner copies as secrets.
  func copiesSecrets(offering targets: [String], peer: Peer?) -> Bool {
    rules.contains { $0.copiesSecrets && $0.matches(offering: targets, peer) }
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

  /// The words by which people name programs that are shown something else than others, each once, in order.
  package var requestorWords: [String] {
    let patterns = rules.filter(\.isForRequestors).flatMap { $0.match.classes + $0.match.executables }
    let words = patterns.map { ($0.hasSuffix("*") ? String($0.dropLast()) : $0).lowercased() }
    return Set(words.filter { !$0.isEmpty && !$0.contains(" ") }).sorted()
  }

  /// The names of the programs that there are rules for, each once, in order.
  package var names: [String] {
    var seen: Set<String> = []
    return rules.map(\.name).filter { seen.insert($0).inserted }
  }
}
