import AQKit

/// An error body of the service, in its own words.
struct OpenMeteoRefusal: Error, Sendable {
  let status: Int
  let reason: String

  init(_ reason: String, status: Int = 400) {
    self.status = status
    self.reason = reason
  }

  func response(at now: AirTime) -> TransportResponse {
    var json = JSONText()
    json.object {
      $0.member("error", true)
      $0.member("reason", reason)
    }
    return OpenMeteoReply.of(json.bytes, status: status, at: now)
  }

  static let notFound = Self("Not Found", status: 404)
  static let keyRequired = Self("API key required. Please add &apikey= to the URL.", status: 401)
  static let badKey = Self("The supplied API key is invalid.")
  static let planTooSmall = Self(
    "This API endpoint requires the API Professional or Enterprise plan", status: 403)
  static let postWithKey = Self("Please use the customer- prefixed URL for POST requests")
  static let tooManyAtOnce = Self("Too many concurrent requests", status: 429)
  static let noData = Self("No data is available for this location")
  static let tooMuchData = Self(
    "Your API call requests too much data. Please reduce the number of variables, locations and/or weather models."
  )
  static let timezone = Self("Invalid timezone")
  static let counts = Self("Parameter 'latitude' and 'longitude' must have the same number of elements")
  static let noCoordinates = Self("Parameter 'latitude' and 'longitude' must not be empty")
  static let elevations = Self("Parameter 'elevation' must have the same number of elements as coordinates")
  static let bothDates = Self("Both 'start_date' and 'end_date' must be set in the url")
  static let dateOrder = Self("End-date must be larger or equals than start-date")
  static let daysAndDates = Self(
    "Parameter 'past_days' is mutually exclusive with 'start_date' and 'end_date'")
  static let run = Self("Parameter 'run' must not be set")
  static let place = Self("Location ID not found.")
  static let placeCount = Self("Parameter count must be between 1 and 100.")

  static func limit(_ window: OpenMeteoStandIn.Window) -> OpenMeteoRefusal {
    let (name, advice) =
      switch window {
      case .minute: ("Minutely", "in one minute")
      case .hour: ("Hourly", "in the next hour")
      case .day: ("Daily", "tomorrow")
      }
    return Self("\(name) API request limit exceeded. Please try again \(advice).", status: 429)
  }

  static func tooManyPlaces(_ most: Int) -> OpenMeteoRefusal {
    Self("Only up to \(most) locations can be requested at once")
  }

  static func latitude(_ given: Float) -> OpenMeteoRefusal {
    Self("Latitude must be in range of -90 to 90°. Given: \(given).")
  }

  static func longitude(_ given: Float) -> OpenMeteoRefusal {
    Self("Longitude must be in range of -180 to 180°. Given: \(given).")
  }

  /// Returns the refusal of a number; the service prints the allowed maximum instead of the given number.
  static func forecastDays(_ most: Int64) -> OpenMeteoRefusal {
    Self("Forecast days is invalid. Allowed range 0 to \(most). Given \(most).")
  }

  static func pastDays(_ most: Int64, given: Int64) -> OpenMeteoRefusal {
    Self("Past days is invalid. Allowed range 0 to \(most). Given \(given).")
  }

  static func dateRange(_ name: String, _ first: Int64, _ last: Int64) -> OpenMeteoRefusal {
    Self(
      "Parameter '\(name)' is out of allowed range from \(OpenMeteoLabel.date(first)) to \(OpenMeteoLabel.date(last))"
    )
  }

  /// Returns the refusal of an unknown word, with the name of the service's own type and the whole list.
  static func unknown(_ type: String, _ text: String) -> OpenMeteoRefusal {
    Self("Data corrupted at path ''. Cannot initialize \(type) from invalid String value \(text).")
  }

  static func missing(_ name: String, _ type: String = "String") -> OpenMeteoRefusal {
    Self("No value found (expected type '\(type)') at path '\(name)'.")
  }

  static let hourlyType =
    "SurfacePressureAndHeightVariable<VariableAndPreviousDay, VariableOrSpread<ForecastPressureVariable>, ForecastHeightVariable>"
}

/// Responses as the service's front end sends them.
enum OpenMeteoReply {
  static func of(
    _ body: [UInt8], status: Int = 200, type: String = "application/json; charset=utf-8", at now: AirTime
  ) -> TransportResponse {
    TransportResponse(
      status: status,
      headers: [
        TransportRequest.Header("Content-Type", type),
        TransportRequest.Header("Date", OpenMeteoLabel.httpDate(now)),
      ], body: body)
  }
}

/// A recorded body and the request that it is for.
struct OpenMeteoRecording: Sendable {
  let service: OpenMeteoStandIn.Service
  let places: [Coordinate]
  let body: [UInt8]

  func matches(_ service: OpenMeteoStandIn.Service, _ points: [Coordinate]) -> Bool {
    guard self.service == service else { return false }
    if places.isEmpty { return true }
    return places.count == points.count
      && zip(places, points).allSatisfy {
        abs($0.latitude - $1.latitude) <= 0.01 && abs($0.longitude - $1.longitude) <= 0.01
      }
  }
}
