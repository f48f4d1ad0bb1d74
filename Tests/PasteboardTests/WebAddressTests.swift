import TestSupport
import Testing

@testable import Pasteboard

/// Addresses lose the parameters that track, and nothing else.
@Suite("Addresses of the web")
struct WebAddressTests {
  private static func cleaned(_ text: String) -> String? {
    guard let address = WebAddress(Array(text.utf8)) else { return nil }
    return address.withoutTracking.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  @Test(arguments: [
    ("https://a.example/?utm_source=x", "https://a.example/"),
    ("https://a.example/p?id=1&utm_source=x&UTM_Medium=y&page=2#top", "https://a.example/p?id=1&page=2#top"),
    ("http://a.example/?fbclid=a&gclid=b&msclkid=c", "http://a.example/"),
    // Everything else stays as it is: order, escapes, empty parameters, fragments, user names, ports.
    (
      "https://me@a.example:8080/%7Ea?b=%20c&&gclid=1&d#:~:text=utm_source",
      "https://me@a.example:8080/%7Ea?b=%20c&&d#:~:text=utm_source"
    ),
    (
      "https://a.example/?u=https%3A%2F%2Fb%2F%3Futm_id%3D1",
      "https://a.example/?u=https%3A%2F%2Fb%2F%3Futm_id%3D1"
    ),
    ("https://a.example/utm_source=1?utmost=1", "https://a.example/utm_source=1?utmost=1"),
    ("https://a.example/#?utm_source=x", "https://a.example/#?utm_source=x"),
    (" https://a.example/?yclid=1\n", " https://a.example/\n"),
    ("HTTPS://A.example/?FBCLID=1", "HTTPS://A.example/"),
    ("https://a.example?gclid=1&q=ä", "https://a.example?q=ä"),
    // Of a certain site alone.
    ("https://youtu.be/dQw4w9WgXcQ?si=abc&t=42", "https://youtu.be/dQw4w9WgXcQ?t=42"),
    ("https://www.youtube.com/watch?v=1&si=2", "https://www.youtube.com/watch?v=1"),
    ("https://a.example/?si=2&s=1&ref=3", "https://a.example/?si=2&s=1&ref=3"),
    ("https://notyoutube.com/?si=2", "https://notyoutube.com/?si=2"),
    ("https://youtube.com.a.example/?si=2", "https://youtube.com.a.example/?si=2"),
    ("https://www.amazon.co.uk/dp/1?ref=a&pd_rd_w=b&th=1", "https://www.amazon.co.uk/dp/1?th=1"),
    ("https://www.amazon.de/dp/1?pf_rd_p=b", "https://www.amazon.de/dp/1"),
    ("https://amazon.a.example/?ref=a", "https://amazon.a.example/?ref=a"),
    ("https://x.com/a/status/1?s=20&t=b", "https://x.com/a/status/1"),
    ("https://x.com@a.example/?s=20", "https://x.com@a.example/?s=20"),
    ("https://[::1]:80/?gclid=1", "https://[::1]:80/"),
  ])
  func `Only tracking parameters are removed`(text: String, cleaned: String) {
    #expect(Self.cleaned(text) == cleaned)
  }

  @Test(arguments: [
    "", " ", "a.example/?utm_source=x", "see https://a.example/?utm_source=x", "https://a.example/ b",
    "https://a.example/?a=1\nhttps://b.example/", "ftp://a.example/?gclid=1", "mailto:a@b?gclid=1",
    "https://",
    "https:///?gclid=1", "<https://a.example/?gclid=1>", "https://a.example/\u{1B}[m?gclid=1",
    "https://a.example/\u{85}?gclid=1", "https://?gclid=1", "https://a.example/\u{2028}?gclid=1",
    "[a](https://a.example/?gclid=1)", "javascript:https://a",
  ])
  func `A text that is not one address alone is none`(text: String) {
    #expect(WebAddress(Array(text.utf8)) == nil)
  }

  @Test func `Bytes that are not UTF-8, and endless addresses, are none`() {
    #expect(WebAddress(Array("https://a.example/?gclid=1".utf8) + [0xFF]) == nil)
    #expect(
      WebAddress(Array("https://a.example/?gclid=".utf8) + sampleBytes(70_000).map { $0 % 26 + 97 }) == nil)
    let many = "https://a.example/?" + String(repeating: "utm_a=1&", count: 8000)
    #expect(Self.cleaned(many + "b=2") == "https://a.example/?b=2")
  }

  @Test func `Every parameter of the table is in lower case, each once for a host`() {
    var seen: Set<String> = []
    for parameter in TrackingParameter.all {
      #expect(parameter.name == parameter.name.lowercased() && !parameter.name.isEmpty)
      for host in parameter.hosts.isEmpty ? [""] : parameter.hosts {
        #expect(seen.insert(parameter.name + "@" + host).inserted, "\(parameter.name)")
        #expect(host == host.lowercased())
      }
    }
    #expect(seen.count > 120)
  }
}
