import AQKit

/// How a watch ended.
enum WatchEnd: Equatable {
  /// As many readings came as were wanted.
  case complete
  /// The feed ended in an orderly way.
  case feedEnded
  /// The time that it was given is over.
  case timeIsUp
  /// The person at the terminal had enough.
  case interrupted
  /// Whoever read the output has gone.
  case readerGone

  /// The exit code: 0 where the wanted number came or, where none was wanted, anything did; 1 where the feed or the time
  /// ended before.
  func exitCode(_ progress: WatchProgress) -> Int32 {
    switch self {
    case .complete, .readerGone: 0
    case .interrupted: progress.limit == nil || progress.isComplete ? 0 : 1
    case .feedEnded, .timeIsUp: progress.isComplete || progress.limit == nil && progress.readings > 0 ? 0 : 1
    }
  }

  /// What is said about it on stderr.
  func sentence(_ progress: WatchProgress) -> String {
    let wanted = progress.limit.map { " of \($0)" } ?? ""
    let noun = progress.readings == 1 && progress.limit == nil ? "reading" : "readings"
    let figures =
      "\(progress.readings)\(wanted) \(noun), \(progress.refused) refused, \(progress.dropped) dropped"
    let reason =
      switch self {
      case .complete: "That is as many as were wanted"
      case .feedEnded: "The feed ended"
      case .timeIsUp: "The time is up"
      case .interrupted: "Interrupted"
      case .readerGone: "Nobody reads the output any more"
      }
    return "\(reason): \(figures)."
  }
}
