extension HTTPAdapter {
  /// Reads a reply as every fetch and recording does: first the verdict, then the decoder, whose own errors become
  /// ``AQError/Code/malformed``.
  ///
  /// - Parameters:
  ///   - reply: The reply.
  ///   - places: The indices of the query's places in the call.
  ///   - builder: Receives the content.
  func read(_ reply: HTTPReply<Step>, answering places: [Int], into builder: inout ReportBuilder) throws
    -> [HTTPCall<Step>]
  {
    switch verdict(on: reply.response) {
    case .failed(let error): throw error
    case .nothing(let note):
      builder.note(note.about(places))
      return []
    case .nothingForSomePlace(let note):
      guard places.count < 2 else { throw AQError(.invalidRequest, note.message, source: descriptor.id) }
      builder.note(note.about(places))
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

extension AirNote {
  /// The note; if it names no places, about these.
  fileprivate func about(_ places: [Int]) -> AirNote {
    var copy = self
    if copy.places.isEmpty { copy.places = places }
    return copy
  }
}
