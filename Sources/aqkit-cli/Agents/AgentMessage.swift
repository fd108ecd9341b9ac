import AQKit
import AQKitDecoding

/// A message of JSON-RPC 2.0 (jsonrpc.org/specification) as the Model Context Protocol allows it.
enum AgentMessage {
  /// The identifier of a request: a string or a whole number.
  struct ID: Hashable, Sendable {
    /// The identifier as the client has written it.
    let json: String

    init?(_ value: AQJSON) {
      guard value.stringValue != nil || value.intValue != nil else { return nil }
      json = value.rawText
    }
  }

  /// A message that expects a reply. Its parameters are an object, or missing.
  case request(ID, method: String, parameters: AQJSON)
  /// A message that expects no reply.
  case notification(method: String, parameters: AQJSON)
  /// A reply to a request that this server never made.
  case reply
  case fault(AgentFault, of: ID?)

  init(_ line: [UInt8]) {
    do throws(AQError) {
      self = Self.read(try AQJSON(parsing: line, maximumDepth: 64))
    } catch {
      self = .fault(AgentFault(.parseError, "The line isn't a JSON message: \(error.message)"), of: nil)
    }
  }

  private static func read(_ message: AQJSON) -> Self {
    func invalid(_ reason: String, of id: ID? = nil) -> Self {
      .fault(AgentFault(.invalidRequest, reason), of: id)
    }
    guard message.kind == .object else {
      return message.kind == .array
        ? invalid("Batches aren't supported; send one message per line.")
        : invalid("A message is a JSON object, not \(message.kind.phrase).")
    }
    let id = ID(message["id"])
    guard message["jsonrpc"].stringValue == "2.0" else {
      return invalid("The member “jsonrpc” isn't the string 2.0.", of: id)
    }
    guard let method = message["method"].stringValue else {
      let isReply =
        message["method"].isMissing && (!message["result"].isMissing || !message["error"].isMissing)
      return isReply ? .reply : invalid("The member “method” isn't a string.", of: id)
    }
    let parameters = message["params"]
    if message["id"].isMissing { return .notification(method: method, parameters: parameters) }
    guard let id else { return invalid("The member “id” is neither a string nor a whole number.") }
    guard parameters.isMissing || parameters.kind == .object else {
      return .fault(AgentFault(.invalidParameters, "The member “params” isn't an object."), of: id)
    }
    return .request(id, method: method, parameters: parameters)
  }
}

/// An error of the protocol: the request was not carried out.
struct AgentFault: Error {
  /// The codes of JSON-RPC 2.0, section 5.1, and of the Model Context Protocol.
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    /// A code of this server (JSON-RPC leaves -32000 to -32099 to servers): there are too many concurrent requests.
    case tooMany = -32000
    /// The code for a version that the server doesn't support (2026-07-28, UnsupportedProtocolVersionError).
    case unsupportedVersion = -32022
  }

  let code: Code
  let message: String
  /// The requested version, if that is the error.
  var requestedVersion: String?

  init(_ code: Code, _ message: String, requestedVersion: String? = nil) {
    (self.code, self.message, self.requestedVersion) = (code, message, requestedVersion)
  }
}

extension JSONText {
  /// Writes a reply as a line, with its result or its error; without an identifier that is `null`.
  mutating func reply(
    to id: AgentMessage.ID?, as member: String = "result", _ content: (inout JSONText) -> Void
  ) {
    object {
      $0.member("jsonrpc", "2.0")
      $0.name("id")
      if let id { $0.value(json: id.json.utf8) } else { $0.null() }
      $0.object(member, content)
    }
    endLine()
  }

  mutating func reply(_ fault: AgentFault, to id: AgentMessage.ID?) {
    reply(to: id, as: "error") {
      $0.member("code", fault.code.rawValue)
      $0.member("message", fault.message)
      if let requested = fault.requestedVersion {
        $0.object("data") {
          $0.array("supported") { for version in AgentVersion.all { $0.value(version) } }
          $0.member("requested", requested)
        }
      }
    }
  }
}
