import Conversions
import Testing
import TypeDeclarations
import UniformTypeIdentifiers

@testable import Pasteboard

/// Mistakes in a file of rules for applications: each is told with its line.
@Suite("Mistakes in rules")
struct RuleMistakeTests {
  struct Mistake: CustomTestStringConvertible {
    let rule: String
    let line: Int
    let words: String
    var testDescription: String { words }
  }

  static let mistakes = [
    Mistake(
      rule: #"{"name": "A", "match": {"class": ["a"]},\#n"asRequester": {}}"#, line: 3, words: "asRequester"),
    Mistake(rule: #"{"match": {"class": ["a"]}}"#, line: 2, words: "needs a 'name'"),
    Mistake(rule: #"{"name": 3}"#, line: 2, words: "'name' must be a string, not 3"),
    Mistake(rule: #"{"name": "A",\#n"match": {"class": "a"}}"#, line: 3, words: "'class' must be an array"),
    Mistake(rule: #"{"name": "A", "match": {"classes": ["a"]}}"#, line: 2, words: "unknown key 'classes'"),
    Mistake(rule: #"{"name": "A", "match": {"class": [1]}}"#, line: 2, words: "'class' must hold strings"),
    Mistake(rule: #"{"name": "A", "match": []}"#, line: 2, words: "'match' must be an object, not an array"),
    Mistake(
      rule: #"{"name": "A",\#n"asRequestor": {\#n"hide": ["public.rft"]}}"#, line: 4, words: "\"public.rft\""),
    Mistake(
      rule: #"{"name": "A", "asRequestor": {"plainText": "raw"}}"#, line: 2, words: "'plainText' must be"),
    Mistake(
      rule: #"{"name": "A", "asOwner": {"markdownIsGenerated": "yes"}}"#, line: 2,
      words: "must be true or false"),
    Mistake(
      rule: #"{"name": "A", "asOwner": {"holds": ["a"]}}"#, line: 2, words: "'holds' must be an object"),
    Mistake(
      rule: #"{"name": "A", "asOwner": {"holds": {\#n"x-a": "public.rft"}}}"#, line: 3,
      words: "'holds' must name types"),
    Mistake(
      rule: #"{"name": "A", "asRequestor": {"takes": {"x-a": 1}}}"#, line: 2, words: "'takes' must name types"
    ),
    Mistake(rule: "7", line: 2, words: "a rule must be an object, not a number"),
  ]

  @Test(arguments: mistakes) func `The line and the reason are told`(mistake: Mistake) throws {
    let file = try JSONValue.parse(Array("{\"applications\": [\n\(mistake.rule)]}".utf8))
    let error = #expect(throws: JSONError.self) { try ApplicationRules(file) }
    #expect(error?.line == mistake.line)
    #expect(error?.message.contains(mistake.words) == true, "\(error?.message ?? "")")
  }

  @Test func `A rule without mistakes is read`() throws {
    let rule = """
      {"applications": [{"name": "A", "seen": "A 1.0", "match": {"class": ["a*"], "executable": ["/opt/a"]},
        "asOwner": {"prefer": ["public.rtf"], "holds": {"x-a": "public.rtf"}, "plainTextIsMarkdown": true},
        "asRequestor": {"hide": ["public.html"], "plainText": "source"}}]}
      """
    let rules = try ApplicationRules(JSONValue.parse(Array(rule.utf8)))
    #expect(rules.rules.first?.hidden == [.html])
    #expect(rules.rules.first?.plainText == .source)
    #expect(rules.rules.first?.held.map(\.target) == ["x-a"])
    #expect(rules.names == ["A"])
  }

  @Test(arguments: ["html", "text/html", "public.html", ".htm"])
  func `A type is named as people name it`(name: String) throws {
    let rule = """
      {"applications": [{"name": "A", "match": {"class": ["a"]}, "asOwner": {"prefer": ["\(name)"],
        "holds": {"x-a": "\(name)"}}}]}
      """
    let rules = try ApplicationRules(JSONValue.parse(Array(rule.utf8))).rules
    #expect(rules.first?.preferred == [.html] && rules.first?.held.first?.type == .html)
  }
}
