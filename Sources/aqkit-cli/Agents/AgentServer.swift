import AQKit
import AQKitDecoding
import Foundation

/// Replies to the messages of one client, several at a time.
///
/// Its memory is bounded, whatever the client sends: lines of a megabyte at most, one waiting line, and
/// ``mostRequests`` requests in progress. Replies are written whole, one per line; while the client reads none, no
/// further line is read.
actor AgentServer {
  /// The maximum number of requests in progress; further ones get an error.
  static let mostRequests = 32
  static let longestLine = 1 << 20

  private let tools: AgentTools
  private let output: Int32
  private var hasShakenHands = false
  private var running: [AgentMessage.ID: Task<Void, Never>] = [:]
  private var writeFailure: (any Error)?
  private var lines: AgentLines?

  init(_ tools: AgentTools, writing output: Int32) { (self.tools, self.output) = (tools, output) }

  /// Replies until the input ends, and then to the requests that are still in progress. Throws if the input can't be read.
  func serve(_ input: FileHandle) async throws {
    let lines = AgentLines(input, longest: Self.longestLine)
    self.lines = lines
    var readFailure: (any Error)?
    do {
      for try await line in lines.stream {
        let fault = AgentFault(.invalidRequest, "The line is longer than \(Self.longestLine) bytes.")
        take(line.map(AgentMessage.init) ?? .fault(fault, of: nil))
        lines.readOn()
      }
    } catch {
      readFailure = error
    }
    // Lets the reading thread notice that no more lines are taken.
    lines.readOn()
    if Task.isCancelled || writeFailure != nil { for task in running.values { task.cancel() } }
    for task in running.values { await task.value }
    if let failure = writeFailure ?? readFailure { throw failure }
  }

  private func take(_ message: AgentMessage) {
    switch message {
    case .request(let id, let method, let parameters):
      do throws(AgentFault) {
        try take(id, method, parameters)
      } catch {
        write { $0.reply(error, to: id) }
      }
    case .notification("notifications/cancelled", let parameters):
      // A cancelled call gets no reply.
      if let id = AgentMessage.ID(parameters["requestId"]) { running.removeValue(forKey: id)?.cancel() }
    case .notification, .reply: break
    case .fault(let fault, let id): write { $0.reply(fault, to: id) }
    }
  }

  private func take(_ id: AgentMessage.ID, _ method: String, _ parameters: AQJSON) throws(AgentFault) {
    let isOfItself = try AgentVersion.isNamed(in: parameters)
    let result: (inout JSONText) -> Void
    switch method {
    case "initialize":
      guard let version = parameters["protocolVersion"].stringValue else {
        throw AgentFault(.invalidParameters, "The member “protocolVersion” isn't a string.")
      }
      hasShakenHands = true
      result = {
        $0.member("protocolVersion", AgentVersion.negotiated(version))
        $0.serverMembers()
        $0.serverInfo()
      }
    case "server/discover":
      result = {
        $0.array("supportedVersions") { for version in AgentVersion.all { $0.value(version) } }
        $0.serverMembers()
        $0.cacheMembers()
        $0.resultMembers()
      }
    case "ping": result = { _ in }
    case "tools/list", "tools/call":
      guard hasShakenHands || isOfItself else {
        throw AgentFault(.invalidRequest, "The first request must be “initialize”.")
      }
      if method == "tools/call" { return try call(id, parameters) }
      result = {
        $0.array("tools") { for tool in AgentTool.allCases { $0.value(tool) } }
        $0.cacheMembers()
        $0.resultMembers()
      }
    default: throw AgentFault(.methodNotFound, "There is no method “\(method)”.")
    }
    write { $0.reply(to: id, result) }
  }

  private func call(_ id: AgentMessage.ID, _ parameters: AQJSON) throws(AgentFault) {
    guard let name = parameters["name"].stringValue, let tool = AgentTool(rawValue: name) else {
      let names = AgentTool.allCases.map(\.rawValue).joined(separator: ", ")
      throw AgentFault(.invalidParameters, "There is no such tool. All of them: \(names).")
    }
    let arguments = parameters["arguments"]
    guard arguments.ifPresent.map({ $0.kind == .object }) ?? true else {
      throw AgentFault(.invalidParameters, "The member “arguments” isn't an object.")
    }
    guard running[id] == nil else {
      throw AgentFault(.invalidRequest, "A request with this identifier is still in progress.")
    }
    guard running.count < Self.mostRequests else {
      throw AgentFault(.tooMany, "\(Self.mostRequests) requests are already in progress; try again later.")
    }
    running[id] = Task {
      finish(id, await tools.result(of: AgentArguments(arguments, of: tool)))
    }
  }

  /// Writes a result, unless its request was cancelled meanwhile.
  private func finish(_ id: AgentMessage.ID, _ result: AgentResult) {
    guard !Task.isCancelled, running.removeValue(forKey: id) != nil else { return }
    write {
      $0.reply(to: id) {
        $0.array("content") {
          $0.object {
            $0.member("type", "text")
            $0.member("text", result.text)
          }
        }
        $0.member("isError", result.isFailure)
        if let structured = result.structured {
          $0.name("structuredContent")
          $0.value(json: structured)
        }
        $0.resultMembers()
      }
    }
  }

  private func write(_ line: (inout JSONText) -> Void) {
    guard writeFailure == nil else { return }
    var json = JSONText()
    line(&json)
    do {
      var output = StandardOutput(descriptor: output, escapesData: false)
      output.append(TerminalJSON.escaped(json.bytes))
      try output.flush()
    } catch {
      writeFailure = error
      lines?.end()
    }
  }
}

/// The lines of an input, which a separate thread reads, so that no task waits in a system call. At most one line is
/// buffered.
struct AgentLines: Sendable {
  /// The lines; nil for one that is too long and was skipped.
  let stream: AsyncThrowingStream<[UInt8]?, any Error>
  private let continuation: AsyncThrowingStream<[UInt8]?, any Error>.Continuation
  private let taken = DispatchSemaphore(value: 0)

  init(_ input: FileHandle, longest: Int) {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: [UInt8]?.self)
    (self.stream, self.continuation) = (stream, continuation)
    let taken = taken
    Thread.detachNewThread {
      var lines = InputLines(input, longest: longest)
      while true {
        let line: [UInt8]?
        do {
          guard let bytes = try lines.next() else { break }
          line = bytes
        } catch let error as AQError where error.code == .tooLarge {
          line = nil
        } catch {
          return continuation.finish(throwing: error)
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
