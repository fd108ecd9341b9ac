import AQKit
import AQKitOpenMeteo
import AQKitURLSession

/// A container that a document and one option configure.
func configured(by bytes: [UInt8]) throws -> AQContainer {
  var container = try AQContainer.live.installing(.openMeteo)
  try container.configure(json: bytes)  // a document as below
  try container.setOption("baseURL", of: "open-meteo", to: "http://127.0.0.1:8080")  // one option
  return container
}
