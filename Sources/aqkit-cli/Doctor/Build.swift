import AQKit

#if AsyncHTTPClient && os(Linux)
  import AQKitAsyncHTTPClient
#else
  import AQKitURLSession
#endif

/// What this command was built from.
enum Build {
  /// The version of the package.
  static let version = "0.1.0"

  #if AsyncHTTPClient && os(Linux)
    /// The HTTP transport in use.
    static let transport = "AsyncHTTPClient"
    /// A container with that transport and no source.
    static var container: AQContainer { .liveAsyncHTTPClient }
  #else
    /// The HTTP transport in use.
    static let transport = "URLSession"
    /// A container with that transport and no source.
    static var container: AQContainer { .live }
  #endif

  /// Version and transport in one line.
  static let description = "aqkit-cli \(version), HTTP over \(transport)"
}
