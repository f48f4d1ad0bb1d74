import Exchange
import Pasteboard
import System

/// A board as a tool names it, and the way to it.
struct ToolBoard {
  let name: PasteboardName
  let backend: Backend

  /// - Parameters:
  ///   - subcommand: whose settings in the configuration hold: `copy` or `paste`.
  ///   - display: the X server that the command line names; nil for the way that `pb` takes.
  init(_ name: PasteboardName, as subcommand: Subcommand, display: String? = nil) throws(ToolFailure) {
    self.name = name
    if let display { Environment.set("DISPLAY", display) }
    let configured = try Self.backend(of: subcommand)
    // Wayland has two selections, and Xwayland may have the others.
    let isOnWayland = [.general, .primary].contains(name)
    let needsX11 = display != nil || !isOnWayland && configured.name == "wayland"
    let x11 = Backend.all.first { $0.name == "x11" && $0.isPresent() }
    backend = needsX11 ? x11 ?? configured : configured
  }

  private static func backend(of subcommand: Subcommand) throws(ToolFailure) -> Backend {
    let file = Configuration.read().file
    guard !file.settings.isEmpty else { return .current }
    let values = BackendSection.adding(to: file.values(for: subcommand), file)
    do throws(Failure) {
      return try pb.backend(Arguments([], for: subcommand, configured: values))
    } catch {
      throw ToolFailure(error.message)
    }
  }
}
