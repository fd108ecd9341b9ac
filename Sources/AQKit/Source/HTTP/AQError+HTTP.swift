extension AQError {
  /// The error that a response's status stands for; nil for 2xx.
  ///
  /// | status | code | retry |
  /// |---|---|---|
  /// | 401, 403 | unauthorized | when changed |
  /// | 408 | timedOut | now |
  /// | 429 | rateLimited | after `Retry-After`, else what the text says, else the window of the limit, else 60 s |
  /// | 5xx | unavailable | after `Retry-After`, else what the text says, else 5 s |
  /// | any other | invalidRequest | never |
  ///
  /// `Retry-After` is read as seconds or as a date (RFC 9110 §10.2.3); a date is counted from the response's own
  /// `Date`. No wait is longer than 31 days.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - detail: What the provider says about it, to be shown to people.
  ///   - wait: How long to wait by what the provider's text says.
  ///   - limits: The source's limits; the shortest window is waited for where nothing else is said.
  public init?(
    response: TransportResponse, detail: String? = nil, wait: Duration? = nil, limits: Limits? = nil
  ) {
    let status = response.status
    if (200..<300).contains(status) { return nil }
    let stated = (response.retryAfter ?? wait).map { Retry.after(min(max(.zero, $0), .seconds(86_400 * 31))) }
    let suffix = detail.map { ": \($0)" } ?? "."
    switch status {
    case 401, 403:
      self.init(.unauthorized, "The service refuses the credential or asks for one (HTTP \(status))\(suffix)")
    case 408: self.init(.timedOut, "The service gave up waiting (HTTP 408)\(suffix)")
    case 429:
      let window = limits?.windows.map(\.seconds).filter { $0 > 0 }.min().map { Retry.after(.seconds($0)) }
      self.init(
        .rateLimited, "The service asks for fewer requests (HTTP 429)\(suffix)", retry: stated ?? window)
    case 500...599: self.init(.unavailable, "The service failed (HTTP \(status))\(suffix)", retry: stated)
    default: self.init(.invalidRequest, "The service can't answer this request (HTTP \(status))\(suffix)")
    }
  }
}

extension TransportResponse {
  /// How long the header `Retry-After` asks to wait; nil where there is none that can be read.
  var retryAfter: Duration? {
    guard let text = header("Retry-After") else { return nil }
    let words = text.split { $0 == " " || $0 == "\t" }
    if words.count == 1, let seconds = Double(words[0]), seconds.isFinite {
      return .seconds(min(max(0, seconds.rounded(.up)), 1e9))
    }
    guard let until = AirTime(httpDate: text), let now = header("Date").flatMap({ AirTime(httpDate: $0) })
    else {
      return nil
    }
    return until.since(now)
  }
}

extension AirTime {
  /// Reads the date of an HTTP header in its preferred form, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
  init?(httpDate text: String) {
    let words = text.split { $0 == " " || $0 == "," }
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2])) else {
      return nil
    }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    let day = words[1].utf8.count == 1 ? "0\(words[1])" : "\(words[1])"
    self.init("\(words[3])-\(number)-\(day)T\(words[4])Z")
  }
}
