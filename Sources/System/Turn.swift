import Glibc

/// The turn of this process among those of the same person that read something and put more in its place.
///
/// A folder of the person's own is locked (flock(2)): that leaves nothing behind, and ends with the process.
package final class Turn {
  private let folder: Int32

  /// Waits for it, and goes ahead without it where there is nothing to lock, or after `patience`.
  package init(within patience: Duration = .seconds(10)) {
    let path = Environment.value("XDG_RUNTIME_DIR") ?? Environment.value("HOME") ?? "/"
    folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    let deadline = MonotonicTime.now + patience
    while folder >= 0, flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR,
      .now < deadline
    {
      usleep(2000)
    }
  }

  deinit {
    if folder >= 0 { close(folder) }
  }

  /// Lets the next one go ahead, also where a child of this process still has the folder open.
  package func end() {
    if folder >= 0 { _ = flock(folder, LOCK_UN) }
  }
}
