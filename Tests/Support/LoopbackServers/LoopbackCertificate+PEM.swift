extension LoopbackCertificate {
  // Test-only certificates and keys, generated for this repository and therefore public: they protect nothing and must never
  // be trusted outside tests. Valid from 2020 to 2049, the expired one until 2021.

  /// Test only: the certificate of the authority that issued the ones for servers.
  static let authorityText = """
    -----BEGIN CERTIFICATE-----
    MIIBhzCCAS6gAwIBAgICEAEwCgYIKoZIzj0EAwIwKzEpMCcGA1UEAwwgQVFLaXQg
    bG9vcGJhY2sgdGVzdCBhdXRob3JpdHkgY2EwHhcNMjAwMTAxMDAwMDAwWhcNNDkx
    MjMxMjM1OTU5WjArMSkwJwYDVQQDDCBBUUtpdCBsb29wYmFjayB0ZXN0IGF1dGhv
    cml0eSBjYTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABHhhbCq1ZW6Vsd19yToc
    OxXCp7APoPbIurq5SC3JOsFLdScrHlMdfCdBI2m3d/Yumuv8AI89ealO8x9zxCnw
    r0+jQjBAMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMB0GA1UdDgQW
    BBRSiqI5GEBuikiolUyRG96srxl6czAKBggqhkjOPQQDAgNHADBEAiBt/JMUfr1W
    ksBw1SyLbQpKJZqaRToS0YysAkQHlXVoaQIgRn477eu1jhPqYXshmwMsrqFO4z0f
    17/iuzliA088Y7Y=
    -----END CERTIFICATE-----
    """

  /// Test only: an authority that issued none of the certificates.
  static let otherAuthorityText = """
    -----BEGIN CERTIFICATE-----
    MIIBjTCCATSgAwIBAgICEAIwCgYIKoZIzj0EAwIwLjEsMCoGA1UEAwwjQVFLaXQg
    bG9vcGJhY2sgdGVzdCBhdXRob3JpdHkgb3RoZXIwHhcNMjAwMTAxMDAwMDAwWhcN
    NDkxMjMxMjM1OTU5WjAuMSwwKgYDVQQDDCNBUUtpdCBsb29wYmFjayB0ZXN0IGF1
    dGhvcml0eSBvdGhlcjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABFS8WX4zC+UW
    NmFgUNeMtTea1ufG9Vv/kkG9pIDOLhSl7lR36K/eDtS9sZR8b5WnjEotnAPp7ZLB
    MDpU3myymcyjQjBAMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMB0G
    A1UdDgQWBBTWeVYASKGt2KqWx8Yj4hiAAmwaPjAKBggqhkjOPQQDAgNHADBEAiAK
    THu9XHlKDt0n7wjUx5r8hpwOcWZuLGFdxwCOVScv5gIgUsUdQkDXfp6jvWDUHHRi
    msF1TyqFAwOUjf46ws84lxU=
    -----END CERTIFICATE-----
    """

  /// Test only: a certificate for `localhost`, `127.0.0.1` and `::1`.
  static let validText = """
    -----BEGIN CERTIFICATE-----
    MIIB0jCCAXegAwIBAgICIAAwCgYIKoZIzj0EAwIwKzEpMCcGA1UEAwwgQVFLaXQg
    bG9vcGJhY2sgdGVzdCBhdXRob3JpdHkgY2EwHhcNMjAwMTAxMDAwMDAwWhcNNDkx
    MjMxMjM1OTU5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggq
    hkjOPQMBBwNCAAR8uSCIhqdbicY66nloEx+EnkUkeR1tgT8Vz0cJWV6etqN3Wha7
    cpsHGbpykmspP5wq8hlVIQSvk/JOqJaQC770o4GhMIGeMCwGA1UdEQQlMCOCCWxv
    Y2FsaG9zdIcEfwAAAYcQAAAAAAAAAAAAAAAAAAAAATAJBgNVHRMEAjAAMBMGA1Ud
    JQQMMAoGCCsGAQUFBwMBMA4GA1UdDwEB/wQEAwIHgDAdBgNVHQ4EFgQUHE7dOtx7
    w4QAvZ3m+GWr8WoAS+UwHwYDVR0jBBgwFoAUUoqiORhAbopIqJVMkRverK8ZenMw
    CgYIKoZIzj0EAwIDSQAwRgIhAPH7X41E812MaofWd8+jvLp4Elvf53sp5jmVptLB
    eR/xAiEAhe1pXhQ+M6Akd+J+UZP/MAkXeJqzPDm/TOYKs97ZUvs=
    -----END CERTIFICATE-----
    """

  /// Test only: the key of the certificate for `localhost`, `127.0.0.1` and `::1`.
  static let validKeyText = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgd9wfOahbTqslHFAi
    NXoh7Es+Rg3CsneqWCzkqejhChyhRANCAAR8uSCIhqdbicY66nloEx+EnkUkeR1t
    gT8Vz0cJWV6etqN3Wha7cpsHGbpykmspP5wq8hlVIQSvk/JOqJaQC770
    -----END PRIVATE KEY-----
    """

  /// Test only: a certificate for `feed.example.org`.
  static let wrongHostText = """
    -----BEGIN CERTIFICATE-----
    MIIByDCCAW2gAwIBAgICEAMwCgYIKoZIzj0EAwIwKzEpMCcGA1UEAwwgQVFLaXQg
    bG9vcGJhY2sgdGVzdCBhdXRob3JpdHkgY2EwHhcNMjAwMTAxMDAwMDAwWhcNNDkx
    MjMxMjM1OTU5WjAbMRkwFwYDVQQDDBBmZWVkLmV4YW1wbGUub3JnMFkwEwYHKoZI
    zj0CAQYIKoZIzj0DAQcDQgAEkJGRmCPcDGpURhggBrvCZVLjEu8vGzIi4okZhwNB
    kB1Yh7v0AVeX2Z2+kWmvCFE73Dan2rIOXR2NqFf6oD7/IaOBkDCBjTAbBgNVHREE
    FDASghBmZWVkLmV4YW1wbGUub3JnMAkGA1UdEwQCMAAwEwYDVR0lBAwwCgYIKwYB
    BQUHAwEwDgYDVR0PAQH/BAQDAgeAMB0GA1UdDgQWBBTe9HBycmt9gu+ZwfeQlnpo
    XrrGDjAfBgNVHSMEGDAWgBRSiqI5GEBuikiolUyRG96srxl6czAKBggqhkjOPQQD
    AgNJADBGAiEAnmTyzJmYJKAhYcy1tkBPOn3Sr97BZ6GsUF0giEaWvOYCIQDAAADl
    YowbK+fDue8803h1hdRnjKSPIwUMGZkfRtXiXA==
    -----END CERTIFICATE-----
    """

  /// Test only: the key of the certificate for `feed.example.org`.
  static let wrongHostKeyText = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRazAKL+V6mwnz2kL
    TIG25KExhHfjL1ISoIb5+T9mbwehRANCAASQkZGYI9wMalRGGCAGu8JlUuMS7y8b
    MiLiiRmHA0GQHViHu/QBV5fZnb6Raa8IUTvcNqfasg5dHY2oV/qgPv8h
    -----END PRIVATE KEY-----
    """

  /// Test only: a certificate for `localhost`, expired in 2021.
  static let expiredText = """
    -----BEGIN CERTIFICATE-----
    MIIB0DCCAXegAwIBAgICEAAwCgYIKoZIzj0EAwIwKzEpMCcGA1UEAwwgQVFLaXQg
    bG9vcGJhY2sgdGVzdCBhdXRob3JpdHkgY2EwHhcNMjAwMTAxMDAwMDAwWhcNMjEw
    MTAxMDAwMDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggq
    hkjOPQMBBwNCAAQPQPZhX6s0JIUs1FtcnEKLMQkKxsycFK1no6w+zyFTSoP+zVwP
    INPm+vX4+SUuUm7wwPjlFTsWTrUWVhN/uTRco4GhMIGeMCwGA1UdEQQlMCOCCWxv
    Y2FsaG9zdIcEfwAAAYcQAAAAAAAAAAAAAAAAAAAAATAJBgNVHRMEAjAAMBMGA1Ud
    JQQMMAoGCCsGAQUFBwMBMA4GA1UdDwEB/wQEAwIHgDAdBgNVHQ4EFgQUwKCN4S9/
    sKGikD15rsPQMEt/nvIwHwYDVR0jBBgwFoAUUoqiORhAbopIqJVMkRverK8ZenMw
    CgYIKoZIzj0EAwIDRwAwRAIgZ74NHgQiNcT5NS/q264me0O0YMZo18I3VnpI1rHg
    aCUCIB1pmoAqR1QmE1T09IcLjGKEcyhyq6qGRq2RkRQXFN3O
    -----END CERTIFICATE-----
    """

  /// Test only: the key of the certificate for `localhost`, expired in 2021.
  static let expiredKeyText = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgga4w+DFAzQHsIpgv
    e751zdH5kBL//Eh28OEIu80HdvihRANCAAQPQPZhX6s0JIUs1FtcnEKLMQkKxsyc
    FK1no6w+zyFTSoP+zVwPINPm+vX4+SUuUm7wwPjlFTsWTrUWVhN/uTRc
    -----END PRIVATE KEY-----
    """
}
