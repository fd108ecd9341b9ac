extension SourceDescriptor.Endpoint {
  /// Creates an address that a user has configured: unencrypted if its scheme is, because the user has chosen it.
  public init(configured url: String) {
    self.init(url, URLParts(url).isEncrypted ? .encrypted : .none)
  }

  /// The address without user information or query, which may hold a password or a key, for display and storage.
  public var shownURL: String { url.hidingSecrets() }
}

extension SourceDescriptor {
  /// Returns the error of an unprotected connection (`http`, `ws`, `tcp`, `mqtt`) to an address that no endpoint
  /// declares as ``Endpoint/Protection/none``; nil if the address may be contacted, as addresses of the same machine always
  /// may.
  ///
  /// - Parameter url: The absolute address.
  public func refusal(of url: String) -> AQError? {
    let parts = URLParts(url)
    if parts.isEncrypted || parts.isLocal { return nil }
    let isDeclared = endpoints.contains { $0.protection == .none && URLParts($0.url) == parts }
    guard !isDeclared else { return nil }
    return AQError(
      .untrusted,
      "Requests to \(parts.host) would be unencrypted. Use https, or declare it: Endpoint(url, .none).",
      source: id)
  }

  var hasCredentials: Bool { options.contains(where: \.isSecret) }

  var hosts: Set<String> {
    Set(endpoints.flatMap { [$0.url, $0.replacedBy].compactMap { $0 } }.map { URLParts($0).host })
  }

  /// Returns the declaration with the address of a feed added, unless it is already declared.
  package func connected(to feed: FeedEndpoint) -> SourceDescriptor {
    let parts = URLParts(feed.url)
    // A serial line or a file has no host.
    guard !parts.host.isEmpty, !endpoints.contains(where: { URLParts($0.url) == parts }) else { return self }
    var endpoint = Endpoint(configured: parts.origin)
    if endpoint.protection == .encrypted, feed.trustedCertificates != nil {
      endpoint.protection = .privateCertificate
    }
    return changed(self) { $0.endpoints = [endpoint] }
  }
}

extension HTTPTransport {
  /// Returns this transport, for one source only: it refuses an unprotected request
  /// (``SourceDescriptor/refusal(of:)``) before anything is sent.
  ///
  /// `container.transport(for:credential:)` includes this.
  public func guarded(by descriptor: SourceDescriptor) -> some HTTPTransport {
    GuardedTransport(base: self, descriptor: descriptor)
  }
}

private struct GuardedTransport: HTTPTransport {
  let base: any HTTPTransport
  let descriptor: SourceDescriptor

  @concurrent func send(_ request: TransportRequest) async throws -> TransportResponse {
    if let refusal = descriptor.refusal(of: request.url) { throw refusal }
    return try await base.send(request)
  }
}
