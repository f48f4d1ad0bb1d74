import Conversions
import Pasteboard
import RichText
import System
import UniformTypeIdentifiers

/// Converts several files into a folder, each under its own name with another extension.
struct FolderConversion {
  var conversion: FileConversion
  let folder: FilePath
  let from: UTType?
  let encoding: String?
  /// Whether files beside the sources may be replaced, and sources be rewritten.
  let replaces: Bool

  /// Converts files, and what can be read in folders and below them; prints the paths of the results.
  ///
  /// Throws `Failure` at the end if some could not be converted.
  func run(_ operands: [FilePath]) throws(Failure) -> ExitStatus {
    let jobs = try jobs(operands)
    guard !jobs.isEmpty else { throw Failure("no file to convert was found") }
    let progress = Progress("converting")
    defer { progress?.end() }
    let folders = operands.filter(\.isFolder)
    var run = self
    run.conversion.links = RelocatedLinks(jobs)
    var inputs = ConversionInputs(
      (operands + jobs.map(\.source)).map { $0 },
      reference: conversion.arguments.path(ConvertOptions.reference))
    var failures = FailureList()
    var status = ExitStatus.success
    for (number, job) in jobs.enumerated() {
      progress?.report(step: "\(number + 1) of \(jobs.count), \(job.source)")
      run.conversion.bound = folders.first { job.source.bytes.starts(with: $0.appending([]).bytes) }
      do {
        let outcome = try run.convert(job, besides: inputs, progress)
        if !outcome.isWhole { status = .nothing }
        progress?.end(forGood: false)
        for path in outcome.paths {
          inputs.insert(result: path, of: job.source)
          try Output.deliver([UInt8](path.bytes) + [0x0A], isText: true, to: nil)
        }
      } catch {
        progress?.end(forGood: false)
        failures.report(error.naming(job.source.description).message)
      }
    }
    if failures.count > 0 {
      throw Failure("could not convert \(failures.count) of \(jobs.count) files\(failures.note)")
    }
    return status
  }

  private func convert(
    _ job: ResultNames.Result, besides inputs: ConversionInputs, _ progress: Progress?
  ) throws(Failure) -> (isWhole: Bool, paths: [FilePath]) {
    let source = try conversion.source(job.source, as: from, encoding: encoding)
    progress?.report(bytes: source.bytes.count)
    if let sheets = try conversion.separateSheets(of: source) {
      let files = SheetFileNames.paths(of: sheets.map(\.name), beside: job.path)
      for path in files { try requirePlace(path, for: job, source, besides: inputs) }
      for (path, sheet) in zip(files, sheets) { try write(conversion.separated(sheet.bytes), to: path) }
      return (true, files)
    }
    try requirePlace(job.path, for: job, source, besides: inputs)
    let outcome = try conversion.convert(source, into: job.path.folder)
    try write(outcome.bytes, to: job.path)
    return (outcome.isWhole, [job.path])
  }

  /// Throws where a result must not be written.
  private func requirePlace(
    _ path: FilePath, for job: ResultNames.Result, _ source: ConversionSource,
    besides inputs: ConversionInputs
  ) throws(Failure) {
    try inputs.requireOther(
      than: job.source, at: path, rewrites: replaces, sameType: source.type == conversion.wanted)
    if !replaces, path.exists, Self.areBesideEachOther(job) {
      throw Failure("\(path) already exists. To replace it, use --replace.")
    }
    try requireNoLinks(path)
  }

  private func write(_ bytes: [UInt8], to path: FilePath) throws(Failure) {
    try Failure.wrapping { () throws(SystemError) in
      try Directory.create(path.folder, mode: 0o777)
      try OutputFile(path, followsLinks: false).write(bytes)
    }
  }

  /// Throws if a symbolic link in the folder of the results would move a result elsewhere: its author could choose where.
  /// The folder itself may be one.
  private func requireNoLinks(_ path: FilePath) throws(Failure) {
    var ancestor = folder
    for name in path.bytes.dropFirst(folder.bytes.count).split(separator: 0x2F) {
      ancestor = ancestor.appending(Array(name))
      guard (try? ancestor.kind) == .symbolicLink else { continue }
      throw Failure(
        "\(ancestor) is a symbolic link, and pb does not write through links. Remove it or name another folder."
      )
    }
  }

