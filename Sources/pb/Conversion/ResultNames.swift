import System

/// Unique names for the results of several sources.
struct ResultNames {
  struct Result {
    let source: FilePath
    let path: FilePath
    /// The source whose result has the name that this one would have by itself.
    let namesake: FilePath?
  }

  /// The results in the order of the sources, each source once.
  let results: [Result]

  /// The first source of a name keeps it, further ones get a number behind it, as file managers give them: one that is
  /// nobody's name by itself, whatever the order.
  ///
  /// - Parameter sources: files, each with the path of its result if no other had that.
  init(_ sources: [(source: FilePath, path: FilePath)]) {
    var seen: Set<FilePath> = []
    let each = sources.filter { seen.insert((try? $0.source.absolute()) ?? $0.source).inserted }
    var owners: [FilePath: FilePath] = [:]
    for (source, path) in each where owners[path] == nil { owners[path] = source }
    var taken = Set(owners.keys)
    var last: [FilePath: Int] = [:]
    results = each.map { source, path in
      guard let owner = owners[path], owner != source else {
        return Result(source: source, path: path, namesake: nil)
      }
      var number = last[path] ?? 1
      var free = path
      repeat {
        number += 1
        free = path.folder.appending(UniqueFilename.name(path.lastComponent, number: number))
      } while !taken.insert(free).inserted
      last[path] = number
      return Result(source: source, path: free, namesake: owner)
    }
  }
}

/// What the files are called that the sheets of a spreadsheet become: after it and after themselves.
enum SheetFileNames {
  private static let lengthLimit = 120

  /// - Parameter path: the file that the spreadsheet would become as a whole.
  static func paths(of sheets: [String], beside path: FilePath) -> [FilePath] {
    let name = path.lastComponent
    let dot = name.lastIndex(of: 0x2E) ?? name.endIndex
    var taken: Set<[UInt8]> = []
    return sheets.map { sheet in
      var word: [UInt8] = []
      // A sheet of somebody else's may be called anything.
      for character in sheet where word.count + character.utf8.count <= lengthLimit {
        let isSafe =
          character != "/" && character.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        word += isSafe ? Array(character.utf8) : [0x5F]
      }
      let whole = name[..<dot] + [0x2D] + word + name[dot...]
      var free = Array(whole)
      var number = 1
      while !taken.insert(free).inserted {
        number += 1
        free = UniqueFilename.name(whole, number: number)
      }
      return path.folder.appending(free)
    }
  }
}
