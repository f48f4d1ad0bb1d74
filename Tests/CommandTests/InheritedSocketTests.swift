import TestSupport
import Testing
import WaylandSelections

/// `pb` started with a connection to the compositor, as compositors start programs that they trust.
@Suite("Wayland: an inherited socket", .timeLimit(.minutes(1)))
struct InheritedSocketTests {

  private static let environment: [String: String?] = ["DISPLAY": nil, "WAYLAND_DISPLAY": nil]

  private static func pb(
    _ compositor: FakeCompositor, _ arguments: [String], input: String = ""
  ) throws -> ChildProcess.Result {
    try ChildProcess.run(
      PythonPeer.command("connected-program", compositor.path, BuiltCommand.path) + arguments,
      environment: environment,
      input: Array(input.utf8))
  }

  @Test func `It copies and pastes through it, and connects nowhere else`() throws {
    let compositor = try FakeCompositor()
    #expect(try Self.pb(compositor, ["copy"], input: "copied").status == 0)
    #expect(try Self.pb(compositor, ["paste"]).text == "copied")
    #expect(compositor.connectionCount == 2)
    #expect(try Self.pb(compositor, ["clear"]).status == 0)
    #expect(try Self.pb(compositor, ["paste"]).status == 1)
  }

  @Test(arguments: ["99", "0", "1"]) func `What is no connection is an error`(number: String) throws {
    let result = try ChildProcess.run(
      [BuiltCommand.path, "paste", "--backend", "wayland"],
      environment: Self.environment.merging(["WAYLAND_SOCKET": number]) { $1 })
    #expect(result.status == 2 && !result.errors.isEmpty, "\(result.errors)")
  }
}
