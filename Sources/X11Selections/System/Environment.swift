import Glibc

/// The value of `DISPLAY`, nil if it is not set or empty.
var environmentDisplay: String? {
  guard let value = unsafe getenv("DISPLAY"), unsafe value.pointee != 0 else { return nil }
  return unsafe String(cString: value)
}

/// This machine's name, as clients write it into `WM_CLIENT_MACHINE`.
var hostName: String? {
  var name = [CChar](repeating: 0, count: 256)
  guard unsafe gethostname(&name, name.count - 1) == 0 else { return nil }
  return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// The path of the program that a process runs, nil if there is no such process or we may not look.
func executable(of process: Int32) -> String? {
  var path = [CChar](repeating: 0, count: 4096)
  let length = unsafe readlink("/proc/\(process)/exe", &path, path.count)
  guard length > 0 else { return nil }
  return String(decoding: path.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
