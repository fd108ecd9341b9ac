/// The code that is usually written by hand: cut to a tenth, find the row, interpolate, round.
enum ChainOfIfs {
  /// Returns the US sub-index of PM2.5 (the table of 2024), -1 for none.
  static func pm25(_ concentration: Double) -> Int32 {
    let c = (concentration * 10).rounded(.down) / 10
    func line(_ low: Double, _ high: Double, _ from: Double, _ to: Double) -> Int32 {
      Int32(((to - from) / (high - low) * (c - low) + from).rounded())
    }
    if c < 0 { return -1 }
    if c <= 9.0 { return line(0, 9.0, 0, 50) }
    if c <= 35.4 { return line(9.1, 35.4, 51, 100) }
    if c <= 55.4 { return line(35.5, 55.4, 101, 150) }
    if c <= 125.4 { return line(55.5, 125.4, 151, 200) }
    if c <= 225.4 { return line(125.5, 225.4, 201, 300) }
    if c <= 325.4 { return line(225.5, 325.4, 301, 500) }
    return -1
  }
}
