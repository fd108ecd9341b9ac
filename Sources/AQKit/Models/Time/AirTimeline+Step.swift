extension AirTimeline {
  /// The usual time from one start to the next, in seconds: the step of regular intervals, else the median of all
  /// steps, which a missing row and seconds of jitter don't change. Nil if there are fewer than two starts.
  package var usualStep: Int64? {
    if let regular { return regular.count > 1 ? regular.step : nil }
    var steps: [Int64] = []
    steps.reserveCapacity(count)
    for index in 1..<max(1, count) {
      let step = startSeconds(at: index) - startSeconds(at: index - 1)
      if step > 0 { steps.append(step) }
    }
    steps.sort()
    return steps.isEmpty ? nil : steps[(steps.count - 1) / 2]
  }
}
