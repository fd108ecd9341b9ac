import AQKit

/// Returns the text of a screen without a value: the reason, and whether asking again is worthwhile.
func message(for answer: AirAnswer) -> String? {
  guard answer.best == nil else { return nil }
  guard let error = answer.failures.first?.error else {
    return answer.explanation() ?? "There is nothing here."
  }
  switch (error.code, error.retry) {
  case (.unreachable, _), (.timedOut, _): return "No connection. What is shown may be old."
  case (.notConfigured, _), (.unauthorized, _):
    return "The key for \(error.source ?? "the source") is missing or wrong."
  case (_, .after(let wait)): return "Try again in \(wait)."
  default: return error.message
  }
}
