import System

/// The seeds of what is tried at random: a few in the suite, in a search as many as it is given.
///
/// `SEEDS` says how many, `FIRST_SEED` where they begin.
public enum Seeds {
  public static func few(_ count: Int) -> Range<UInt64> {
    let first = number("FIRST_SEED") ?? 0
    return first..<first + (number("SEEDS") ?? UInt64(count))
  }

  private static func number(_ variable: String) -> UInt64? {
    Environment.value(variable).flatMap { UInt64($0) }
  }
}
