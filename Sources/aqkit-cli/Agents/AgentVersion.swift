import AQKit
import AQKitDecoding

/// The versions of the Model Context Protocol (modelcontextprotocol.io/specification).
enum AgentVersion {
  /// The versions that begin with `initialize`, oldest first. 2025-03-26 isn't among them: it requires batches.
  static let withHandshake = ["2024-11-05", "2025-06-18", "2025-11-25"]
  /// The version since which each request states its own version.
  static let perRequest = "2026-07-28"
  static let all = withHandshake + [perRequest]

  /// Returns the version to use with a client: the one that it requests, else the newest one before that, else the
  /// newest. A client that doesn't support it ends the connection.
  static func negotiated(_ requested: String) -> String {
    // Versions are dates.
    withHandshake.last { $0 <= requested } ?? withHandshake[withHandshake.count - 1]
  }

  /// Checks the version that a request states. Returns whether it states one. Throws ``AgentFault`` if that version isn't
  /// supported, or a member that it requires is missing.
  static func isNamed(in parameters: AQJSON) throws(AgentFault) -> Bool {
    let meta = parameters["_meta"]
    guard let version = meta["io.modelcontextprotocol/protocolVersion"].stringValue else { return false }
    guard version == perRequest else {
      throw AgentFault(
        .unsupportedVersion, "The protocol version isn't supported.", requestedVersion: version)
    }
    guard meta["io.modelcontextprotocol/clientCapabilities"].kind == .object else {
      throw AgentFault(.invalidParameters, "“io.modelcontextprotocol/clientCapabilities” isn't an object.")
    }
    return true
  }
}

extension JSONText {
  mutating func serverInfo(_ name: String = "serverInfo") {
    object(name) {
      $0.member("name", "aqkit")
      $0.member("title", "AQKit")
      $0.member("version", Build.version)
    }
  }

  /// Writes the members of every result: that it is complete, and the server's name (2026-07-28; older clients ignore both).
  mutating func resultMembers() {
    member("resultType", "complete")
    object("_meta") { $0.serverInfo("io.modelcontextprotocol/serverInfo") }
  }

  /// Writes that a result is valid for every client for an hour (2026-07-28).
  mutating func cacheMembers() {
    member("ttlMs", 3_600_000)
    member("cacheScope", "public")
  }

  mutating func serverMembers() {
    object("capabilities") { $0.object("tools") { _ in } }
    member(
      "instructions",
      """
      Air quality measured, modelled and forecast, worldwide, with official air-quality indices of many countries. \
      Ask “search” for coordinates where a place's name isn't unique. When you pass a result on, say its caveats that \
      matter (age, model or measurement, indoor sites, missing pollutants, failures), and show its credit, which the \
      licences of the data demand. Never add an index or a value that the result doesn't have.
      """)
  }
}
