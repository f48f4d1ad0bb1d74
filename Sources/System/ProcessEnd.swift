import CLinux
import Glibc

/// Lets processes that this one starts notice its end, however it ends and whatever program it has become.
package struct ProcessEnd: Sendable {
  /// For `BackgroundProcess.start(keeping:)`; below 0 on a kernel before 5.3.
  package let descriptor: Int32
  private let process: pid_t

  /// The end of this process.
  package init() {
    process = getpid()
    descriptor = open_process(process)
  }

  /// Whether it has come.
  package var hasCome: Bool { kill(process, 0) != 0 }

  /// Waits for it, in a process that keeps the descriptor.
  package func wait() {
    if descriptor >= 0,
      !DescriptorWait.ready(among: [DescriptorWait(number: descriptor)], until: .never).isEmpty
    {
      return
    }
    while !hasCome { sleep(1) }
  }
}
