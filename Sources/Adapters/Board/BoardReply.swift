#if Board
  import Foundation
  import NIOHTTP1

  /// What is answered to a request, decided from its head alone.
  struct BoardReply {
    var status: HTTPResponseStatus
    var headers: HTTPHeaders
    var body: Data
    /// Whether the events follow.
    var opensStream = false

    /// The answer to a request.
    ///
    /// Only the board's own page may ask. A page of another site that has its name point at 127.0.0.1 is given away by
    /// the field `Host`; one that asks from where it is by `Origin` and `Sec-Fetch-Site`, which no page can set.
    ///
    /// - Parameters:
    ///   - request: The head of the request.
    ///   - port: The port on which the board is served.
    ///   - hasRoom: Whether another stream may be opened.
    init(to request: HTTPRequestHead, port: Int, hasRoom: Bool) {
      let hosts = request.headers["host"]
      guard hosts.count == 1, let host = hosts.first else {
        self.init(.badRequest, "A request has one field Host.")
        return
      }
      let own = ["127.0.0.1:\(port)", "localhost:\(port)"]
      guard own.contains(host.lowercased()) else {
        self.init(.misdirectedRequest, "The board is at http://127.0.0.1:\(port)/ only.")
        return
      }
      guard request.headers["origin"].allSatisfy({ origin in own.contains { origin == "http://\($0)" } })
      else {
        self.init(.forbidden, "Only the board's own page may ask.")
        return
      }
      let path = request.uri.prefix { $0 != "?" }
      guard path == "/" || path == "/events" else {
        self.init(.notFound, "There are / and /events.")
        return
      }
      guard request.method == .GET || request.method == .HEAD else {
        self.init(.methodNotAllowed, "The board can only be read.")
        headers.add(name: "Allow", value: "GET, HEAD")
        return
      }
      guard path == "/events" else {
        self.init(BoardPage())
        return
      }
      guard request.headers["sec-fetch-site"].allSatisfy({ $0 == "same-origin" || $0 == "none" }) else {
        self.init(.forbidden, "Only the board's own page may ask.")
        return
      }
      guard hasRoom else {
        self = .busy
        return
      }
      self.init(.ok, Data(), type: "text/event-stream")
      opensStream = request.method == .GET
    }

    /// There are too many connections.
    static var busy: BoardReply {
      var reply = BoardReply(.serviceUnavailable, "Too many connections are open.")
      reply.headers.add(name: "Retry-After", value: "5")
      return reply
    }

    /// A body longer than any that is read over.
    static var tooLarge: BoardReply { BoardReply(.payloadTooLarge, "A request has no body here.") }

    private init(_ status: HTTPResponseStatus, _ text: String) {
      self.init(status, Data((text + "\n").utf8), type: "text/plain; charset=utf-8")
    }

    private init(_ page: BoardPage) {
      self.init(.ok, page.html, type: "text/html; charset=utf-8")
      headers.add(name: "Content-Security-Policy", value: page.policy)
      headers.add(name: "Cross-Origin-Opener-Policy", value: "same-origin")
      headers.add(name: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=()")
    }

    private init(_ status: HTTPResponseStatus, _ body: Data, type: String) {
      self.status = status
      self.body = body
      headers = [
        "Content-Type": type, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
      ]
    }
  }
#endif
