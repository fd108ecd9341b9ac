"""Turns recorded replies and an OpenAQ-shaped archive into one table and the daily US index of every site, on Spark.

    spark-submit normalize_job.py --cli aqkit-cli --archive ARCHIVE --recordings FOLDER --out OUT

Spark hands each partition's list of files to one `aqkit-cli normalize --lines files`, whose reports it saves as they
are (OUT/reports, one report a line). OUT/readings is the table, a reading a row, as Parquet; OUT/daily the index.
The files must be at the same path on every worker. A task whose aqkit-cli ends with another code than 0 fails, and
Spark tries it again; what a failed attempt has written doesn't count.
"""

import argparse
import csv
import io
import itertools
import json
import pathlib
import shlex
import time

from pyspark.sql import SparkSession

REPORT = """
  source STRING, kind STRING, receivedAt STRING,
  site STRUCT<id: STRING, name: STRING, kind: STRING, country: STRING, timeZone: STRING,
    coordinate: STRUCT<latitude: DOUBLE, longitude: DOUBLE>>,
  series ARRAY<STRUCT<parameter: STRING, unit: STRING, averaging: STRING, `values`: ARRAY<DOUBLE>,
    timeline: STRUCT<count: INT, start: STRING, step: STRING, length: STRING, intervals: ARRAY<ARRAY<STRING>>>,
    origin: STRUCT<model: STRING, instrument: STRUCT<id: STRING>>>>
"""


def seconds(duration: str) -> str:
    """The SQL of an ISO 8601 duration in seconds: days, hours, minutes and seconds, as the schema has them."""

    def part(letter: str, length: int) -> str:
        return f"{length} * coalesce(try_cast(regexp_extract({duration}, '([0-9]+){letter}', 1) AS BIGINT), 0)"

    return "(" + " + ".join([part("D", 86400), part("H", 3600), part("M", 60), part("S", 1)]) + ")"


def instant(text: str) -> str:
    return f"unix_seconds(to_timestamp({text}))"


# A row per value that is there. A timeline is regular, or lists its intervals.
READINGS = f"""
  WITH series AS (
    SELECT source, kind, receivedAt, site, explode(series) AS series FROM reports
  ), times AS (
    SELECT *, {instant("series.timeline.start")} AS first, {seconds("series.timeline.step")} AS step,
      {seconds("series.timeline.length")} AS length
    FROM series
  ), rows AS (
    SELECT *, posexplode(series.`values`) AS (i, value) FROM times
  ), placed AS (
    SELECT *,
      if(first IS NULL, {instant("series.timeline.intervals[i][0]")}, first + i * step) AS start,
      if(first IS NULL, {instant("series.timeline.intervals[i][1]")}, first + i * step + length) AS end
    FROM rows WHERE value IS NOT NULL
  )
  SELECT source, kind, site.id AS site, site.name AS name, site.coordinate.latitude AS latitude,
    site.coordinate.longitude AS longitude, site.timeZone AS timeZone, series.parameter AS parameter,
    series.origin.instrument.id AS instrument, series.origin.model AS model, series.averaging AS averaging,
    timestamp_seconds(start) AS start, timestamp_seconds(end) AS end, value, series.unit AS unit,
    to_timestamp(receivedAt) AS receivedAt
  FROM placed
"""

# What the US index asks of a day: the mean of PM2.5 and PM10, the highest hour of NO2, from 18 hours on. Of a value
# that came more than once the last one counts. Sums are exact, so that their order doesn't matter. OpenAQ's archive
# gives a value at the end of its hour, so its last hour ends on the next day.
STATISTICS = """
  WITH distinct_values AS (
    SELECT source, kind, coalesce(site, concat(latitude, ',', longitude), name) AS site, instrument, model, parameter,
      unit, start, end, max(timeZone) AS timeZone, max_by(value, struct(receivedAt, value)) AS value
    FROM readings
    WHERE parameter IN ('pm25', 'pm10', 'no2') AND averaging IN ('instant', '1h')
    GROUP BY ALL
  ), days AS (
    SELECT v.*,
      to_date(from_utc_timestamp(
        if(v.source = 'openaq' OR v.end > v.start, v.end - INTERVAL 1 SECOND, v.end),
        coalesce(l.timezone, v.timeZone, 'UTC'))) AS day
    FROM distinct_values v LEFT JOIN locations l ON v.source = 'openaq' AND v.site = l.location_id
  )
  SELECT source, kind, site, cast(day AS STRING) AS day, parameter, unit,
    if(parameter = 'no2', '1h', '24h') AS averaging,
    cast(if(parameter = 'no2', max(cast(value AS DECIMAL(18, 6))),
      round(sum(cast(value AS DECIMAL(18, 6))) / count(*), 6)) AS STRING) AS concentration
  FROM days GROUP BY source, kind, site, instrument, model, day, parameter, unit HAVING count(*) >= 18
"""
COLUMNS = ["source", "kind", "site", "day", "pollutant", "unit", "averaging", "concentration", "standard"]


