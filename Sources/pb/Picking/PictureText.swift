import Conversions
import DesktopPrograms
import Synchronization
import System
import Terminal

/// The text that programs found in a picture.
struct PictureText: Sendable {
  /// The text of each kind that was found.
  private(set) var texts: [(kind: PictureTextReader.Kind, text: String)] = []
  private(set) var problem: String?
  let picture: [UInt8]

  init(_ texts: [(kind: PictureTextReader.Kind, text: String)], in picture: [UInt8]) {
    (self.texts, self.picture) = (texts, picture)
  }

  /// Reads a picture with all programs.
  init(in picture: [UInt8], by readers: [PictureTextReader]) {
    self.picture = picture
    for reader in readers {
      do throws(ConversionError) {
        if let text = try reader.text(in: picture) { texts.append((reader.kind, text)) }
      } catch {
        problem = error.description
      }
    }
  }

  /// The words, or else the codes; nil if there are neither.
  var best: String? { texts.first?.text }

  subscript(kind: PictureTextReader.Kind) -> String? { texts.first { $0.kind == kind }?.text }

  /// The lines of a preview; none if nothing was found.
  func lines(columns: Int, limit: Int) -> [StyledLine] {
    var lines = texts.flatMap { kind, text in
      [StyledLine(PickRow.title(kind), .bold)]
        + TextLayout(limit: max(1, limit)).lines(of: text, columns: columns) + [StyledLine()]
    }
    if let problem { lines.append(StyledLine("(\(VisibleText.escapingLine(problem)))", .faint)) }
    return lines
  }

  /// The programs that are installed.
  static var readers: [PictureTextReader] {
    PictureTextReader.available { DesktopFolders.current.hasProgram($0) }
  }
}

/// Reads text in pictures, in a separate thread: it may take seconds.
final class PictureTextFeed: Sendable {
  private struct Request: Sendable {
    let row: PickRow.Identity
    let picture: [UInt8]
  }

  private let readers: [PictureTextReader]
  private let requests = Mailbox<Request>()
  private let results = Mutex<[(row: PickRow.Identity, text: PictureText)]>([])
  private let wake: @Sendable () -> Void

  /// - Parameter wake: called from the thread when there is something to take.
  init(_ readers: [PictureTextReader], wake: @escaping @Sendable () -> Void) {
    (self.readers, self.wake) = (readers, wake)
  }

  /// Starts to read. Does nothing if there can be no thread: no text is found then.
  func start() {
    guard !readers.isEmpty else { return }
    _ = startThread { [self] in
      while true {
        _ = requests.wakeUp.wait(until: .never)
        // A person who moves on does not look at the earlier picture.
        guard let request = requests.take().last else { continue }
        let text = PictureText(in: request.picture, by: readers)
        results.withLock { $0.append((request.row, text)) }
        wake()
      }
    }
  }

  func ask(_ row: PickRow.Identity, _ picture: [UInt8]) {
    requests.post(Request(row: row, picture: picture))
  }

  /// The results since the last call.
  func take() -> [(row: PickRow.Identity, text: PictureText)] {
    results.withLock { results in
      defer { results = [] }
      return results
    }
  }
}
