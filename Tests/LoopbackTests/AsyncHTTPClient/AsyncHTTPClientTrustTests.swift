#if AsyncHTTPClient
  import AQKit
  import AQKitAsyncHTTPClient
  import AsyncHTTPClient
  import LoopbackServers
  import Testing

  @Suite("AsyncHTTPClientTransport: private authorities and proxies", .timeLimit(.minutes(10)))
  struct AsyncHTTPClientTrustTests {
    private func transport(trusting pem: String?) -> AsyncHTTPClientTransport {
      AsyncHTTPClientTransport(configuration: .init(trustedCertificates: pem))
    }

    @Test("trusts a private authority's certificates, and reads over TLS")
    func authority() async throws {
      try await LoopbackHTTPServer.withServer(certificate: .valid, reply: .chunked([[1], [2]])) { server in
        let transport = transport(trusting: LoopbackCertificate.authorityPEM)
        let response = try await transport.send(.patient(url: server.url()))
        #expect(response.body == [1, 2])
      }
    }

    @Test(
      "still refuses a wrong name, an expired certificate, and another authority",
      arguments: [
        (LoopbackCertificate.wrongHost, LoopbackCertificate.authorityPEM),
        (.expired, LoopbackCertificate.authorityPEM), (.valid, LoopbackCertificate.otherAuthorityPEM),
      ])
    func untrusted(certificate: LoopbackCertificate, pem: String) async throws {
      try await LoopbackHTTPServer.withServer(certificate: certificate, reply: .text("ok")) { server in
        let request = TransportRequest.patient(url: server.url())
        let error = try await transportError(of: request, through: transport(trusting: pem))
        #expect(error.code == .untrusted)
        #expect(server.requests.isEmpty)
      }
    }

    @Test(
      "says that there is no certificate in the text",
      arguments: ["", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
    func noCertificate(pem: String) async throws {
      let request = TransportRequest.patient(url: "https://localhost:1/")
      let error = try await transportError(of: request, through: transport(trusting: pem))
      #expect(error.code == .notConfigured)
    }

    @Test("trusts the transport's certificates, whatever a shared client trusts")
    func sharedTrust() async throws {
      try await AsyncHTTPClientSharingTests.withClient(
        try AsyncHTTPClientTransport.Configuration().client()
      ) { client in
        try await LoopbackHTTPServer.withServer(certificate: .valid, reply: .text("ok")) { server in
          let transport = try AsyncHTTPClientTransport(
            sharing: client, trustedCertificates: LoopbackCertificate.authorityPEM)
          let response = try await transport.send(.patient(url: server.url()))
          #expect(response.status == 200)
          let plain = try AsyncHTTPClientTransport(sharing: client)
          let error = try await transportError(of: .patient(url: server.url()), through: plain)
          #expect(error.code == .untrusted)
        }
      }
    }

    @Test("takes a body that ends without closing TLS for truncated, if nothing else marks its end")
    func truncation() async throws {
      let script: [LoopbackStep] = [
        .expectThrough(Array("\r\n\r\n".utf8)), .text("HTTP/1.1 200 OK\r\n\r\n{\"pm2_5\":1"), .drop,
      ]
      try await LoopbackTCPServer.withServer(certificate: .valid, script: script) { server in
        let request = TransportRequest.patient(url: "https://localhost:\(server.port)/")
        let transport = transport(trusting: LoopbackCertificate.authorityPEM)
        let error = try await transportError(of: request, through: transport)
        #expect(error.code == .malformed)
        #expect(error.retry == .now)
      }
    }

    /// A proxy that is the server behind it as well.
    private func proxy(replying connect: String) -> [LoopbackStep] {
      [
        .expectThrough(Array("\r\n\r\n".utf8)), .text(connect), .expectThrough(Array("\r\n\r\n".utf8)),
        .text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .hold,
      ]
    }

    @Test("goes through an HTTP proxy")
    func proxied() async throws {
      try await LoopbackTCPServer.withServer(script: proxy(replying: "HTTP/1.1 200 OK\r\n\r\n")) { server in
        let configuration = AsyncHTTPClientTransport.Configuration(
          proxy: .http(host: "127.0.0.1", port: server.port))
        let transport = AsyncHTTPClientTransport(configuration: configuration)
        let response = try await transport.send(.patient(url: "http://nowhere.invalid/v1/air"))
        #expect(response.body == Array("ok".utf8))
      }
    }

    @Test("gives the proxy its credentials, and never shows them")
    func credentials() async throws {
      // "air:k-123" in Base64.
      let credentials = "Proxy-Authorization: Basic YWlyOmstMTIz\r\n"
      try await LoopbackTCPServer.withServer { connection in
        let head = String(
          decoding: await connection.read(through: Array("\r\n\r\n".utf8)) ?? [], as: UTF8.self)
        let isKnown = head.lowercased().contains(credentials.lowercased())
        try await connection.write(
          isKnown ? "HTTP/1.1 200 OK\r\n\r\n" : "HTTP/1.1 407 Who\r\nContent-Length: 0\r\n\r\n")
        guard isKnown else { return }
        _ = await connection.read(through: Array("\r\n\r\n".utf8))
        try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      } body: { server in
        let request = TransportRequest.patient(url: "http://nowhere.invalid/v1/air")
        var configuration = AsyncHTTPClientTransport.Configuration(
          proxy: .http(host: "127.0.0.1", port: server.port, username: "air", password: "k-123"))
        let transport = AsyncHTTPClientTransport(configuration: configuration)
        let response = try await transport.send(request)
        #expect(response.status == 200)
        var dumped = "\(transport)"
        dump(transport, to: &dumped)
        dump(configuration, to: &dumped)
        #expect(!dumped.contains("k-123"))
        configuration.proxy = .http(host: "127.0.0.1", port: server.port)
        let other = AsyncHTTPClientTransport(configuration: configuration)
        let error = try await transportError(of: request, through: other)
        #expect(error.code == .unauthorized)
      }
    }

    @Test("calls a missing proxy unreachable")
    func noProxy() async throws {
      let port = LoopbackTCPServer.refusingPort
      let configuration = AsyncHTTPClientTransport.Configuration(proxy: .http(host: "127.0.0.1", port: port))
      let transport = AsyncHTTPClientTransport(configuration: configuration)
      let request = TransportRequest.patient(url: "http://nowhere.invalid/")
      let error = try await transportError(of: request, through: transport)
      #expect(error.code == .unreachable)
    }
  }
#endif
