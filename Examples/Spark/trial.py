"""Tries the job on a cluster of this machine: that nothing is lost or doubled when a worker dies, and what it costs.

    python trial.py test --cli aqkit-cli --recordings FOLDER --folder SCRATCH
    python trial.py measure --cli aqkit-cli --folder SCRATCH [--sites 200 --days 60]
"""

import argparse
import csv
import hashlib
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import time

import pyarrow.parquet

import make_archive
from cluster import Cluster, adopt_orphans, descendants

HERE = pathlib.Path(__file__).parent
JOB = HERE / "normalize_job.py"


def check(condition: bool, sentence: str) -> None:
    print(f"{'✔' if condition else '✘'} {sentence}", flush=True)
    if not condition:
        sys.exit(1)


# What a run has written.


def report_files(out: pathlib.Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted((out / "reports").glob("part-*"))}


def rows(out: pathlib.Path) -> list[str]:
    return sorted(repr(row) for row in pyarrow.parquet.read_table(out / "readings").to_pylist())


def daily(out: pathlib.Path) -> str:
    return "".join(path.read_text() for path in sorted((out / "daily").glob("part-*")))


# Tests.


def run(cluster: Cluster, out: pathlib.Path, *arguments: str, disturb=None) -> tuple[int, str, str]:
    """Runs the job; `disturb` is called until it returns true, while the job runs."""
    shutil.rmtree(out, ignore_errors=True)
    log = cluster.folder / f"{out.name}.log"
    job = cluster.submit(JOB, "--out", str(out), *arguments, log=log)
    try:
        while disturb is not None and job.poll() is None and not disturb(out):
            time.sleep(0.02)
        output, _ = job.communicate(timeout=1_200)
    finally:
        if job.poll() is None:
            os.killpg(job.pid, signal.SIGKILL)
    # Libraries may speak before it; the last line is the job's own.
    return job.returncode, output.strip().rpartition("\n")[2], log.read_text()


def kill_one_executor(cluster: Cluster, killed: list[int]):
    """Kills the process of a worker's tasks once a task is done and another one's aqkit-cli is at work."""

    def disturb(out: pathlib.Path) -> bool:
        if not any((out / "reports" / "_temporary" / "0").glob("task_*")):
            return False
        for executor in cluster.executors():
            if any("--lines files" in command for _, command in descendants(executor)):
                os.kill(executor, signal.SIGKILL)
                killed.append(executor)
                return True
        return False

    return disturb


def wrapper(folder: pathlib.Path, name: str, condition: str, cli: str) -> str:
    """A program that is aqkit-cli, but writes half and fails while a condition of the shell holds."""
    path = folder / name
    path.write_text(f"""#!/bin/sh
if [ "$1" = normalize ] && {condition}; then '{cli}' "$@" | head -n 3; exit 3; fi
exec '{cli}' "$@"
""")
    path.chmod(0o755)
    return str(path)


def test(arguments: argparse.Namespace) -> None:
    archive = arguments.folder / "archive"
    written = make_archive.write(archive, arguments.sites or 60, arguments.days or 40, seed=7)
    source = ["--archive", str(archive), "--recordings", str(arguments.recordings), "--partitions", "12"]
    with Cluster(2, arguments.folder / "cluster") as cluster:
        calm = arguments.folder / "calm"
        status, output, log = run(cluster, calm, "--cli", arguments.cli, *source)
        check(status == 0, f"the job runs on two workers: {output or log[-2000:]}")
        readings = pyarrow.parquet.read_table(calm / "readings", columns=["source"])
        of_archive = readings.column("source").to_pylist().count("openaq")
        check(of_archive == written["values"], f"each of the archive's {written['values']} values is a row, once")
        check(readings.num_rows > of_archive, "the recorded replies are in the same table")

        pandas = arguments.folder / "pandas"
        shutil.rmtree(pandas, ignore_errors=True)
        subprocess.run(
            [sys.executable, HERE / "in_pandas.py", "--cli", arguments.cli, "--archive", archive, "--out", pandas],
            check=True, stdout=subprocess.DEVNULL)
        ours = [
            [row[key] for key in ("site", "day", "index", "pollutant", "category")]
            for row in csv.DictReader(daily(calm).splitlines()) if row["source"] == "openaq"]
        theirs = [list(row.values()) for row in csv.DictReader((pandas / "daily.csv").read_text().splitlines())]
        check(sorted(ours) == sorted(theirs), f"pandas finds the same daily index of each of {len(theirs)} days of a site")

        killed: list[int] = []
        disturbed = arguments.folder / "disturbed"
        disturb = kill_one_executor(cluster, killed)
        status, output, log = run(cluster, disturbed, "--cli", arguments.cli, *source, disturb=disturb)
        check(bool(killed), "a worker's process was killed in the midst of its tasks")
        check("Lost task" in log, "Spark lost tasks by that")
        check(status == 0, f"the job ends well all the same: {output or log[-2000:]}")
        check(report_files(disturbed) == report_files(calm), "the reports are the same, byte for byte")
        check(rows(disturbed) == rows(calm), "the table is the same, row for row")
        check(daily(disturbed) == daily(calm), "the daily index is the same, byte for byte")

        once = wrapper(arguments.folder, "fails-once", f"mkdir '{arguments.folder}/failed-once' 2>/dev/null", arguments.cli)
        shutil.rmtree(arguments.folder / "failed-once", ignore_errors=True)
        retried = arguments.folder / "retried"
        status, _, log = run(cluster, retried, "--cli", once, "--only-reports", *source)
        check(status == 0 and "code 3" in log.replace("status 3", "code 3"), "a task whose aqkit-cli fails once is tried again")
        check(report_files(retried) == report_files(calm), "and what its first attempt wrote doesn't count")

        always = wrapper(arguments.folder, "fails", "grep -q locationid=2000/", arguments.cli)
        failed = arguments.folder / "failed"
        status, _, _ = run(cluster, failed, "--cli", always, "--only-reports", *source)
        check(status != 0, "an aqkit-cli that always fails makes the job fail")
        check(not (failed / "reports" / "_SUCCESS").exists(), "rather than leaving an incomplete table that looks whole")


