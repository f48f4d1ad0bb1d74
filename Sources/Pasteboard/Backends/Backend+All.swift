public import Exchange
import TerminalSelections
import WaylandSelections
import X11Selections

extension Backend {
  /// Every way to a desktop's pasteboards, in the order in which they are looked for. The only place that names them.
  public static let all: [Backend] = [.wayland(), .x11(), .terminal(), .osc52()]

  /// The first that is present here; without any the one that has a reason, which says why it cannot be used.
  public static var current: Backend {
    if let present = all.first(where: { $0.isPresent() }) { return present }
    let displays = all.filter { !$0.outlivesProcesses }
    return displays.first { $0.circumstance() != nil } ?? displays[displays.count - 1]
  }

  /// What people are told of it: its name, which display it is, and by what it works or why no other is used.
  package var account: String {
    let others = Self.all.prefix { $0 != self }.filter { !$0.isPresent() }
    let reason = circumstance() ?? others.lazy.compactMap { $0.circumstance() }.first
    return name + (place.isEmpty ? "" : " (\(place))") + (reason.map { ": \($0)" } ?? "")
  }
}
