extension AQJSON {
  /// The coordinate in two members of an object, in degrees.
  ///
  /// - Parameters:
  ///   - latitude: The name of the member with the latitude.
  ///   - longitude: The name of the member with the longitude.
  ///   - acceptsText: Whether to read strings that contain numbers.
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path, if a member is missing or no number,
  ///   or the two are no point on Earth.
  public func coordinate(
    _ latitude: String = "latitude", _ longitude: String = "longitude",
    acceptingText acceptsText: Bool = false
  ) throws(AQError) -> Coordinate {
    let (north, east) = (try require(latitude), try require(longitude))
    let degrees = (
      try north.double(acceptingText: acceptsText), try east.double(acceptingText: acceptsText)
    )
    guard let coordinate = try? Coordinate(degrees.0, degrees.1) else {
      throw error(expected: "a point on Earth in degrees")
    }
    return coordinate
  }
}
