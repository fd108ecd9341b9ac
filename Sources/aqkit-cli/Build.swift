package import AQKit

#if AsyncHTTPClient && !canImport(Darwin)
  import AQKitAsyncHTTPClient
#else
  import AQKitURLSession
#endif

/// The version of this command, and the parts from which it was built.
package enum Build {
  /// The version of the package; until it is tagged, the next one (`Docs/Releasing.md`).
  static let version = "1.0.0-beta.1"
  /// Whether that version is tagged, so that a package can depend on it.
  static let isTagged = false
  /// The advice on a package's dependency until that version is tagged; nil afterwards.
  static let untagged: String? =
    isTagged
    ? nil : "Until AQKit \(version) is tagged, write branch: \"main\" instead of exact: \"\(version)\"."

  // The HTTP transport in use, and a container with it and no source.
  #if AsyncHTTPClient && !canImport(Darwin)
    package static let transport = "AsyncHTTPClient"
    package static var container: AQContainer { .liveAsyncHTTPClient }
  #else
    package static let transport = "URLSession"
    package static var container: AQContainer { .live }
  #endif

  static var description: String {
    let isPlugin = toolName != ToolAdditions.usualName
    return "\(toolName)\(isPlugin ? ", with AQKit" : "") \(version), HTTP over \(transport)"
  }
}
