#if AsyncHTTPClient
  import AQKit
  import AsyncHTTPClient
  import NIOHTTP1

  /// The status and the header fields of a response, checked for contradictions about where its body ends.
  struct ResponseHead {
    private let status: Int
    private let fields: [TransportRequest.Header]
    /// The content coding of the body, in lower case; nil for none.
    let coding: String?
    /// The stated length of the body; nil for none, `.max` for an unrepresentable one.
    let length: Int?

    /// Reads the head of a response. Throws ``AQError/Code/malformed`` for two different lengths, one that isn't a number,
    /// a length together with chunks, and a transfer coding other than chunks.
    init(_ response: HTTPClientResponse, host: String) throws(AQError) {
      let headers = response.headers
      let lengths = Set(headers[canonicalForm: "Content-Length"])
      let transfers = headers[canonicalForm: "Transfer-Encoding"].map { $0.lowercased() }
        .filter { $0 != "identity" }
      guard lengths.count <= 1, lengths.isEmpty || transfers.isEmpty else {
        throw AQError(.malformed, "The response of \(host) contradicts itself about its length.")
      }
      guard lengths.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }) else {
        throw AQError(.malformed, "The response of \(host) states a length that isn't a number.")
      }
      guard transfers.isEmpty || transfers == ["chunked"] else {
        throw AQError(.malformed, "The response of \(host) has an unrequested encoding.")
      }
      let codings = headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }
        .filter { !$0.isEmpty && $0 != "identity" }
      coding = codings.isEmpty ? nil : codings.joined(separator: ",")
      status = Int(response.status.code)
      // A response without a body may state the length of the body that it leaves out.
      length = status == 204 || status == 304 ? nil : lengths.first.map { Int($0) ?? .max }
      fields = Self.joined(headers)
    }

    /// Returns the fields in order; repeated ones are joined with a comma at their first position.
    private static func joined(_ headers: HTTPHeaders) -> [TransportRequest.Header] {
      var fields: [TransportRequest.Header] = []
      var indices: [String: Int] = [:]
      for (name, value) in headers {
        let key = name.lowercased()
        if let index = indices[key] {
          fields[index].value += ", " + value
        } else {
          indices[key] = fields.count
          fields.append(TransportRequest.Header(name, value))
        }
      }
      return fields
    }

    var isSuccess: Bool { (200..<300).contains(status) }

    /// Returns the response with its body, without the fields that described a compressed one. `isRead` says whether the
    /// body was taken as it arrived, and isn't here.
    func response(body: [UInt8], isRead: Bool = false) -> TransportResponse {
      let isDecompressed = coding != nil && (isRead || !body.isEmpty)
      return TransportResponse(
        status: status,
        headers: isDecompressed
          ? fields.filter { !$0.isNamed("Content-Encoding") && !$0.isNamed("Content-Length") } : fields,
        body: body)
    }
  }
#endif
