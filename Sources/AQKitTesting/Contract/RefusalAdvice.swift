import AQKit

enum RefusalAdvice {
  /// Words that occur in notes of the builder and of the JSON reader, with the remedies.
  private static let advice: KeyValuePairs = [
    "the unit “":
      "pass a unit that `AirUnit` knows, such as `.microgramsPerCubicMetre` or \"ug/m3\", in place of the service's spelling",
    "no zone or offset":
      "pass the stamp as `.zonedText(text, zone)`, or as `.localText(text, secondsFromUTC:)` where the offset is fixed",
    "time stamp can't be read":
      "pass ISO 8601 with an offset, or read the service's own form before and pass `.time`",
    "ahead of the receipt":
      "read local times with their zone, such as `.zonedText(text, zone)`, not as UTC, check `timeConvention`, and give `at:` the time of the recording",
    "time is out of range": "pass milliseconds as `.unixMilliseconds`, and seconds as `.unix`",
    "is beyond what is possible":
      "check the unit, and declare numbers that mean a missing value as `sentinels`",
    "a point on Earth": "read latitude and longitude from the right members: they may be exchanged",
    "latitude from -90 to 90": "pass the latitude first: latitude and longitude may be exchanged",
    "a different number of values than of time stamps": "pass as many stamps as values",
    "”; the header has “": "name the column as the header does, and check the lines before the header",
    "isn't a number":
      "where the service writes numbers as text, pass the texts that mean a missing value as `missing:`, or `[]`",
    "found nothing":
      "read what may be missing with `json[\"name\"]`, which `report.add` takes as it is, and use `require` for the rest only",
    "found null": "read what may be null with `ifPresent`, or pass the JSON value itself to `report.add`",
    "found a string":
      "read a number that the service writes as text with `double(acceptingText: true)`, of a column each element",
  ]

  static func advice(on note: AirNote) -> String? {
    advice.first { note.message.contains($0.key) }?.value
  }

  /// Returns the first notes, each with its remedy; nil without any.
  static func explanation(by notes: [AirNote]) -> String? {
    let told = notes.prefix(3).map { note in
      "“\(note.message)”" + (advice(on: note).map { ", so \($0)" } ?? "")
    }
    return told.isEmpty ? nil : told.joined(separator: "; ")
  }

  static func sentence(about note: AirNote) -> String {
    "The response has the note “\(note.message)”" + (advice(on: note).map { ": \($0)." } ?? ".")
  }
}
