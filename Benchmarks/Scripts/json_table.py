"""Reads an array of JSON objects from standard input with pandas and prints the best processor time of it, in seconds.

Objects within an object stay objects: a table of their values takes longer. Ends with 3 where pandas isn't installed.
"""
import io
import sys
import time

# Read first, so that the writer is never left with a broken pipe.
document = sys.stdin.buffer.read()

try:
    import pandas
except ImportError:
    sys.exit(3)

best = float("inf")
for _ in range(3):
    start = time.process_time()
    table = pandas.read_json(io.BytesIO(document))
    best = min(best, time.process_time() - start)
    assert "datetime" in str(table["timestamp"].dtype)
print(best)
