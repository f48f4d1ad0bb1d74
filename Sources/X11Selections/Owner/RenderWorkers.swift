import Synchronization

/// Renders off the event loop, each rendering in a thread of its own, so that a slow one holds up no other.
final class RenderWorkers: Sendable {
  private let render: @Sendable (String) -> SelectionProperty?
  private let results = Mutex<[(index: Int, property: SelectionProperty?)]>([])
  /// Readable when there are results.
  let wakeUp = WakeUp()

  init(render: @escaping @Sendable (String) -> SelectionProperty?) {
    self.render = render
  }

  func start(_ index: Int, _ rendering: String) {
    let isRunning = startThread { [self] in
      let property = render(rendering)
      results.withLock { $0.append((index, property)) }
      wakeUp.signal()
    }
    if !isRunning {
      results.withLock { $0.append((index, nil)) }
      wakeUp.signal()
    }
  }

  /// What has been rendered since the last call.
  func take() -> [(index: Int, property: SelectionProperty?)] {
    wakeUp.clear()
    return results.withLock { results in
      defer { results = [] }
      return results
    }
  }
}
