import Glibc
public import Testing

extension Trait where Self == ConditionTrait {
  /// A search over generated or hostile content, which takes longer than all other tests: `make check` leaves it out,
  /// `make test` does not.
  public static var stress: Self {
    .disabled(if: isCheck, "a stress test, which 'make test' runs")
  }

  /// A test that needs a program; the reason names the Debian package that brings it.
  public static func needs(_ program: String, package: String? = nil) -> Self {
    .enabled(if: has(program), "needs \(program), of the Debian package \(package ?? program)")
  }
}

/// Whether this is the quick run of `make check`.
private let isCheck = getenv("PB_CHECK") != nil

/// Whether a program is in `PATH`.
private func has(_ program: String) -> Bool {
  // Servers lie where a person's shell may not look.
  let path = (getenv("PATH").map { String(cString: $0) } ?? "") + ":/usr/sbin"
  return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
}