# Measuring.


class Cost:
    """Seconds by the clock and of the processors, of all processes that were started and have ended meanwhile."""

    def __enter__(self) -> "Cost":
        self.wall, self.used = time.monotonic(), self.children()
        return self

    def __exit__(self, *_) -> None:
        self.wall, self.used = time.monotonic() - self.wall, self.children() - self.used

    @staticmethod
    def children() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime


def measure(arguments: argparse.Namespace) -> None:
    archive = arguments.folder / f"archive-{arguments.sites or 200}-{arguments.days or 60}"
    if (archive / "archive.json").exists():
        written = json.loads((archive / "archive.json").read_text())
    else:
        written = make_archive.write(archive, arguments.sites or 200, arguments.days or 60, seed=7)
    gigabytes = written["bytes"] / 1e9
    print(
        f"{written['files']} files, {written['values']} values, {gigabytes:.3f} GB as CSV, "
        f"{written['compressedBytes'] / 1e9:.3f} GB as gzip", flush=True)

    def line(name: str, cost: Cost, note: str = "") -> None:
        print(
            f"{name}: {cost.wall:.1f} s, {cost.used:.1f} s of the processors, {cost.used / gigabytes:.1f} s per GB{note}",
            flush=True)

    listing = arguments.folder / "list.txt"
    listing.write_text("".join(f"{path}\n" for path in sorted(archive.glob("records/csv.gz/*/*/*/*.csv.gz"))))
    command = [arguments.cli, "normalize", "--no-config", "--format", "openaq-csv", "--lines", "files"]
    with open(arguments.folder / "one.ndjson", "wb") as output, Cost() as cost:
        subprocess.run([*command, listing], stdout=output, check=True)
    size = (arguments.folder / "one.ndjson").stat().st_size
    line("one aqkit-cli, files to reports", cost, f"; {size / 1e9:.3f} GB of NDJSON")

    out = arguments.folder / "pandas"
    shutil.rmtree(out, ignore_errors=True)
    pandas = [sys.executable, HERE / "in_pandas.py", "--cli", arguments.cli, "--archive", archive, "--out", out]
    with Cost() as cost:
        output = subprocess.run(pandas, check=True, stdout=subprocess.PIPE, text=True).stdout
    line("pandas, the whole job", cost, f"; {steps(output)}")

    for workers in (1, 2):
        with Cost() as cost:
            with Cluster(workers, arguments.folder / f"cluster-{workers}") as cluster:
                source = ["--cli", arguments.cli, "--archive", str(archive), "--partitions", "16"]
                status, output, log = run(cluster, arguments.folder / "out", *source)
            if status != 0:
                sys.exit(log[-3000:])
        line(f"Spark, {workers} worker(s), the whole job", cost, f"; after its start: {steps(output)}")


def steps(output: str) -> str:
    seconds = json.loads(output)["seconds"]
    return f"{sum(seconds.values()):.1f} s (" + ", ".join(f"{step} {value} s" for step, value in seconds.items()) + ")"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["test", "measure"])
    parser.add_argument("--cli", required=True)
    parser.add_argument("--recordings", type=pathlib.Path)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--sites", type=int)
    parser.add_argument("--days", type=int)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    adopt_orphans()
    # What was started ends with this process, however it ends.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    {"test": test, "measure": measure}[arguments.what](arguments)


if __name__ == "__main__":
    main()
