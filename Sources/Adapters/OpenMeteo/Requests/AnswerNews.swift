import AQKit

/// When a service has a new answer to the same request.
enum AnswerNews: Sendable {
  /// When one of these models has been run again.
  case whenRun([ModelDomain])
  /// After a time at the latest.
  case after(Duration)
}

extension OpenMeteoAirQuality.Domain {
  /// The models that an answer may come from.
  var models: [ModelDomain] {
    switch self {
    case .auto: ModelDomain.airQuality
    case .europe: [.camsEurope]
    case .global: [.camsGlobal, .camsGreenhouseGases]
    }
  }
}
