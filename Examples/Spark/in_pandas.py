"""The same table and daily index of an OpenAQ-shaped archive in one process of pandas, to compare with."""

import argparse
import csv
import json
import pathlib
import subprocess
import time

import numpy
import pandas

TYPES = {"location_id": str, "sensors_id": str}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cli", default="aqkit-cli")
    parser.add_argument("--archive", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--only-table", action="store_true")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True)

    start = time.monotonic()
    paths = sorted(arguments.archive.glob("records/csv.gz/*/*/*/*.csv.gz"))
    table = pandas.concat((pandas.read_csv(path, dtype=TYPES) for path in paths), ignore_index=True)
    # The text's own clock is the local one; the archive gives a value at the end of its hour.
    table["day"] = (pandas.to_datetime(table.datetime.str[:19]) - pandas.Timedelta(seconds=1)).dt.strftime("%Y-%m-%d")
    table["end"] = pandas.to_datetime(table.datetime, utc=True)
    readings = table[["location_id", "location", "lat", "lon", "parameter", "sensors_id", "end", "value", "units"]]
    readings.to_parquet(arguments.out / "readings.parquet")
    took = {"readings": round(time.monotonic() - start, 2)}
    if not arguments.only_table:
        index(arguments, table)
        took["daily index"] = round(time.monotonic() - start - took["readings"], 2)
    print(json.dumps({"files": len(paths), "values": len(table), "seconds": took}))


def index(arguments: argparse.Namespace, table: pandas.DataFrame) -> None:
    table = table[table.parameter.isin(["pm25", "pm10", "no2"])]
    # Whole numbers, so that the sums are exact.
    table = table.assign(millionths=numpy.rint(table.value * 1e6).astype("int64"))
    days = table.groupby(["location_id", "sensors_id", "day", "parameter", "units"], as_index=False).millionths.agg(
        ["sum", "max", "count"]
    )
    days = days[days["count"] >= 18]
    is_gas = days.parameter == "no2"
    rows = pandas.DataFrame({
        "site": days.location_id, "day": days.day, "pollutant": days.parameter, "unit": days.units,
        "averaging": numpy.where(is_gas, "1h", "24h"),
        "concentration": numpy.where(is_gas, days["max"], days["sum"] / days["count"]).round() / 1e6,
        "standard": "us-epa",
    })
    result = subprocess.run(
        [arguments.cli, "index", "--batch", "-"], input=rows.to_csv(index=False).encode(), stdout=subprocess.PIPE,
        check=True,
    )
    best: dict[tuple[str, str], tuple[int, str, str]] = {}
    for row in csv.DictReader(result.stdout.decode().splitlines()):
        if row["index"]:
            key = (row["site"], row["day"])
            found = (int(row["index"]), row["pollutant"], row["category"])
            best[key] = max(best.get(key, found), found)
    with open(arguments.out / "daily.csv", "w", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["site", "day", "index", "pollutant", "category"])
        writer.writerows([*key, *best[key]] for key in sorted(best))


if __name__ == "__main__":
    main()
