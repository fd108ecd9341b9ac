/// The same reply for `JSONDecoder`, as one would write it without AQKit, into equivalent arrays.
struct DecodedReply: Decodable {
  let latitude: Double
  let longitude: Double
  let hourly_units: [String: String]
  let hourly: Hourly

  struct Hourly: Decodable {
    let time: [Int64]
    let pm10, pm2_5, carbon_monoxide, carbon_dioxide, nitrogen_dioxide, sulphur_dioxide, ozone: [Double?]
    let aerosol_optical_depth, dust, uv_index, uv_index_clear_sky, ammonia, methane: [Double?]
    let alder_pollen, birch_pollen, grass_pollen, mugwort_pollen, olive_pollen, ragweed_pollen: [Double?]
    let european_aqi: [Double?]
  }
}
