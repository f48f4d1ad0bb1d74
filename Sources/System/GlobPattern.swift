import Glibc

/// Patterns with `*`, `?` and sets of characters (glob(7)).
package enum GlobPattern {
  package static func matches(_ pattern: String, _ name: String) -> Bool {
    unsafe fnmatch(pattern, name, 0) == 0
  }
}
