"""Reads a CSV file with its dates and prints the best processor time of it, in seconds.

Usage: csv_read.py pandas|polars|polars-format FILE; the last one tells Polars how the dates are written, and lets it
remember them. Ends with 3 where the library isn't installed.
"""
import os
import sys
import time

os.environ["POLARS_MAX_THREADS"] = "1"
library, path = sys.argv[1:]

try:
    if library == "pandas":
        import pandas

        def read():
            # What is told the format of the dates needs not guess it.
            return pandas.read_csv(path, parse_dates=["datetime"], date_format="ISO8601")

    else:
        import polars

        def read():
            if library == "polars":
                return polars.read_csv(path, try_parse_dates=True)
            table = polars.read_csv(path)
            return table.with_columns(polars.col("datetime").str.to_datetime("%Y-%m-%dT%H:%M:%S%z"))

except ImportError:
    sys.exit(3)

best = float("inf")
for _ in range(3):
    start = time.process_time()
    table = read()
    best = min(best, time.process_time() - start)
    # A column that is still text would be no date.
    assert "datetime" in str(table["datetime"].dtype).lower(), table["datetime"].dtype
print(best)
