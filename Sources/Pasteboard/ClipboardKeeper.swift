import UniformTypeIdentifiers
import X11Selections

/// Keeps what was copied when the program that copied it exits: the clipboard manager of a session.
package enum ClipboardKeeper {
  /// Serves until the process is told to end, or another manager takes over.
  ///
  /// Every copy is read at once, within bounds, for programs that exit without a word; what is marked as a
  /// secret is not read at all. Throws `PasteboardError` if there is a manager already, or no display.
  package static func run(ready: () -> Void) throws(PasteboardError) {
    let stop = StopSignal.onTermination()
    do {
      var manager = try ClipboardManager(policy: policy, capturesEveryCopy: true)
      ready()
      try manager.run(until: stop)
    } catch {
      throw PasteboardError(error)
    }
  }

  /// What is worth keeping: content of these types, 64 MiB in all, read within five seconds.
  private static var policy: SnapshotPolicy {
    let table = TargetTable.shared
    return SnapshotPolicy(byteLimit: 64 << 20, timeLimit: .seconds(5)) { target in
      guard table.role(of: target) == .content else { return false }
      if target == "text/uri-list" || target == "x-special/gnome-copied-files" { return true }
      guard let type = table.type(of: target) else { return false }
      // Programs offer an image in a dozen formats that they first have to make: these serve everybody.
      return [.text, .png, .jpeg, .svg, .pdf].contains { type.conforms(to: $0) }
    }
  }
}
