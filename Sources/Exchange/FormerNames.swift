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

/// The former name of ``RepresentationPrefix``.
@available(*, deprecated, renamed: "RepresentationPrefix")
public typealias Beginning = RepresentationPrefix

extension Backend {
  /// The former name of ``persistsContent``.
  @available(*, deprecated, renamed: "persistsContent")
  public var outlivesProcesses: Bool { persistsContent }

  /// The former name of ``statusDescription``.
  @available(*, deprecated, renamed: "statusDescription")
  public var circumstance: @Sendable () -> String? { statusDescription }

  /// The former name of ``inheritedDescriptors``.
  @available(*, deprecated, renamed: "inheritedDescriptors")
  public var handDown: @Sendable () -> [Int32] { inheritedDescriptors }

  /// A row of the table, by the former names of its parts.
  @available(*, deprecated, message: "use persistsContent, statusDescription and inheritedDescriptors")
  @_disfavoredOverload
  public init(
    name: String, place: String, outlivesProcesses: Bool = false,
    isPresent: @escaping @Sendable () -> Bool, read: @escaping Read, own: @escaping Own, take: Take? = nil,
    serve: @escaping Serve, watch: @escaping @Sendable ([Board]) throws(ExchangeError) -> any Watch,
    clear: @escaping @Sendable (Board) throws(ExchangeError) -> Void, keep: @escaping Keep,
    circumstance: @escaping @Sendable () -> String? = { nil },
    dragAndDrop: DragAndDrop? = nil,
    handDown: @escaping @Sendable () -> [Int32] = { [] }
  ) {
    self.init(
      name: name, place: place, persistsContent: outlivesProcesses, isPresent: isPresent, read: read,
      own: own,
      take: take, serve: serve, watch: watch, clear: clear, keep: keep, statusDescription: circumstance,
      dragAndDrop: dragAndDrop, inheritedDescriptors: handDown)
  }
}
