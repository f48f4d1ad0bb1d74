import Conversions
import UniformTypeIdentifiers

let type = UTType(filenameExtension: "md") ?? .plainText
print(type.identifier, type.conforms(to: .text) ? "is text." : "is not text.")

let markdown = Array("# Hello\n\nOne *file*, every format.\n".utf8)
let html = try ConverterGraph.shared.convert(markdown, from: type, to: .html)
print(String(decoding: html, as: UTF8.self))

let names = ConverterGraph.shared.reachable(from: type).map { $0.preferredFilenameExtension ?? $0.identifier }
print("It also becomes:", names.sorted().joined(separator: ", "))
