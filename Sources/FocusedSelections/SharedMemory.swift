import CLinux
import Glibc
import System
import WaylandSelections

/// Memory that another process may see.
enum SharedMemory {
  /// A file in memory, of zeros.
  static func empty(byteCount: Int) throws(SystemError) -> OpenFile {
    let number = unsafe memfd_create("pb", UInt32(CLinuxCloseOnExecution))
    guard number >= 0 else { throw SystemError("memfd_create", errno) }
    let file = OpenFile(number)
    guard ftruncate(number, byteCount) == 0 else { throw SystemError("ftruncate", errno) }
    return file
  }
}
