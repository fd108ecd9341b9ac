import AQKit
import Foundation

/// The lines of an input, which a separate thread reads, so that no task waits in a system call. At most one line is
/// buffered.
struct AgentLines: Sendable {
  enum Line: Sendable {
    case line([UInt8])
    /// A line that was skipped.
    case tooLong
  }

  let stream: AsyncStream<Line>
  private let continuation: AsyncStream<Line>.Continuation
  private let taken = DispatchSemaphore(value: 0)

  /// Reads a file or a pipe, with lines of so many bytes at most.
  init(_ input: FileHandle, longest: Int) {
    let (stream, continuation) = AsyncStream.makeStream(of: Line.self)
    (self.stream, self.continuation) = (stream, continuation)
    let taken = taken
    Thread.detachNewThread {
      var lines = InputLines(input, longest: longest)
      while true {
        let line: Line
        do {
          guard let bytes = try lines.next() else { break }
          line = .line(bytes)
        } catch let error as AQError where error.code == .tooLarge {
          line = .tooLong
        } catch {
          break
        }
        if case .terminated = continuation.yield(line) { return }
        taken.wait()
      }
      continuation.finish()
    }
  }

  /// Lets the next line be read, once the last one was taken.
  func readOn() { taken.signal() }

  /// Ends the stream; a line that is being waited for is lost.
  func end() { continuation.finish() }
}
