extension AQError.Retry: Codable, CodedByCase {
  /// `"now"`, `"whenChanged"`, `"never"` or `{"after": "PT5S"}`, in whole seconds.
  package static var codedCases: [CodedCase<Self>] {
    [
      .named("now", .now), .named("whenChanged", .whenChanged), .named("never", .never),
      .holding("after", { (wait: ISODuration) in .after(wait.duration) }) {
        if case .after(let wait) = $0 { ISODuration(wait) } else { nil }
      },
    ]
  }
}
