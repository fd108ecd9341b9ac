#if AsyncHTTPClient
  import AQKit
  import AsyncHTTPClient
  import NIOCore

  /// A failure that AsyncHTTPClient or SwiftNIO reported, without addresses or header values, so that it can be logged.
  public struct AsyncHTTPClientFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error and its case, such as `HTTPClientError: remoteConnectionClosed` or `IOError: 111`.
    public let reason: String

    /// Creates a failure from a reason.
    public init(reason: String) { self.reason = reason }

    /// Creates the failure for an error of the client, keeping only parts without an address.
    init(_ error: any Error) {
      let detail: String? =
        switch error {
        case let error as HTTPClientError: error.shortDescription
        case let error as IOError: "\(error.errnoCode)"
        case let error as AQError: error.message
        default: nil
        }
      reason = "\(type(of: error))" + (detail.map { ": \($0)" } ?? "")
    }

    /// The reason.
    public var description: String { reason }
  }
#endif
