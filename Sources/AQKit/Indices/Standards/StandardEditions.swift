/// The editions that AQKit ships, in one file per region or group of neighbours, as the JSON that a third party would
/// write, each read once on first use.
enum StandardEditions {
  /// Reads an edition; `nil` only if its text is wrong, which a test rules out. Not inlined: each edition would have its own
  /// copy of the reader.
  @inline(never)
  static func edition(_ text: String) -> BreakpointIndex? { try? BreakpointIndex(json: text) }

  /// All editions, newest edition of a family first.
  static let all: [AirQualityIndexCatalog.Entry] = [
    .init(identifier: "us_epa_2024", family: "us-epa") { usEPA2024 },
    .init(identifier: "us_epa_2012", family: "us-epa") { usEPA2012 },
    .init(identifier: "eu_eaqi_2024", family: "eu-eaqi") { euEAQI2024 },
    .init(identifier: "eu_eaqi_2019", family: "eu-eaqi") { euEAQI2019 },
    .init(identifier: "eu_eaqi_2017", family: "eu-eaqi") { euEAQI2017 },
    .init(identifier: "uk_daqi_2012", family: "uk-daqi") { ukDAQI2012 },
    .init(identifier: "ca_aqhi_plus", family: "ca-aqhi-plus") { CanadaAQHI.plus },
    .init(identifier: "cn_hj633_2026", family: "cn-aqi") { cnHJ6332026 },
    .init(identifier: "cn_hj633_2012", family: "cn-aqi") { cnHJ6332012 },
    .init(identifier: "in_naqi_2014", family: "in-naqi") { inNAQI2014 },
    .init(identifier: "de_lqi_2025", family: "de-lqi") { deLQI2025 },
    .init(identifier: "de_lqi_2019", family: "de-lqi") { deLQI2019 },
    .init(identifier: "fr_atmo_2021", family: "fr-atmo") { frATMO2021 },
    .init(identifier: "es_ica_2020", family: "es-ica") { esICA2020 },
    .init(identifier: "be_belaqi_2022", family: "be-belaqi") { beBelAQI2022 },
    .init(identifier: "be_belaqi_2017", family: "be-belaqi") { beBelAQI2017 },
    .init(identifier: "sg_psi_2014", family: "sg-psi") { sgPSI2014 },
    .init(identifier: "sg_pm25_1h_2016", family: "sg-pm25-1h") { sgPM25Hourly2016 },
    .init(identifier: "kr_cai_2018", family: "kr-cai") { krCAI2018 },
    .init(identifier: "tw_aqi_2025", family: "tw-aqi") { twAQI2025 },
    .init(identifier: "th_aqi_2023", family: "th-aqi") { thAQI2023 },
    .init(identifier: "vn_aqi_2019", family: "vn-aqi") { vnAQI2019 },
    .init(identifier: "my_api_2017", family: "my-api") { myAPI2017 },
    .init(identifier: "my_api_1996", family: "my-api") { myAPI1996 },
    .init(identifier: "id_ispu_2020", family: "id-ispu") { idISPU2020 },
    .init(identifier: "ph_dao2020_14", family: "ph-aqi") { phDAO202014 },
    .init(identifier: "ph_dao2000_81", family: "ph-pm10") { phDAO200081 },
    .init(identifier: "mx_nom172_2023_stage2026", family: "mx-ias") { mxNOM1722023Stage2026 },
    .init(identifier: "mx_nom172_2023_stage2024", family: "mx-ias") { mxNOM1722023Stage2024 },
    .init(identifier: "mx_nom172_2019", family: "mx-ias") { mxNOM1722019 },
    .init(identifier: "cl_icap", family: "cl-icap") { clICAP },
    .init(identifier: "br_iqar_2025", family: "br-iqar") { brIQAr2025 },
    .init(identifier: "br_iqar_2019", family: "br-iqar") { brIQAr2019 },
    .init(identifier: "au_nsw_aqc_2020", family: "au-nsw-aqc") { auNSWAQC2020 },
    .init(identifier: "au_nepm_aqi_2021", family: "au-nepm-aqi") { auNEPMAQI2021 },
    .init(identifier: "au_nepm_aqi_2016", family: "au-nepm-aqi") { auNEPMAQI2016 },
    .init(identifier: "eu_caqi_2012", family: "eu-caqi") { euCAQI2012 },
    .init(identifier: "jp_moe_pm25_advisory", family: "jp-pm25-advisory") { jpPM25Advisory },
    .init(identifier: "ca_aqhi_2008", family: "ca-aqhi") { CanadaAQHI.stieb2008 },
    .init(identifier: "ca_aqhi_2008_without_plus", family: "ca-aqhi-without-plus") { CanadaAQHI.withoutPlus },
    .init(identifier: "hk_aqhi_2025", family: "hk-aqhi") { HongKongAQHI.edition2025 },
    .init(identifier: "hk_aqhi_2013", family: "hk-aqhi") { HongKongAQHI.edition2013 },
  ]
}