def list_archive(folder: pathlib.Path) -> list[str]:
    return [f"{path}\topenaq-csv" for path in sorted(folder.glob("records/csv.gz/*/*/*/*.csv.gz"))]


def list_recordings(folder: pathlib.Path) -> list[str]:
    """The recordings of a folder, by its manifest, each with its format and when it was received."""
    manifest = json.loads((folder / "manifest.json").read_text())
    return [f"{folder / r['file']}\t{r['format']}\t{r['recordedAt']}" for r in manifest["recordings"]]


def csv_line(fields: list) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(fields)
    return line.getvalue()


def sub_indices(spark: SparkSession, cli: str):
    """The sub-index of each statistic, by `aqkit-cli index --batch`, which wants a header before the rows."""
    header = csv_line(COLUMNS)
    return (
        spark.sql(STATISTICS).rdd.map(lambda row: csv_line([*row, "us-epa"]))
        .mapPartitions(lambda rows: itertools.chain([header], rows))
        .pipe(f"{shlex.quote(cli)} index --batch -", checkCode=True)
        .filter(lambda line: not line.startswith(header))
        .map(lambda line: next(csv.reader([line])))
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default="aqkit-cli")
    parser.add_argument("--archive", type=pathlib.Path)
    parser.add_argument("--recordings", type=pathlib.Path)
    parser.add_argument("--out", required=True)
    parser.add_argument("--partitions", type=int, default=16)
    parser.add_argument("--received-at", default="2026-01-01T00:00:00Z", help="when the archive was received")
    parser.add_argument("--only-reports", action="store_true")
    arguments = parser.parse_args()

    spark = SparkSession.builder.appName("aqkit").config("spark.sql.session.timeZone", "UTC").getOrCreate()
    spark.conf.set("spark.sql.shuffle.partitions", str(arguments.partitions))
    files = list_recordings(arguments.recordings) if arguments.recordings else []
    files += list_archive(arguments.archive) if arguments.archive else []

    start = time.monotonic()
    took = {}

    def done(step: str) -> None:
        took[step] = round(time.monotonic() - start - sum(took.values()), 2)

    normalize = f"{shlex.quote(arguments.cli)} normalize --no-config --lines files --received-at {arguments.received_at}"
    reports = spark.sparkContext.parallelize(files, arguments.partitions).pipe(normalize, checkCode=True)
    reports.saveAsTextFile(f"{arguments.out}/reports")
    done("reports")
    if not arguments.only_reports:
        spark.read.schema(REPORT).json(f"{arguments.out}/reports").createOrReplaceTempView("reports")
        spark.sql(READINGS).write.parquet(f"{arguments.out}/readings")
        done("readings")
        spark.read.parquet(f"{arguments.out}/readings").createOrReplaceTempView("readings")
        zones = [("", "UTC")]
        if arguments.archive:
            with open(arguments.archive / "locations.csv", encoding="utf-8") as file:
                zones = [tuple(row) for row in csv.reader(file)][1:]
        spark.createDataFrame(zones, "location_id STRING, timezone STRING").createOrReplaceTempView("locations")
        # The index of a site's day is its highest sub-index.
        (
            sub_indices(spark, arguments.cli).toDF(COLUMNS + ["index", "category", "color", "error"])
            .createOrReplaceTempView("sub_indices")
        )
        spark.sql("""
            SELECT source, kind, site, day, max(cast(`index` AS INT)) AS index,
              max_by(pollutant, struct(cast(`index` AS INT), pollutant)) AS pollutant,
              max_by(category, cast(`index` AS INT)) AS category
            FROM sub_indices WHERE `index` <> '' GROUP BY source, kind, site, day ORDER BY source, site, day, kind
        """).coalesce(1).write.csv(f"{arguments.out}/daily", header=True)
        done("daily index")
    print(json.dumps({"files": len(files), "seconds": took}))
    spark.stop()


if __name__ == "__main__":
    main()
