// swift-tools-version: 6.2

import PackageDescription

// Another package that uses the libraries, as people's own do; `make test-package` builds and runs it.
let package = Package(
  name: "UseOfLibraries",
  dependencies: [.package(name: "Pasteboard", path: "../..")],
  targets: [
    .executableTarget(
      name: "UseOfLibraries",
      dependencies: [
        .product(name: "UniformTypeIdentifiers", package: "Pasteboard"),
        .product(name: "RichText", package: "Pasteboard"),
        .product(name: "Pasteboard", package: "Pasteboard"),
        .product(name: "Exchange", package: "Pasteboard"),
      ])
  ]
)
