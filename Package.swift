// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "Pasteboard",
  products: [
    .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
    .library(name: "UniformTypeIdentifiersFoundation", targets: ["UniformTypeIdentifiersFoundation"]),
    .library(name: "RichText", targets: ["RichText"]),
    .library(name: "Pictures", targets: ["Pictures"]),
    .library(name: "Conversions", targets: ["Conversions"]),
    .library(name: "Exchange", targets: ["Exchange"]),
    .library(name: "X11Selections", targets: ["X11Selections"]),
    .library(name: "WaylandSelections", targets: ["WaylandSelections"]),
    .library(name: "FocusedSelections", targets: ["FocusedSelections"]),
    .library(name: "GNOMESelections", targets: ["GNOMESelections"]),
    .library(name: "TerminalSelections", targets: ["TerminalSelections"]),
    .library(name: "SocketSelections", targets: ["SocketSelections"]),
    .library(name: "Pasteboard", targets: ["Pasteboard"]),
    .library(name: "PasteboardFoundation", targets: ["PasteboardFoundation"]),
    .executable(name: "pb", targets: ["pb"]),
  ],
  targets: [
    // C libraries: a module map and a header each.
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CX11", providers: [.apt(["libxcb1-dev", "libxcb-xfixes0-dev"])]),
    .systemLibrary(name: "CDeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(name: "CPNG", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CTurboJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CWebP", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),

    // Files, pipes, processes, threads, the clock: what the other modules have of the operating system.
    .target(name: "System", dependencies: ["CLinux"]),

    // Types: declarations that people edit, compiled into a table that needs no parsing at start.
    // They use no other module: what the registry compiler needs is compiled for the build and for the program.
    .target(name: "TypeDeclarations"),
    .executableTarget(name: "TypeRegistryCompiler", dependencies: ["TypeDeclarations"]),
    .plugin(
      name: "CompileTypeRegistry", capability: .buildTool(), dependencies: ["TypeRegistryCompiler"],
      path: "Sources/CompileTypeRegistry"),
    .target(
      name: "UniformTypeIdentifiers", dependencies: ["System", "TypeDeclarations"],
      plugins: ["CompileTypeRegistry"]),

    // The same for URLs, for programs that have Foundation anyway.
    .target(name: "UniformTypeIdentifiersFoundation", dependencies: ["UniformTypeIdentifiers"]),

    // What documents are packed in: zip archives, XML.
    .target(name: "Containers", dependencies: ["CDeflate", "CZlib"]),

    // Character sets other than UTF-8, with their tables.
    .target(name: "CharacterSets"),

    // Bytes in letters and digits: Base64.
    .target(name: "BinaryText"),

    // How many columns text takes: in padded tables of Markdown as on a terminal.
    .target(name: "TextWidths"),
    // Rich text, in modules that are compiled side by side: the model, what reads and writes it, and all of them
    // under one name.
    .target(
      name: "DocumentModel", dependencies: ["BinaryText", "CharacterSets", "Containers", "TextWidths"]),
    .target(name: "HTMLWriting", dependencies: ["DocumentModel"]),
    .target(
      name: "HTMLReading", dependencies: ["BinaryText", "CharacterSets", "Containers", "DocumentModel"]),
    .target(name: "MarkdownDocuments", dependencies: ["DocumentModel", "HTMLWriting", "TextWidths"]),
    .target(
      name: "WordProcessors", dependencies: ["BinaryText", "CharacterSets", "Containers", "DocumentModel"]),
    .target(
      name: "RichText",
      dependencies: [
        "CharacterSets", "DocumentModel", "HTMLReading", "HTMLWriting", "MarkdownDocuments", "WordProcessors",
      ]),
    // Headers, pixels and codecs of pictures, a row each.
    .target(name: "Pictures", dependencies: ["CPNG", "CTurboJPEG", "CWebP", "CZlib"]),
    .target(
      name: "Conversions",
      dependencies: [
        "BinaryText", "Pictures", "RichText", "System", "TypeDeclarations", "UniformTypeIdentifiers",
      ],
      plugins: ["CompileTypeRegistry"]),
    // Programs of the desktop: their entries, and what opens what.
    .target(name: "DesktopPrograms", dependencies: ["System"]),
    // What every way to a pasteboard has in common.
    .target(name: "Exchange", dependencies: ["System"]),
    // The content of a clipboard in a file.
    .target(name: "SavedClipboards", dependencies: ["Containers", "Exchange", "TypeDeclarations"]),
    // A desktop's boards through a socket, from other machines and containers; boards of pb's own processes.
    .target(name: "SocketSelections", dependencies: ["Exchange", "System"]),
    .target(name: "X11Selections", dependencies: ["CX11", "CharacterSets", "Exchange", "System"]),
    .target(
      name: "WaylandSelections", dependencies: ["CLinux", "Exchange", "SocketSelections", "System"]),
    // The wire of D-Bus: messages, values, the proof of who one is. No socket, and nothing of the system.
    .target(name: "DBus"),
    // Files for programs in a sandbox, through the document portal.
    .target(name: "FilePortal", dependencies: ["DBus", "System", "WaylandSelections"]),
    .target(
      name: "GNOMESelections",
      dependencies: ["DBus", "Exchange", "SocketSelections", "System", "WaylandSelections"]),
    .target(
      name: "FocusedSelections",
      dependencies: ["CLinux", "Exchange", "SocketSelections", "System", "WaylandSelections"]),
    .target(name: "TerminalSelections", dependencies: ["BinaryText", "Exchange", "System"]),
    .target(
      name: "Pasteboard",
      dependencies: [
        "BinaryText", "CharacterSets", "Containers", "Conversions", "Exchange", "FilePortal", "Pictures",
        "System",
        "TypeDeclarations",
        "FocusedSelections", "GNOMESelections", "UniformTypeIdentifiers", "RichText", "SocketSelections",
        "TerminalSelections", "WaylandSelections",
        "X11Selections",
      ],
      plugins: ["CompileTypeRegistry"]),
    // The same with Data and URLs, for programs that have Foundation anyway.
    .target(name: "PasteboardFoundation", dependencies: ["Pasteboard", "UniformTypeIdentifiers"]),
    .target(name: "Terminal", dependencies: ["Pictures", "TextWidths"]),
    .executableTarget(
      name: "pb",
      dependencies: [
        "BinaryText", "CharacterSets", "Conversions", "DesktopPrograms", "Exchange", "Pasteboard", "Pictures",
        "SavedClipboards", "SocketSelections", "System",
        "Terminal", "TextWidths",
        "TypeDeclarations", "UniformTypeIdentifiers", "RichText",
      ]),

    // The programs that the documentation shows.
    .executableTarget(
      name: "CopyAndPaste", dependencies: ["Pasteboard", "UniformTypeIdentifiers"],
      path: "Documentation/CopyAndPaste"),
    .executableTarget(
      name: "DragAndDrop", dependencies: ["Pasteboard", "UniformTypeIdentifiers"],
      path: "Documentation/DragAndDrop"),
    .executableTarget(
      name: "TypesAndConversions", dependencies: ["Conversions", "UniformTypeIdentifiers"],
      path: "Documentation/TypesAndConversions"),

    .target(
      name: "TestSupport",
      dependencies: ["CX11", "DBus", "Exchange", "GNOMESelections", "System", "WaylandSelections"],
      path: "Tests/TestSupport"),
    // Which tests need what, and which are left out of a quick run.
    .target(name: "TestTraits", path: "Tests/TestTraits"),
    .testTarget(name: "SystemTests", dependencies: ["System", "TestSupport"]),
    .testTarget(name: "ContainersTests", dependencies: ["Containers", "TestSupport"]),
    .testTarget(
      name: "ConversionsTests",
      dependencies: [
        "Conversions", "RichText", "System", "UniformTypeIdentifiers", "TestSupport", "TestTraits",
      ]),
    .testTarget(
      name: "SavedClipboardsTests",
      dependencies: ["Containers", "Exchange", "SavedClipboards", "TestSupport"]),
    .testTarget(name: "DesktopProgramsTests", dependencies: ["DesktopPrograms", "TestSupport"]),
    .testTarget(
      name: "ExchangeTests",
      dependencies: [
        "Exchange", "GNOMESelections", "SocketSelections", "System", "TerminalSelections",
        "WaylandSelections", "X11Selections",
        "TestSupport",
      ]),
    .testTarget(
      name: "UniformTypeIdentifiersTests",
      dependencies: [
        "UniformTypeIdentifiers", "UniformTypeIdentifiersFoundation", "TypeDeclarations", "TestSupport",
      ]),
    // What breaks readers and writers: shapes that nest, pieces that cost more than their length.
    .target(
      name: "HostileContent", dependencies: ["Containers", "RichText", "TestSupport"],
      path: "Tests/HostileContent"),
    .testTarget(
      name: "RichTextTests",
      dependencies: ["Containers", "HostileContent", "RichText", "TestSupport", "TestTraits"]),
    // Looks for more of that for as long as it is let, for `make fuzz`.
    .executableTarget(
      name: "HostileSearch", dependencies: ["HostileContent", "RichText", "TestSupport"],
      path: "Tests/HostileSearch"),
    // Reads the public tests of HTML parsers, for `make test-specifications`.
    .executableTarget(
      name: "HTMLConformance", dependencies: ["RichText"], path: "Tools/HTMLConformance",
      exclude: ["differential"]),
    // An owner in a process of its own, and fifty clients that ask it, a tenth of which die.
    .executableTarget(
      name: "SelectionSoak", dependencies: ["Exchange", "System", "X11Selections", "TestSupport"],
      path: "Tests/Soak",
      exclude: ["gnome", "recast", "serve", "socket"]),
    // Counts the nanoseconds of questions about types, for `make bench`.
    .executableTarget(
      name: "TypeLookups", dependencies: ["UniformTypeIdentifiers"], path: "Tests/Benchmarks/TypeLookups"),
    // Prints what files are taken for, for `Tests/Detection/corpus`.
    .executableTarget(
      name: "DetectTypes", dependencies: ["Pasteboard", "UniformTypeIdentifiers"],
      path: "Tests/Detection/DetectTypes"),
    .testTarget(
      name: "X11SelectionsTests",
      dependencies: ["Exchange", "X11Selections", "System", "TestSupport", "SelectionSoak"]),
    .testTarget(
      name: "WaylandSelectionsTests",
      dependencies: ["Exchange", "System", "WaylandSelections", "TestSupport"]),
    .testTarget(
      name: "GNOMESelectionsTests",
      dependencies: ["DBus", "Exchange", "GNOMESelections", "System", "WaylandSelections", "TestSupport"]),
    .testTarget(
      name: "FocusedSelectionsTests",
      dependencies: ["Exchange", "FocusedSelections", "System", "WaylandSelections", "TestSupport"]),
    .testTarget(name: "FilePortalTests", dependencies: ["DBus", "FilePortal", "System", "TestSupport"]),
    .testTarget(name: "DBusTests", dependencies: ["DBus", "TestSupport", "TestTraits"]),
    .testTarget(
      name: "SocketSelectionsTests",
      dependencies: ["Exchange", "SocketSelections", "System", "TestSupport", "TestTraits"]),
    .testTarget(
      name: "TerminalSelectionsTests",
      dependencies: ["BinaryText", "Exchange", "System", "TerminalSelections", "TestSupport"]),
    // A program that lives on after it has copied a secret.
    .executableTarget(
      name: "SecretHolder", dependencies: ["Pasteboard", "TestSupport", "UniformTypeIdentifiers"],
      path: "Tests/Secrets"),
    .testTarget(
      name: "PasteboardTests",
      dependencies: [
        "Conversions", "Exchange", "Pasteboard", "PasteboardFoundation", "Pictures", "RichText",
        "SecretHolder", "System", "TypeDeclarations", "TestSupport", "TestTraits", "UniformTypeIdentifiers",
      ]),
    .testTarget(name: "CharacterSetsTests", dependencies: ["CharacterSets"]),
    .testTarget(name: "TextWidthsTests", dependencies: ["TextWidths", "TestSupport"]),
    .testTarget(name: "PicturesTests", dependencies: ["Pictures", "TestSupport"]),
    .testTarget(name: "TerminalTests", dependencies: ["Pictures", "Terminal", "TextWidths", "TestSupport"]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "pb", "Conversions", "CopyAndPaste", "DBus", "DragAndDrop", "TypesAndConversions", "Exchange",
        "Pasteboard", "Pictures",
        "SavedClipboards", "System", "Terminal", "TextWidths", "WaylandSelections", "X11Selections",
        "TestSupport", "TestTraits",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Keep this after all targets: one place for what every module is compiled with.
for target in package.targets where ![.system, .plugin].contains(target.type) {
  var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
  ]
  // Only the files that wrap C say `unsafe`; hostile peers in tests need raw C all over.
  let isTest = target.type == .test || target.path?.hasPrefix("Tests/") == true
  if !isTest { settings.append(.strictMemorySafety()) }
  target.swiftSettings = settings
}