  /// A folder of results holds nothing but results; beside the sources somebody may have written by hand.
  private static func areBesideEachOther(_ job: ResultNames.Result) -> Bool {
    guard let folder = try? job.path.folder.resolved() else { return false }
    return (try? job.source.folder.resolved()) == folder
  }

  // MARK: What is to be done

  private func jobs(_ operands: [FilePath]) throws(Failure) -> [ResultNames.Result] {
    var sources: [(source: FilePath, path: FilePath)] = []
    var leftOut = 0
    for operand in operands {
      let files =
        operand.isFolder
        ? try files(in: operand, below: folder, &leftOut) : [(operand, below: folder)]
      for (file, below) in files { sources.append((file, below.appending(try name(of: file)))) }
    }
    if leftOut > 0, let format = Format(conversion.wanted) {
      let files = leftOut == 1 ? "1 file" : "\(leftOut) files"
      Output.warn("skipped \(files) that already had the format \(format.title)")
    }
    let jobs = ResultNames(sources).results
    let renamed = jobs.filter { $0.namesake != nil }
    for job in renamed.prefix(FailureList.namedLimit) {
      guard let namesake = job.namesake else { continue }
      Output.warn("wrote \(job.source) to \(job.path): \(namesake) already has the name without a number")
    }
    if renamed.count > FailureList.namedLimit {
      Output.warn("numbered the names of \(renamed.count - FailureList.namedLimit) more files")
    }
    return jobs
  }

  private func name(of source: FilePath) throws(Failure) -> [UInt8] {
    let word = conversion.arguments[ConvertOptions.to] ?? ""
    let named = TypeName.filenameExtension(word, of: conversion.wanted)
    guard let suffix = named ?? conversion.wanted.extensionForContent else {
      throw Failure("\(conversion.wanted.identifier) has no filename extension")
    }
    let name = source.lastComponent
    let dot = name.lastIndex(of: 0x2E).flatMap { $0 > 0 ? $0 : nil } ?? name.endIndex
    return name[..<dot] + [0x2E] + suffix.utf8
  }

  /// The files in a folder that can be read, each with the folder that its result goes to; hidden ones are not looked
  /// at, and the folder of the results is not converted into itself.
  private func files(
    in source: FilePath, below goal: FilePath, _ leftOut: inout Int
  ) throws(Failure) -> [(FilePath, below: FilePath)] {
    let names = try Failure.wrapping { () throws(SystemError) in try Directory.names(in: source) }
    var files: [(FilePath, below: FilePath)] = []
    let own = try? folder.resolved()
    let isBesideSources = (try? goal.resolved()) == (try? source.resolved())
    for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) where name.first != 0x2E {
      let path = source.appending(name)
      switch try? path.kind {
      case .directory:
        guard own == nil || (try? path.resolved()) != own else { continue }
        files += try self.files(in: path, below: goal.appending(name), &leftOut)
      case .regular:
        if isConvertible(path) {
          files.append((path, goal))
        } else if from == nil, !isBesideSources, isOfResultType(path) {
          leftOut += 1
        }
      case .symbolicLink where path.isFolder:
        // It may lead round in a circle.
        Output.warn("skipped \(path), a link to a folder. To convert its documents, name it.")
      case .symbolicLink:
        if (try? path.resolved().kind) == .regular, isConvertible(path) { files.append((path, goal)) }
      default: break
      }
    }
    return files
  }

  /// Whether a file of a folder is converted: documents, or files of the type that the person named.
  private func isConvertible(_ file: FilePath) -> Bool {
    guard let type = TypeName.type(ofFile: file.description) else { return false }
    if let from { return type == from }
    guard let format = Format(type), format != .plainText else { return false }
    return format != Format(conversion.wanted)
  }

  private func isOfResultType(_ file: FilePath) -> Bool {
    guard let format = TypeName.type(ofFile: file.description).flatMap({ Format($0) }) else { return false }
    return format != .plainText && format == Format(conversion.wanted)
  }
}
