import AQKit

/// The services of the stations' module, each with its known replies and refusals. Those that aren't files are worded as in
/// the services' documentation and clients.
enum RecordedServices {
  private static let key = ["apiKey": "key-of-the-test"]

  static let all = [
    airNowFiles, airNow, openAQ, sensorCommunity, sensorCommunityArchive, purpleAir, purpleAirLocal, waqi,
    uba, luchtmeetnet, gios,
    londonAir, moenv, nea, airKorea, canadaAQHI, cpcb, soramame, miteco, chmi, luftmalinger, hongKongEPD, fmi,
    lcsqa, atmoFrance, airGradientCloud, pirateWeather, irceline, ukAir, smhiAir,
  ]

  private static let airNowFiles = RecordedService(
    source: "airnow", now: time("2026-09-27T17:00:00Z"), place: near(30.4889, -87.8706),
    value: ("840010030010", .pm25, 10.6), requests: 3,
    replies: ["15", "14", "13"].map {
      .init("HourlyAQObs_20260927\($0)", .file("airnow/hourlyaqobs_excerpt.csv"))
    },
    refusals: [
      .init(
        "an hour without a file", 403,
        .text(#"<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>"#), nil),
      .init(
        "an hour without a file, said otherwise", 404,
        .text("<?xml?><Error><Code>NoSuchKey</Code></Error>"), nil),
    ])

  private static let airNow = RecordedService(
    source: "airnow", now: time("2026-09-12T21:40:00Z"), place: near(48.366, -124.61), options: key,
    value: ("840530090015", .pm25, 3.6), requests: 2,
    replies: [
      .init("/aq/data/", .file("airnow/data_bbox_verbose_raw.json")), .init("/aq/forecast/", .text("[]")),
    ],
    refusals: [
      .init("a wrong key", 401, .file("airnow/error_401.json"), .unauthorized),
      .init("a wrong key with the status of success", 200, .file("airnow/error_401.json"), .unauthorized),
      .init("no observation", 200, .file("airnow/error_200_no_observation.csv"), nil),
      .init("no reporting area", 200, .file("airnow/error_200_no_reporting_area.json"), nil),
      .init(
        "too many requests", 200,
        .text(#"{"WebServiceError":[{"Message":"Web service request limit exceeded"}]}"#),
        .rateLimited),
    ])

  private static let openAQ = RecordedService(
    source: "openaq", now: time("2025-07-09T02:00:00Z"), place: near(-16.515, -151.763), options: key,
    value: ("1", .pm25, 1), requests: 3,
    replies: [
      .init("/v3/licenses?", .file("openaq/licenses_list.json")),
      .init("/v3/locations?", .file("openaq/location_single.json")),
      .init(
        "/v3/locations/1/sensors?",
        .file("openaq/location_sensors_stale_latest.json").with("2023-04-01T04:30", "2025-07-09T01:30")),
    ],
    refusals: [
      .init("a wrong key", 401, .text(#"{"detail": "Invalid credentials"}"#), .unauthorized),
      .init(
        "no key", 401,
        .text(#"{"message": "Unauthorized. A valid API key must be provided in the X-API-Key header."}"#),
        .unauthorized),
      .init("no such station", 404, .text(#"{"detail": "Location not found"}"#), .invalidRequest),
      .init("a wrong radius", 422, .file("openaq/error_422_string_of_repr.json"), .invalidRequest),
      .init(
        "too many requests", 429, .text(#"{"detail": "Too many requests"}"#), .rateLimited,
        headers: [TransportRequest.Header("x-ratelimit-reset", "23")]),
      .init("a text in place of JSON", 500, .file("openaq/error_500_plaintext.txt"), .unavailable),
    ],
    pages: .init(
      part: "/v3/locations?", more: ("\"found\": 1", "\"found\": 2"), second: "page=2", site: ("1", "7"),
      other: ("\"id\": 1,", "\"id\": 7,")))

  private static let sensorCommunity = RecordedService(
    source: "sensor-community", now: time("2026-10-01T12:00:00Z"), place: near(48.79, 9.16),
    value: ("602", .pm25, 4.08), requests: 1,
    replies: [.init("/airrohr/v1/filter/area=", .file("sensor-community/area.json"))],
    refusals: [
      .init("a client that is blocked", 403, .file("sensor-community/error_403.html"), .unauthorized),
      .init("no messages yet", 200, .text("[]"), nil),
      .init("no list of sensors", 404, .text("<html>Not Found</html>"), .invalidRequest),
    ])

  private static let sensorCommunityArchive = RecordedService(
    source: "sensor-community", now: time("2026-09-30T12:00:00Z"), place: .site("sds011/5331"),
    value: ("2688", .pm25, 6.9), requests: 2,
    replies: [.init("_sds011_sensor_5331.csv", .file("sensor-community/archive_sds011.csv"))],
    refusals: [.init("a day without a file", 404, .text("<html>Not Found</html>"), nil)])

  private static let purpleAir = RecordedService(
    source: "purpleair", now: time("2026-10-01T12:00:00Z"), place: near(37.763, -122.426), options: key,
    value: ("131079", .pm25, 10.1), requests: 1,
    replies: [.init("/v1/sensors?fields=", .file("purpleair/list.json"))],
    refusals: [
      .init("no points left", 402, .file("purpleair/error_402.json"), .unauthorized),
      .init("no key", 403, .file("purpleair/error_403_key_missing.json"), .unauthorized),
      .init(
        "a key of another kind", 403, .file("purpleair/error_403_ApiKeyTypeMismatchError.json"),
        .unauthorized),
      .init(
        "a key for others", 403, .file("purpleair/error_403_ApiKeyRestrictedError.json"), .unauthorized),
      .init(
        "a wrong field", 400, .file("purpleair/error_400_InvalidFieldValueError.json"), .invalidRequest),
      .init(
        "too many requests", 429, .file("purpleair/error_429_RateLimitExceededError.json"), .rateLimited),
      .init(
        "a server that starts", 503, .file("purpleair/error_503_DataInitializingError.json"), .unavailable),
    ])

  private static let purpleAirLocal = RecordedService(
    source: "purpleair-local", now: time("2026-05-17T22:23:30Z"), place: .site("127.0.0.1"),
    value: ("00:00:00:00:00:02", .humidity, 14), requests: 1,
    replies: [.init("/json", .file("purpleair-local/local_outdoor_dual_laser.json"))],
    refusals: [
      .init("another device at the address", 404, .text("<html>no such page</html>"), .invalidRequest)
    ])

  private static let waqi = RecordedService(
    source: "waqi", now: time("2023-08-07T15:30:00Z"), place: near(52.1013, 5.1282), options: key,
    value: ("6332", .publishedIndex(scale: "waqi"), 29), requests: 1,
    replies: [.init("/feed/geo:52.1013;5.1282/", .file("waqi/feed_city_ok.json"))],
    refusals: [
      .init("a wrong key", 200, .file("waqi/error_invalid_key.json"), .unauthorized),
      .init("no such station", 200, .file("waqi/error_no_such_station.json"), .invalidRequest),
      .init("an unknown station", 200, .file("waqi/error_unknown_station.json"), .invalidRequest),
      .init(
        "a quota that is used up", 200, .text(#"{"status":"error","data":"Over quota"}"#), .rateLimited),
      .init(
        "a refusal inside a reply that is fine", 200,
        .text(#"{"status":"ok","data":{"status":"error","msg":"Unknown ID"}}"#), .invalidRequest),
    ])

  private static let uba = RecordedService(
    source: "uba", now: time("2026-04-07T12:30:00Z"), place: near(52.549, 13.35), value: ("21", .no2, 4),
    requests: 2,
    replies: [
      .init("/api/air-data/v4/stations/json?", .file("uba/stations.json")),
      .init(
        "/api/air-data/v4/airquality/json?",
        .text(
          #"{"data": {"21": {"2026-04-07 12:00:00": ["2026-04-07 13:00:00", 1, 0, [5, 4, 1, "1.0"]]}}}"#)),
    ],
    refusals: [
      .init(
        "a wrong time", 400,
        .text(#"{"status": 400, "title": "Bad Request", "detail": "date_from is missing"}"#),
        .invalidRequest),
      .init(
        "a refusal with the status of success", 200, .text(#"{"status": 503, "detail": "down"}"#),
        .unavailable),
      .init(
        "a station without values", 200, .text(#"{"request": {}, "data": []}"#), nil, to: "/airquality/"),
    ])

  private static let luchtmeetnet = RecordedService(
    source: "luchtmeetnet", now: time("2026-10-01T12:00:00Z"), place: near(52.09, 5.12),
    value: ("NL10643", .no2, 25.2), requests: 2,
    replies: [
      .init("luchtmeetnet_meetlocaties.csv", .file("luchtmeetnet/stations.csv")),
      .init("/open_api/measurements?", .file("luchtmeetnet/measurements.json")),
    ],
    refusals: [
      .init("too many requests", 429, .text(#"{"message": "Too Many Attempts."}"#), .rateLimited),
      .init("a forbidden path", 403, .text(#"{"message": "Missing Authentication Token"}"#), .unauthorized),
      .init(
        "an hour without values", 200, .text(#"{"pagination": {"last_page": 0}, "data": []}"#), nil,
        to: "/open_api/"),
    ])

  private static let gios = RecordedService(
    source: "gios", now: time("2025-07-04T13:05:00Z"), place: near(52.29, 21.04), parameters: [.pm10],
    value: ("552", .pm10, 7.6), requests: 3,
    replies: [
      .init("/pjp-api/v1/rest/station/findAll?", .file("gios/stations.json")),
      .init("/pjp-api/v1/rest/station/sensors/552?", .file("gios/sensors-552.json")),
      .init(
        "/pjp-api/v1/rest/data/getData/",
        .file("gios/data-pm10.json").with("\"totalPages\": 4", "\"totalPages\": 1")),
    ],
    refusals: [
      .init(
        "a sensor that is weighed by hand", 400, .file("gios/data-error.json"), nil, to: "/data/getData/"),
      .init(
        "a wrong parameter", 400,
        .text(#"{"error_code": "API-ERR-100001", "error_reason": "Nieprawidłowy parametr"}"#),
        .invalidRequest),
      .init(
        "too many requests", 200,
        .text(#"{"error_code": "API-ERR-1", "error_reason": "Przekroczono limit zapytań"}"#),
        .rateLimited),
    ],
    pages: .init(
      part: "/station/findAll?", more: ("\"totalPages\": 1", "\"totalPages\": 2"), second: "page=1",
      site: ("552", "99552")))

  private static let londonAir = RecordedService(
    source: "london-air", now: time("2026-11-20T11:00:00Z"), place: near(51.456, 0.04),
    value: ("GX1", .no2, 41.25),
    requests: 2,
    replies: [
      .init("/Information/MonitoringSiteSpecies/GroupName=London/Json", .file("london-air/sites.json")),
      .init("/Data/Site/SiteCode=GX1/", .file("london-air/hours.json")),
    ],
    refusals: [
      .init("no such group", 404, .text("<html>Endpoint not found.</html>"), .invalidRequest),
      .init("no station", 200, .text(#"{"Sites": null}"#), .unavailable),
      .init("a page in place of data", 200, .text("<html>The service</html>"), .malformed),
    ])

  /// The refusals of a server of 52°North's time-series API.
  private static let timeseriesRefusals: [RecordedService.Refusal] = [
    .init(
      "a page during maintenance", 200,
      .text("<html><head><title>Down for maintenance</title></head></html>"), .unavailable),
    .init("a page of something else", 200, .text("<!DOCTYPE html><html></html>"), .malformed),
    .init("an empty list", 200, .text("[]"), .unavailable),
    .init(
      "an error with the status of success", 200,
      .text(#"{"statusCode": 500, "reason": "Internal Server Error", "userMessage": "Could not connect."}"#),
      .unavailable),
    .init(
      "a parameter that the server doesn't know", 400,
      .text(#"{"statusCode": 400, "reason": "Bad Request", "userMessage": "Could not determine timespan."}"#),
      .invalidRequest),
    .init("half a reply", 200, .text(#"[{"id": "1", "uom": "ug"#), .malformed),
    .init("series without values", 200, .text("{}"), nil, to: "/getData"),
  ]

  private static let irceline = RecordedService(
    source: "irceline", now: time("2026-10-01T12:40:00Z"), place: near(50.85, 4.35),
    value: ("9001", .pm25, 7.5),
    requests: 2,
    replies: [
      .init("/timeseries?expanded=true", .file("irceline/timeseries.json")),
      .init("/timeseries/getData", .file("irceline/hours.json")),
    ],
    refusals: timeseriesRefusals)

  private static let ukAir = RecordedService(
    source: "uk-air", now: time("2025-04-07T00:40:00Z"), place: near(51.5442, -0.1752),
    value: ("Camden Kerbside", .no2, 9.371), requests: 2,
    replies: [
      .init("/timeseries?expanded=true", .file("uk-air/timeseries.json")),
      .init("/timeseries/getData", .file("uk-air/hours.json")),
    ],
    refusals: timeseriesRefusals)

  private static let smhiAir = RecordedService(
    source: "smhi-air", now: time("2026-10-01T12:40:00Z"), place: near(59.33, 18.06),
    value: ("Exempelgatan", .pm10, 12.5), requests: 2,
    replies: [
      .init("/timeseries?expanded=true", .file("smhi-air/timeseries.json")),
      .init("/timeseries/getData", .file("smhi-air/hours.json")),
    ],
    refusals: timeseriesRefusals)

  private static let moenv = RecordedService(
    source: "moenv", now: time("2026-11-20T10:40:00Z"), place: near(25.0631, 121.128), options: key,
    value: ("9001", .o3, 36.2), requests: 1,
    replies: [.init("/aqx_p_432?", .file("moenv/stations.json"))],
    refusals: [
      .init("a wrong key", 401, .text("api_key key-of-the-test is wrong"), .unauthorized),
      .init("a wrong key as a sentence", 200, .text("api_key有誤或過期"), .unauthorized),
      .init("too many requests", 200, .text(#"{"message": "API rate limit exceeded"}"#), .rateLimited),
    ],
    pages: .init(
      part: "/aqx_p_432?", more: ("\"total\":\"3\"", "\"total\":\"6\""), second: "offset=3",
      site: ("9001", "9101")))

  private static let nea = RecordedService(
    source: "nea", now: time("2026-04-08T11:10:00Z"), place: near(1.352, 103.82),
    value: ("central", .pm25, 29),
    requests: 2,
    replies: [.init("/pm25", .file("nea/pm25_v1.json")), .init("/psi", .file("nea/psi_v1.json"))],
    refusals: [
      .init(
        "no readings", 404,
        .text(
          #"{"code":17,"name":"REAL_TIME_API_DATA_NOT_FOUND","data":null,"errorMsg":"Data not found"}"#),
        nil),
      .init(
        "too many requests", 429,
        .text(#"{"code":24,"name":"TOO_MANY_REQUESTS","errorMsg":"Too many requests"}"#),
        .rateLimited),
      .init("a wrong key", 403, .text(#"{"message":"Forbidden"}"#), .unauthorized),
      .init("an unknown path", 404, .text(#"{"message":"Not Found"}"#), .invalidRequest),
    ])

  private static let airKorea = RecordedService(
    source: "airkorea", now: time("2026-11-20T14:20:00Z"), place: near(37.572, 127.005),
    options: ["serviceKey": "key-of-the-test"], value: ("예시구", .pm25, 17), requests: 2,
    replies: [
      .init("/MsrstnInfoInqireSvc/getMsrstnList?", .file("airkorea/stations.json")),
      .init("/ArpltnInforInqireSvc/getCtprvnRltmMesureDnsty?", .file("airkorea/values.json")),
    ],
    refusals: [
      .init(
        "a wrong key, in XML and with the status of success", 200,
        .text(
          "<OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg><returnAuthMsg>"
            + "SERVICE_KEY_IS_NOT_REGISTERED_ERROR</returnAuthMsg><returnReasonCode>30</returnReasonCode>"
            + "</cmmMsgHeader></OpenAPI_ServiceResponse>"), .unauthorized),
      .init(
        "too many requests", 200,
        .text(
          #"{"response":{"header":{"resultCode":"22","resultMsg":"LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR"}}}"#
        ),
        .rateLimited),
      .init(
        "a wrong parameter", 200,
        .text(#"{"response":{"header":{"resultCode":10,"resultMsg":"INVALID_REQUEST_PARAMETER_ERROR"}}}"#),
        .invalidRequest),
    ],
    pages: .init(
      part: "/getMsrstnList?", more: ("\"totalCount\":3", "\"totalCount\":6"), second: "pageNo=2",
      site: ("예시구", "다른구")))

  private static let canadaAQHI = RecordedService(
    source: "canada-aqhi", now: time("2026-11-20T17:20:00Z"), place: near(56.25, -120.85),
    value: ("JAXXA", .publishedIndex(scale: "ca-aqhi"), 4.4), requests: 1,
    replies: [.init("/collections/aqhi-observations-realtime/items?", .file("canada-aqhi/features.json"))],
    refusals: [
      .init(
        "a wrong box", 400,
        .text(
          #"{"code":"InvalidParameterValue","type":"InvalidParameterValue","description":"bbox is wrong"}"#),
        .invalidRequest),
      .init(
        "a server without its data", 500,
        .text(#"{"code":"NoApplicableCode","description":"connection error"}"#),
        .unavailable),
    ])

  private static let cpcb = RecordedService(
    source: "cpcb", now: time("2026-11-20T10:30:00Z"), place: near(16.515, 80.518), options: key,
    value: ("Centre, Exampur - XPCB", .publishedIndex(scale: "in-naqi", pollutant: .pm25), 33), requests: 1,
    replies: [.init("/resource/3b01bcb8-0b14-4abf-b6f2-c1bfd384ba69?", .file("cpcb/rows.json"))],
    refusals: [
      .init("a wrong key", 403, .text(#"{"error":"Key not authorised"}"#), .unauthorized),
      .init(
        "too many requests", 200, .text(#"{"error":"Rate limit exceeded for this key"}"#), .rateLimited),
      .init(
        "a server that fails", 200, .text(#"{"message":"Internal error","status":"error","records":[]}"#),
        .unavailable),
    ],
    pages: .init(
      part: "/resource/", more: ("\"total\":4", "\"total\":8"), second: "offset=4",
      site: ("Centre, Exampur - XPCB", "Gate, Exampur - XPCB")))

  private static let soramame = RecordedService(
    source: "soramame", now: time("2026-11-20T15:40:00Z"), place: near(35.69, 139.77),
    value: ("13901010", .pm25, 7),
    requests: 3,
    replies: [
      .init("/noudoAll/metadata.json", .text(#"{"latest":"2026/11/21 00:00:00","interval":"3600"}"#)),
      .init("/map/kyokuNoudo/2026/11/19/01.csv", .file("soramame/stations.csv")),
      .init("/noudoAll/2026/11/20/24.csv", .file("soramame/hour.csv")),
    ],
    refusals: [
      .init(
        "the web page in place of a file", 200, .text("<!DOCTYPE html><html lang=ja></html>"), .unavailable),
      .init("no such file", 404, .text("<html>Not Found</html>"), .invalidRequest),
    ])

  private static let miteco = RecordedService(
    source: "miteco", now: time("2026-11-20T09:00:00Z"), place: near(40.4193, -3.7024),
    value: ("28079901", .publishedIndex(scale: "es-ica"), 2), requests: 1,
    replies: [.init("/datos/ica-ultima-hora.csv", .file("miteco/hour.csv"))],
    refusals: [
      .init(
        "the page of maintenance", 200, .text("<html><body>Portal en mantenimiento</body></html>"),
        .unavailable),
      .init("a page in place of data", 200, .text("<html><body>Bienvenido</body></html>"), .malformed),
      .init(
        "no stations", 200,
        .text("cod_estacion,nombre,tipo,latitud,longitud,activa,fecha,indice,debido_a\n"), nil),
      .init("no such file", 404, .text("<html>Not Found</html>"), .invalidRequest),
    ])

  private static let chmi = RecordedService(
    source: "chmi", now: time("2026-11-20T09:00:00Z"), place: near(50.1439, 14.1018),
    value: ("XEXM", .o3, 61.5), requests: 2,
    replies: [
      .init("/air_quality/now/metadata/metadata.json", .file("chmi/metadata.json")),
      .init("/air_quality/now/data/airquality_1h_avg_CZ.csv", .file("chmi/hour.csv")),
    ],
    refusals: [
      .init("a page in place of data", 200, .text("<html>Open data</html>"), .malformed),
      .init(
        "an hour without values", 200, .text("idRegistration, startTime, idValueType, value\n"), nil,
        to: "/data/"),
      .init("no such file", 404, .text("<html>Not Found</html>"), .invalidRequest),
    ])

  private static let luftmalinger = RecordedService(
    source: "luftmalinger", now: time("2026-11-20T09:20:00Z"), place: near(59.9323, 10.7245),
    value: ("NO9001A", .pm25, 12.25), requests: 1,
    replies: [.init("/public/aq/utd", .file("luftmalinger/rows.json"))],
    refusals: [
      .init("no values", 200, .text("[]"), nil),
      .init("a path that is gone", 410, .text(#"{"message":"Gone"}"#), .invalidRequest),
      .init(
        "a failure with the status of success", 200, .text(#"{"error":"Internal server error"}"#),
        .unavailable),
    ])

  private static let hongKongEPD = RecordedService(
    source: "hk-epd", now: time("2026-11-20T09:40:00Z"), place: near(22.285, 114.1444),
    value: ("Central/Western", .pm25, 9.5), requests: 2,
    replies: [
      .init("/24pc_Eng.xml", .file("hk-epd/hours.xml")), .init("/24aqhi_Eng.xml", .file("hk-epd/index.xml")),
    ],
    refusals: [
      .init("a page in place of data", 200, .text("<html>AQHI</html>"), .malformed),
      .init("no such file", 404, .text("<html>Not Found</html>"), .invalidRequest),
    ])

  private static let fmi = RecordedService(
    source: "fmi", now: time("2026-11-20T09:20:00Z"), place: near(60.1874, 24.9506),
    value: ("900001", .pm10, 7.25), requests: 2,
    replies: [
      .init("fmi%3A%3Aef%3A%3Astations", .file("fmi/stations.xml")),
      .init("urban%3A%3Aobservations", .file("fmi/hours.xml")),
    ],
    refusals: [
      .init("a wrong query", 400, .file("fmi/error.xml"), .invalidRequest),
      .init("a wrong query with the status of success", 200, .file("fmi/error.xml"), .invalidRequest),
      .init(
        "nothing in the box", 200,
        .text(#"<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" numberReturned="0"/>"#),
        nil,
        to: "urban%3A%3A"),
    ])

  private static let lcsqa = RecordedService(
    source: "lcsqa", now: time("2021-10-22T09:00:00Z"), place: near(45.9, 6.7), value: ("FR33220", .no, 7.9),
    requests: 3,
    replies: [
      .init("/api/1/datasets/5b98b648634f415309d52a50/", .file("lcsqa/catalogue.json")),
      .init(
        "/api/resources/11111111-0000-4000-8000-000000000002/data/csv/?columns=", .file("lcsqa/stations.csv")),
      .init(
        "/temps-reel/2021/FR_E2_2021-10-22.csv",
        .file("lcsqa/day-2021.csv").with("FR01011;Metz-Centre", "FR33220;Passy")),
    ],
    refusals: [
      .init("a day without a file", 404, .text("<html>Not Found</html>"), nil, to: "FR_E2_"),
      .init("a maintenance", 200, .text("<html>Maintenance</html>"), .unavailable),
      .init("a server that fails", 503, .text("<html>Unavailable</html>"), .unavailable),
    ])

  private static let atmoFrance = RecordedService(
    source: "atmo-france", now: time("2026-10-01T12:00:00Z"), place: near(43.6, 1.44),
    options: ["token": "key-of-the-test"], value: ("31555", .publishedIndex(scale: "fr-atmo"), 3),
    requests: 2,
    replies: [
      .init("/communes?lat=", .file("atmo-france/communes.json")),
      .init("/api/v2/data/indices/atmo?format=geojson", .file("atmo-france/features.json")),
    ],
    refusals: [
      .init(
        "no token", 401, .text(#"{"code": 401, "message": "JWT Token not found"}"#), .unauthorized, to: ""),
      .init("no commune", 200, .text("[]"), nil, to: "/communes?"),
      .init("no index", 200, .text(#"{"type": "FeatureCollection", "features": []}"#), nil, to: "/indices/"),
      .init("a maintenance", 200, .text("<html>Maintenance</html>"), .unavailable),
    ])

  private static let airGradientCloud = RecordedService(
    source: "airgradient-cloud", now: time("2026-10-01T12:00:00Z"), place: near(18.795, 98.95),
    value: ("164928", .pm25, 14.25), requests: 1,
    replies: [
      .init("/public/api/v1/world/locations/measures/current", .file("airgradient-cloud/world.json"))
    ],
    refusals: [
      .init("no monitor", 200, .text("[]"), nil),
      .init("a maintenance", 200, .text("<html>Maintenance</html>"), .unavailable),
      .init("too many requests", 429, .text(#"{"message": "Too Many Requests"}"#), .rateLimited),
    ])

  private static let pirateWeather = RecordedService(
    source: "pirate-weather", now: time("2025-11-09T20:50:00Z"), place: near(37.3035, -89.523), options: key,
    // The place of a model has no number.
    value: (nil, .pm25, 4.6), requests: 1,
    replies: [.init("/forecast/key-of-the-test/37.3035,-89.523?", .file("pirate-weather/forecast.json"))],
    refusals: [
      .init("a wrong key", 401, .file("pirate-weather/error_401.html"), .unauthorized),
      .init("too many requests", 429, .text("<html>API rate limit exceeded</html>"), .rateLimited),
      .init("a page in place of data", 200, .text("<html>Maintenance</html>"), .unavailable),
    ])

  private static func near(_ north: Double, _ east: Double) -> AirQuery.Place {
    (try? Coordinate(north, east)).map { .near($0) } ?? .city("nowhere")
  }

  private static func time(_ text: String) -> AirTime { AirTime(text) ?? AirTime(secondsSince1970: 0) }
}
