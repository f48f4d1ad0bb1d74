import TestSupport

/// A suite that runs `pb` on an X server of its own, with a folder for its files; both go away with each test.
class CommandSuite {
  let server: PrivateXServer
  let pb: BuiltCommand
  let folder: TemporaryFolder

  init() throws {
    server = try PrivateXServer()
    pb = BuiltCommand(on: server)
    folder = try TemporaryFolder()
  }
}
