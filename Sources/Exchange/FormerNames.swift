// The names that public types of this module had before 1.0.0.

/// The former name of ``ReadOptions``.
@available(*, deprecated, renamed: "ReadOptions")
public typealias ReadTerms = ReadOptions

/// The former name of ``OwnOptions``.
@available(*, deprecated, renamed: "OwnOptions")
public typealias OwnTerms = OwnOptions

/// The former name of ``ManagerOptions``.
@available(*, deprecated, renamed: "ManagerOptions")
public typealias KeepTerms = ManagerOptions

/// The former name of ``ManagerExit``.
@available(*, deprecated, renamed: "ManagerExit")
public typealias KeepEnd = ManagerExit

/// The former name of ``DropTargetOptions``.
@available(*, deprecated, renamed: "DropTargetOptions")
public typealias DropTerms = DropTargetOptions

/// The former name of ``DragSourceOptions``.
@available(*, deprecated, renamed: "DragSourceOptions")
public typealias DragTerms = DragSourceOptions

/// The former name of ``ClaimedSelection``.
@available(*, deprecated, renamed: "ClaimedSelection")
public typealias TakenBoard = ClaimedSelection

/// The former name of ``ManagerBarrier``.
@available(*, deprecated, renamed: "ManagerBarrier")
public typealias CatchingUp = ManagerBarrier

/// The former name of ``PrivacyMarker``.
@available(*, deprecated, renamed: "PrivacyMarker")
public typealias KeepingMark = PrivacyMarker

extension Content {
  /// The former name of ``restrictedNames``.
  @available(*, deprecated, renamed: "restrictedNames")
  public var namesForSome: [String] {
    get { restrictedNames }
    set { restrictedNames = newValue }
  }
}

extension PrivacyMarker {
  /// The former name of ``isTransient(among:)``.
  @available(*, deprecated, renamed: "isTransient(among:)")
  public static func isPassing(among names: [String]) -> Bool { isTransient(among: names) }
}
