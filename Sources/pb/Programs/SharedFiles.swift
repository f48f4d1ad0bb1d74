import Conversions
import System
import UniformTypeIdentifiers

/// Files that were copied, those of one type together: what opens them need not open the others.
struct SharedFiles {
  struct Group {
    let form: SharedContent.Form
    fileprivate(set) var paths: [FilePath]
  }

  /// The files that are there, by type.
  private(set) var groups: [Group] = []
  /// The reasons why files cannot be opened; most were deleted or moved after the copy.
  private(set) var problems: [String] = []

  var paths: [FilePath] { groups.flatMap(\.paths) }

  init(_ paths: [FilePath]) {
    var typer = FileTyper()
    var indices: [FileTyper.Answer?: Int] = [:]
    for path in paths {
      do throws(SystemError) {
        // A link that leads nowhere is as good as none.
        _ = try path.resolved()
        let found = try typer.type(ofFileAt: path)
        if let index = indices[found] {
          groups[index].paths.append(path)
        } else {
          indices[found] = groups.count
          let form = SharedContent.Form(found?.type ?? .data, mimeType: found?.mimeType)
          groups.append(Group(form: form, paths: [path]))
        }
      } catch {
        problems.append(error.isAbsence ? "\(path) no longer exists" : error.description)
      }
    }
  }

  init(_ groups: [Group]) { self.groups = groups }
}
