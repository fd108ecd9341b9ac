import AQKit
import AQKitDevices

// The examples of doc comments: devices described in JSON.

func sniffer(through transport: any HTTPTransport) throws -> some AirDataSource {
  let device = try DeviceDescription(
    json: """
      {"id": "sniffer", "name": "Sniffer", "request": {"path": "/now"},
       "readings": [{"parameter": "pm25", "at": "dust.fine", "unit": "µg/m³"}]}
      """)
  let adapter = try MappedAdapter(device, options: ["baseURL": "http://192.168.1.20"])
  let source = HTTPSource(adapter, transport: transport)
  return source
}

func inTheKitchen(_ device: DeviceDescription) throws -> MappedAdapter {
  let kitchen = try MappedAdapter(
    device, id: "airgradient-kitchen",
    options: ["baseURL": "http://192.168.1.20", "latitude": "50.08", "longitude": "14.42"])
  return kitchen
}
