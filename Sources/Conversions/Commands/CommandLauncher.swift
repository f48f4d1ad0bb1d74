import System

/// Runs the command of a person's converter: this program once more, which sees to it that nothing of the command is left.
package enum CommandLauncher {
  private static let name = "pb-command"
  /// The status of one that took more time on a processor than it may: 128 and SIGXCPU.
  static let processorStatus: Int32 = 152

  /// What stands before a command.
  static func words(seconds: Int, mebibytes: Int) -> [String] { [name, String(seconds), String(mebibytes)] }

  /// Whether this process was started to run a command.
  package static func isCalled(by words: [String]) -> Bool { words.first == name }

  /// Runs the command; returns its exit status as shells have it.
  package static func main(_ words: [String]) -> Int32 {
    guard words.count > 3, let seconds = Int(words[1]), let mebibytes = Int(words[2]) else { return 2 }
    return CommandSupervisor.run(Array(words[3...]), seconds: seconds, memory: mebibytes << 20)
  }
}
