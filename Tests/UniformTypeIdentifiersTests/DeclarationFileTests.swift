import Testing
import TypeDeclarations

@Suite("Declaration files") struct DeclarationFileTests {
  private func read(_ text: String, as path: String = "a.json") -> DeclarationFile {
    DeclarationFile(path: path, bytes: Array(text.utf8), owner: .machine)
  }

  @Test("The project's format")
  func json() throws {
    let file = read(
      """
      [
        {
          "identifier": "Com.Example.Note ", "conformsTo": "public.plain-text",
          "description": "Example note", "extensions": ["note", ".nt"], "mimeTypes": "text/x-note",
          "osTypes": ["note"], "pasteboardTypes": ["Note type"], "urlSchemes": ["note"],
          "desktopMimeTypes": ["text/x-nt"],
          "referenceURL": "https://example.com/", "version": 3, "declaration": "imported", "source": "me"
        }
      ]
      """)
    let declaration = try #require(file.declarations.first)
    #expect(declaration.identifier == "com.example.note" && declaration.supertypes == ["public.plain-text"])
    #expect(declaration.authority == .importedByFile && declaration.location.line == 2)
    #expect(
      declaration.tags == [
        .filenameExtension: ["note", "nt"], .mimeType: ["text/x-note"], .osType: ["note"],
        .pasteboardType: ["Note type"], .urlScheme: ["note"],
      ])
    #expect(declaration.desktopMIMETypes == ["text/x-nt"])
    #expect(declaration.version == 3 && declaration.referenceURL == "https://example.com/")
    // The dot of `.nt`.
    #expect(
      file.diagnostics.map(\.description) == [
        "a.json:4: warning: extensions are written without their dot: 'nt'"
      ])
  }

  @Test("Who imports a type of the platform is warned, who exports one is wrong")
  func reserved() throws {
    let list = "<array><dict><key>UTTypeIdentifier</key><string>public.yaml</string></dict></array>"
    for (key, severity) in [("Imported", DeclarationDiagnostic.Severity.warning), ("Exported", .error)] {
      let file = read("<plist><dict><key>UT\(key)TypeDeclarations</key>\(list)</dict></plist>", as: "a.plist")
      #expect(file.declarations.isEmpty && file.diagnostics.map(\.severity) == [severity])
    }
  }

  @Test("An Apple property list, with all that is found in real ones")
  func propertyList() throws {
    let file = read(
      """
      <plist version="1.0"><dict>
      <key>CFBundleName</key><string>Example</string>
      <key>UTExportedTypeDeclarations</key>
      <array>
        <dict>
          <key>UTTypeIdentifier</key><string>com.example.note\u{200B} </string>
          <key>UTTypeConformsTo</key><string>public.text</string>
          <key>UTTypeTagSpecification</key>
          <dict>
            <key>public.filename-extension</key><array><string>note</string><string>🔥</string></array>
            <key>public.mime-type</key><string>text/x-note</string>
            <key>com.apple.os-type</key><string>note</string>
            <key>com.example.colour</key><string>red</string>
          </dict>
        </dict>
        <string>not a declaration</string>
        <dict><key>UTTypeDescription</key><string>No identifier</string></dict>
      </array>
      <key>UTImportedTypeDeclarations</key>
      <array><dict>
        <key>UTTypeIdentifier</key><string>org.example.other</string>
        <key>UTTypeConformsTo</key><array><string>public.data</string><integer>1</integer></array>
      </dict></array>
      </dict></plist>
      """, as: "/Info.plist")
    #expect(file.declarations.map(\.identifier) == ["com.example.note", "org.example.other"])
    #expect(file.declarations.map(\.authority) == [.exportedByFile, .importedByFile])
    #expect(
      file.declarations[0].tags == [
        .filenameExtension: ["note", "🔥"], .mimeType: ["text/x-note"], .osType: ["note"],
      ])
    #expect(file.declarations[1].supertypes == ["public.data"])
    #expect(file.diagnostics.map(\.location.line) == [13, 16, 17, 22])
  }

  @Test(
    "Mistakes are told with their line, and the rest is kept",
    arguments: [
      (#"{"identifier": 5}"#, "must be a string"), (#"{"identifier": "a b"}"#, "not a type identifier"),
      (#"{"identifier": ""}"#, "not a type identifier"), (#"{"conformsTo": []}"#, "lacks 'identifier'"),
      (#""com.example.a""#, "must be an object"), (#"null"#, "must be an object"),
      (#"{"identifier": "public.mine"}"#, "reserved"), (#"{"identifier": "PUBLIC.mine"}"#, "reserved"),
      (#"{"identifier": "dyn.mine"}"#, "reserved"),
      (#"{"identifier": "com.example.a", "conformsTo": 7}"#, "must hold strings"),
      (#"{"identifier": "com.example.a", "conformsTo": ["com.example.a"]}"#, "conform to itself"),
      (#"{"identifier": "com.example.a", "conformsTo": ["x", "x"]}"#, "listed twice"),
      (#"{"identifier": "com.example.a", "extensions": ["tar.gz"]}"#, "is not a valid extension"),
      (#"{"identifier": "com.example.a", "mimeTypes": ["text"]}"#, "is not a valid MIME type"),
      (#"{"identifier": "com.example.a", "osTypes": ["fives"]}"#, "is not a valid OSType"),
      (#"{"identifier": "com.example.a", "extension": ["a"]}"#, "unknown key"),
      (#"{"identifier": "com.example.a", "version": -1}"#, "whole number"),
      (#"{"identifier": "com.example.a", "version": 1e300}"#, "whole number"),
      (#"{"identifier": "com.example.a", "description": ["a"]}"#, "must be a string"),
      (#"{"identifier": "com.example.a", "declaration": "adopted"}"#, "'declaration'"),
    ])
  func mistakes(_ declaration: String, _ words: String) throws {
    let file = read(
      "[\n{\"identifier\": \"com.example.first\"},\n\(declaration),\n{\"identifier\": \"com.example.last\"}]")
    let diagnostic = try #require(file.diagnostics.first)
    #expect(file.diagnostics.count == 1 && diagnostic.location.line == 3)
    #expect(diagnostic.message.contains(words), "\(diagnostic)")
    let kept = Set(file.declarations.map(\.identifier))
    #expect(kept.isSuperset(of: ["com.example.first", "com.example.last"]) && !kept.contains("public.mine"))
  }

  @Test(
    "A file that is no list of declarations", arguments: ["{}", "7", "\"text\"", "{\"types\": 5}", "[", "{]"])
  func noList(_ text: String) {
    let file = read(text)
    #expect(file.declarations.isEmpty && file.diagnostics.count == 1)
    #expect(file.diagnostics.first?.severity == .error)
  }

  @Test("Diagnostics and declarations are bounded")
  func bounds() {
    let many = read("[" + String(repeating: "{\"identifier\": 1},\n", count: 5_000) + "1]")
    #expect(many.diagnostics.count == TypeLimits.diagnostics + 1)
    #expect(many.diagnostics.last?.message.contains("4901 more") == true)
    let types = (0..<100_000).map { "{\"identifier\":\"com.example.t\($0)\"}" }.joined(separator: ",\n")
    let file = read("[\(types)]")
    #expect(file.declarations.count == TypeLimits.declarations)
    #expect(file.diagnostics.map(\.location.line) == [TypeLimits.declarations + 1])
    let long = read("[{\"identifier\": \"a\(String(repeating: "b", count: 1000))\"}]")
    #expect(long.declarations.isEmpty && long.diagnostics.count == 1)
    let tags = (0..<1_000).map { "\"e\($0)\"" }.joined(separator: ",")
    let tagged = read("[{\"identifier\": \"com.example.a\", \"extensions\": [\(tags)]}]")
    #expect(tagged.declarations.first?.tags[.filenameExtension]?.count == TypeLimits.listCount)
  }
}
