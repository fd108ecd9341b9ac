import NIOSSL

/// The test-only certificate that a loopback server shows in its TLS handshake.
///
/// The certificates and their keys are in the source text: they protect nothing.
public enum LoopbackCertificate: Hashable, Sendable, CaseIterable {
  /// A certificate for `localhost`, `127.0.0.1` and `::1`, issued by ``authorityPEM``, as an honest server shows it.
  case valid
  /// A certificate for `feed.example.org`, issued by ``authorityPEM``: no client may accept it from a loopback address.
  case wrongHost
  /// A certificate for `localhost`, issued by ``authorityPEM``, expired in 2021.
  case expired

  /// The test authority in PEM, for a client that is to trust the servers' certificates.
  public static var authorityPEM: String { authorityText }

  /// Another authority in PEM, which issued none of the servers' certificates.
  public static var otherAuthorityPEM: String { otherAuthorityText }

  private var texts: (certificate: String, key: String) {
    switch self {
    case .valid: (Self.validText, Self.validKeyText)
    case .wrongHost: (Self.wrongHostText, Self.wrongHostKeyText)
    case .expired: (Self.expiredText, Self.expiredKeyText)
    }
  }

  func serverContext() throws -> NIOSSLContext {
    let texts = texts
    let certificates = try NIOSSLCertificate.fromPEMBytes(Array(texts.certificate.utf8))
    let key = try NIOSSLPrivateKey(bytes: Array(texts.key.utf8), format: .pem)
    return try NIOSSLContext(
      configuration: .makeServerConfiguration(
        certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(key)))
  }
}
