/// Does work whose errors become what `wrap` makes of them, in the terms of whoever called it.
///
/// The closure states what it throws: `try rethrowing(as: OuterError.init) { () throws(InnerError) in … }`.
package func rethrowing<Result: ~Copyable, Inner: Error, Outer: Error>(
  as wrap: (Inner) -> Outer, _ work: () throws(Inner) -> Result
) throws(Outer) -> Result {
  do {
    return try work()
  } catch {
    throw wrap(error)
  }
}
