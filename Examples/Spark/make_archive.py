"""Writes an archive in the shape of OpenAQ's open one, made up from a seed: the same bytes in every run.

records/csv.gz/locationid=N/year=YYYY/month=MM/location-N-YYYYMMDD.csv.gz, one file per location and local day with the
columns location_id,sensors_id,location,datetime,lat,lon,parameter,units,value; beside it locations.csv with the time
zone of each location, as OpenAQ's list of locations has it, and archive.json with what was written.
"""

import argparse
import datetime
import gzip
import json
import pathlib
import random
import zoneinfo

PARAMETERS = [("pm25", "µg/m³", 12, 1), ("pm10", "µg/m³", 24, 1), ("no2", "ppm", 0.02, 4), ("o3", "ppm", 0.03, 4)]
ZONES = ["America/Denver", "Europe/Prague", "Asia/Kolkata", "UTC", "Australia/Sydney"]
HEADER = "location_id,sensors_id,location,datetime,lat,lon,parameter,units,value\n"
HOUR = datetime.timedelta(hours=1)


def day_text(site: int, day: datetime.date, zone: zoneinfo.ZoneInfo, numbers: random.Random) -> tuple[str, int]:
    """The file of a location's local day, whose hours are named by their ends, and its number of values."""
    first = datetime.datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(datetime.timezone.utc)
    following = day + datetime.timedelta(days=1)
    last = datetime.datetime(following.year, following.month, following.day, tzinfo=zone)
    times = []
    time = first + HOUR
    while time <= last.astimezone(datetime.timezone.utc):
        times.append(time.astimezone(zone).isoformat())
        time += HOUR
    place = f"{-45 + site * 7 % 900 / 10},{-170 + site * 13 % 3400 / 10}"
    rows = [HEADER]
    for index, (parameter, unit, level, digits) in enumerate(PARAMETERS):
        before = f"{site},{site * 10 + index},Station {site},"
        after = f",{place},{parameter},{unit},"
        height = level * (0.5 + numbers.random() * 2)
        for time in times:
            # One hour in fifty is missing.
            if numbers.random() < 0.02:
                continue
            rows.append(f"{before}{time}{after}{round(height * (0.6 + 0.8 * numbers.random()), digits)}\n")
    return "".join(rows), len(rows) - 1


def write(folder: pathlib.Path, sites: int, days: int, seed: int) -> dict:
    written = {"files": 0, "values": 0, "bytes": 0, "compressedBytes": 0}
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "locations.csv", "w", encoding="utf-8") as locations:
        locations.write("location_id,timezone\n")
        for number in range(sites):
            site = 2_000 + number
            zone_name = ZONES[number % len(ZONES)]
            zone = zoneinfo.ZoneInfo(zone_name)
            locations.write(f"{site},{zone_name}\n")
            numbers = random.Random(f"{seed}/{site}")
            for offset in range(days):
                day = datetime.date(2025, 10, 1) + datetime.timedelta(days=offset)
                text, values = day_text(site, day, zone, numbers)
                path = (
                    folder / "records" / "csv.gz" / f"locationid={site}" / f"year={day:%Y}" / f"month={day:%m}"
                    / f"location-{site}-{day:%Y%m%d}.csv.gz"
                )
                path.parent.mkdir(parents=True, exist_ok=True)
                data = text.encode()
                packed = gzip.compress(data, 6, mtime=0)
                path.write_bytes(packed)
                written["files"] += 1
                written["values"] += values
                written["bytes"] += len(data)
                written["compressedBytes"] += len(packed)
    (folder / "archive.json").write_text(json.dumps(written))
    return written


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--sites", type=int, default=100)
    parser.add_argument("--days", type=int, default=30, help="about 9 kB of rows a site and day")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print(json.dumps(write(arguments.folder, arguments.sites, arguments.days, arguments.seed)))
