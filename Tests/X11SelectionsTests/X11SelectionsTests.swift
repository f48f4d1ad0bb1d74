import TestSupport
import Testing

@testable import X11Selections

@Suite struct FirstWalk {
  @Test func servesXclip() throws {
    let server = try PrivateXServer()
    let content = SelectionContent(targets: ["UTF8_STRING", "text/html"]) { target in
      SelectionProperty(type: target, bytes: Array("<\(target)>".utf8))
    }
    let display = server.display
    let thread = Thread<String> {
      do {
        var owner = try SelectionOwner(display: display, selection: "CLIPBOARD", content: content)
        print("trips", owner.roundTrips)
        try owner.serve()
        return "lost"
      } catch { return "\(error)" }
    }
    var requestor = try SelectionRequestor(display: display)
    while (try? requestor.targets(of: "CLIPBOARD")) == nil {}
    #expect(
      try requestor.targets(of: "CLIPBOARD") == [
        "TARGETS", "MULTIPLE", "TIMESTAMP", "SAVE_TARGETS", "UTF8_STRING", "text/html",
      ])
    #expect(try requestor.property("text/html", of: "CLIPBOARD").bytes == Array("<text/html>".utf8))
    let result = try ChildProcess.run(
      ["xclip", "-o", "-selection", "clipboard", "-t", "text/html"], environment: server.environment)
    #expect(result.text == "<text/html>")
    _ = try ChildProcess.run(["xsel", "-b", "-i"], environment: server.environment, input: Array("new".utf8))
    #expect(try thread.join() == "lost")
    #expect(try requestor.property("UTF8_STRING", of: "CLIPBOARD").bytes == Array("new".utf8))
  }
}
