import TypeDeclarations

extension UTType {
  /// Whether the type is another type, or has it among its supertypes.
  ///
  /// A dynamic type conforms to the supertype that its identifier states, and to what is above that.
  public func conforms(to type: UTType) -> Bool {
    if case .declared(let position) = storage, case .declared(let target) = type.storage {
      return position == target || Self.table.isType(position, below: target)
    }
    return self == type || isSubtype(of: type)
  }

  /// Whether the type has another type among its supertypes; false for the type itself.
  public func isSubtype(of type: UTType) -> Bool {
    if self == type { return false }
    if case .declared(let position) = storage {
      return type.position.map { Self.table.isType(position, below: $0) } ?? false
    }
    // Only a dynamic or assumed supertype has no place in the table.
    return assumedSupertype?.conforms(to: type) ?? false
  }

  /// Whether another type has this one among its supertypes; false for the type itself.
  public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

  /// All supertypes, direct and indirect, in no order.
  public var supertypes: Set<UTType> {
    if case .declared(let position) = storage {
      return Set(Self.table.closure(of: position).map(UTType.init(position:)))
    }
    guard let assumedSupertype else { return [] }
    return assumedSupertype.supertypes.union([assumedSupertype])
  }

  /// The supertype of a type that is not declared: the one in a dynamic identifier, or the one assumed.
  var assumedSupertype: UTType? {
    let name: String? =
      switch storage {
      case .declared: nil
      case .dynamic(let dynamic): dynamic.supertype
      case .undeclared(_, let parent): parent
      }
    // Never a dynamic type, so that resolving it ends.
    return name.flatMap { $0.hasPrefix("dyn.") ? nil : UTType(identifier: $0, allowUndeclared: true) }
  }
}
