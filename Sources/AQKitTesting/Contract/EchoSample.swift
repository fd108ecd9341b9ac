import AQKit

/// A source's reaction to a server that repeats the request in its response: address, header fields and body.
struct EchoSample: Sendable {
  let name: String
  let requests: [TransportRequest]
  let outcome: Outcome<AirResponse>
}

extension SourceContract {
  /// The parts of responses in which services repeat parts of a request.
  private static let echoForms: KeyValuePairs<String, @Sendable (String) -> String> = [
    "reason":
      { #"{"error":true,"status":"error","reason":\#($0),"message":\#($0),"detail":\#($0),"data":\#($0)}"# },
    "error": { #"{"error":{"message":\#($0),"description":\#($0)},"errors":[{"message":\#($0)}]}"# },
    "description": { #"{"success":false,"error":\#($0),"description":\#($0),"title":\#($0),"note":\#($0)}"# },
    "WebServiceError": { #"{"WebServiceError":[{"Message":\#($0)}]}"# },
    "text": { $0 },
  ]

  func echoSamples() async throws -> [EchoSample] {
    try await samples.echoes.value { [self] in
      guard let query = queries.first?.nudged, drive == .transport else {
        throw NotApplicable("needs a transport and a query")
      }
      var samples: [EchoSample] = []
      for status in [200, 400, 401, 429, 500] {
        for (form, body) in Self.echoForms {
          let subjectUnderTest = try subjectUnderTest { request, _ in
            var said = JSONText()
            said.value(Self.everything(of: request))
            return TransportResponse(
              status: status, headers: [TransportRequest.Header("Content-Type", "application/json")],
              text: body(said.text))
          }
          let outcome = await subjectUnderTest.fetch(query)
          samples.append(
            EchoSample(
              name: "HTTP \(status) that repeats the request as “\(form)”",
              requests: subjectUnderTest.transport?.requests ?? [], outcome: outcome))
        }
      }
      return samples
    }
  }

  private static func everything(of request: TransportRequest) -> String {
    // The shortest come first, because adapters shorten the service's text.
    let address = request.url.split(separator: "?", maxSplits: 1).reversed().joined(separator: " of ")
    let headers = request.headers.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    return "Not understood: \(headers); \(String(decoding: request.body, as: UTF8.self)) \(address)"
  }
}
