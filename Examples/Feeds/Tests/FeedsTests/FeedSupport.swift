import AQKit
import AQKitTesting

@testable import Feeds

let noon = AirTime(secondsSince1970: 1_790_856_000)

/// Returns the response that a decoder makes of messages that arrive at noon; if it throws, the message is refused, as in a
/// source.
func decode(_ decoder: some FeedDecoder, _ messages: FeedMessage..., at time: AirTime = noon) throws
  -> AirResponse
{
  var report = ReportBuilder(decoder.descriptor, receivedAt: time)
  try report.each(messages) { message, report in
    try decoder.decode(message, for: AirQuery(places: []), into: &report)
  }
  return report.response()
}

/// The readings of a response, in order.
func readings(_ response: AirResponse) -> [AirReading] {
  response.reports.flatMap { $0.series.flatMap { Array($0.readings) } }
}
