import AQKit
