package import Exchange
import UniformTypeIdentifiers
import X11Selections

/// Reads one pasteboard over a connection of its own.
package struct PasteboardReader: ~Copyable {
  private var requestor: SelectionRequestor
  private let name: PasteboardName
  private let table: NameTable

  /// Connects to the display.
  ///
  /// - Parameters:
  ///   - timeout: how long to wait for the owner, in all, for each question.
  ///   - byteLimit: the bytes accepted for one representation.
  ///   - application: the rule of the program to ask as; nil to ask as oneself.
  package init(
    _ name: PasteboardName = .general, timeout: Duration = .seconds(1), byteLimit: Int = 1 << 30,
    as application: ApplicationRule? = nil, table: NameTable = .shared
  ) throws(PasteboardError) {
    do {
      requestor = try SelectionRequestor(
        timeout: timeout, byteLimit: byteLimit,
        windowClass: application.map(ApplicationRules.windowClass))
    } catch {
      throw PasteboardError(error)
    }
    self.name = name
    self.table = table
  }

  /// Has `report` told the bytes that came so far of what is asked for, as they come.
  package mutating func reportProgress(to report: @escaping @Sendable (Int) -> Void) {
    requestor.onProgress = report
  }

  /// What the owner offers, as it lists it.
  package mutating func targets() throws(PasteboardError) -> [String] {
    do {
      return try requestor.targets(of: name.selection)
    } catch {
      guard error.code == .noOwner else { throw PasteboardError(error) }
      throw PasteboardError(.empty, "nothing is on the \(name) pasteboard")
    }
  }

  /// True if the owner marks its content as a secret; doubt counts as one.
  package mutating func isSensitive(_ targets: [String]) -> Bool {
    guard targets.contains(Offering.secretHint) else { return false }
    guard let hint = try? requestor.property(Offering.secretHint, of: name.selection) else { return true }
    return hint.bytes.starts(with: Array("secret".utf8))
  }

  /// True if the owner is a program of this project, which answers each program by its rule.
  package mutating func ownerFollowsRules() -> Bool {
    requestor.ownerDescription(of: name.selection)?.className == WindowClass.pasteboard.className
  }

  /// What the owner gives under a name, text in UTF-8 or Latin-1.
  ///
  /// - Parameter unchanged: true for compound text as it comes, which is made UTF-8 otherwise.
  package mutating func property(
    _ target: String, unchanged: Bool = false
  ) throws(PasteboardError) -> Representation {
    do {
      let property = try requestor.property(target, of: name.selection)
      return unchanged ? property : property.decodingCompoundText(under: target)
    } catch {
      throw PasteboardError(error)
    }
  }

  /// Chooses among what is offered and gives it as what was asked for.
  ///
  /// - Parameters:
  ///   - targets: what is offered, if it has been asked for already.
  ///   - known: what came for targets that have been asked for already.
  package mutating func paste(
    _ request: PasteRequest, among targets: [String]? = nil, known: [String: Representation] = [:]
  ) throws(PasteboardError) -> Choice {
    let offered = if let targets { targets } else { try self.targets() }
    let paste = Paste(table: table)
    let owner = paste.rules.lookAtOwners ? requestor.ownerDescription(of: name.selection) : nil
    return try paste.choose(request, among: offered, of: owner) { target throws(SelectionError) in
      if let property = known[target] { return property }
      return try requestor.property(target, of: name.selection).decodingCompoundText(under: target)
    }
  }
}
