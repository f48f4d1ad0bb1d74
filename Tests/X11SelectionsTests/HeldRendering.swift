import Exchange
import TestSupport

/// Content whose rendering of `slow` waits until it is let go on; each rendering is the name of its target.
struct HeldRendering {
  private let asked = Flag()
  private let goOn = Flag()

  func content(names: [String]) -> Content {
    Content(names: names) { [asked, goOn] target in
      if target == "slow" {
        asked.raise()
        try? goOn.wait()
      }
      return Representation(declared: target, bytes: Array(target.utf8))
    }
  }

  func waitUntilAsked() throws { try asked.wait() }

  func letGoOn() { goOn.raise() }
}
