extension HTTPAdapter {
  /// Reads a reply as every fetch and every recording does: the verdict first, then the decoder, whose errors become
  /// ``AQError/Code/malformed`` where they are none of ours.
  ///
  /// - Parameters:
  ///   - reply: The reply.
  ///   - placeCount: How many places the call asked about.
  ///   - builder: Takes what is read.
  func read(_ reply: HTTPReply<Step>, answering placeCount: Int, into builder: inout ReportBuilder) throws
    -> [HTTPCall<Step>]
  {
    switch verdict(on: reply.response) {
    case .failed(let error): throw error
    case .nothing(let note):
      builder.note(note)
      return []
    case .nothingForSomePlace(let note):
      guard placeCount < 2 else { throw AQError(.invalidRequest, note.message, source: descriptor.id) }
      builder.note(note)
      return []
    case .read: break
    }
    do {
      return try decode(reply, into: &builder)
    } catch let error as AQError {
      throw error
    } catch {
      if error is CancellationError { throw error }
      throw AQError(.malformed, "The answer is not what it says it is.", source: descriptor.id, cause: error)
    }
  }
}
