extension HostileReply {
  /// The names of the replies that end the process through `URLSession` on this system (Decisions/0002).
  static let endingURLSession: Set<String> = {
    #if canImport(FoundationNetworking)
      [
        "closed behind the status line", "closed in a name", "closed behind a name", "closed behind a colon",
        "closed before a value", "closed in a value", "closed behind a value", "closed within a field's end",
        "closed behind a field", "closed in the second name", "closed in the length",
        "closed behind the length", "closed within the second field's end", "103 cut in its head",
        "a trailer",
        "a length as a trailer", "10,000 trailers", "a length of 2^63 - 512", "a length of 2^63 - 1",
        "302 to a neighbour whose host has an encoded line end",
      ]
    #else
      []
    #endif
  }()

  /// The names of the replies for which `URLSession` on this system holds more than 100 MB (Decisions/0002).
  static let swellingURLSession: Set<String> = {
    #if canImport(FoundationNetworking)
      ["chunks of one byte without end"]
    #else
      []
    #endif
  }()

  /// The names of the replies for which it holds about that much, more of it while other work keeps the processor busy.
  static let oftenSwellingURLSession: Set<String> = ["a body of spaces in 150,000 chunks of one byte"]

  /// The names of the replies that `URLSession` on this system continues to process long after the caller has the error: for
  /// each line of a header it copies all previous lines, and it decodes a compressed body faster than it hears of the
  /// cancellation (Decisions/0002).
  static let outlastingURLSession: Set<String> = {
    #if canImport(FoundationNetworking)
      [
        "fields without end", "a folded field without end", "trailers without end",
        "a gzip bomb that never ends",
      ]
    #else
      []
    #endif
  }()

  /// The names of the replies that `URLSession` on this system accepts as complete although their coding is truncated: it
  /// decodes the arrived part and doesn't report the rest (Decisions/0002).
  static let cutUnnoticedByURLSession: Set<String> = {
    #if canImport(FoundationNetworking)
      [
        "gzip cut in its head", "gzip cut behind its head", "gzip cut in its data", "gzip cut before its sum",
        "gzip cut in its sum",
      ]
    #else
      []
    #endif
  }()

  /// The same of the command line, by the transport that it is built with.
  #if AsyncHTTPClient
    static let endingCommandLine: Set<String> = []
    static let swellingCommandLine: Set<String> = []
    static let oftenSwellingCommandLine: Set<String> = []
    static let outlastingCommandLine: Set<String> = []
    var isCutUnnoticed: Bool { false }
  #else
    static let endingCommandLine = endingURLSession
    static let swellingCommandLine = swellingURLSession
    static let oftenSwellingCommandLine = oftenSwellingURLSession
    static let outlastingCommandLine = outlastingURLSession
    var isCutUnnoticed: Bool { Self.cutUnnoticedByURLSession.contains(name) }
  #endif
}
