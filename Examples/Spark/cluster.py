"""A standalone Spark cluster on this machine: a master and workers of one core each, all on the loopback address."""

import ctypes
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import pyspark

HOME = pathlib.Path(pyspark.__file__).parent
PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """Has what Spark leaves behind become a child of this process, so that its processor time is counted (Linux)."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


class Cluster:
    def __init__(self, workers: int, folder: pathlib.Path):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.processes: list[subprocess.Popen] = []
        self.log = folder / "cluster.log"
        self.log.unlink(missing_ok=True)
        self.environment = os.environ | {
            "SPARK_HOME": str(HOME), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_DAEMON_MEMORY": "256m",
            "PYSPARK_PYTHON": sys.executable, "PYSPARK_DRIVER_PYTHON": sys.executable, "LC_ALL": "C.UTF-8",
            "SPARK_LOCAL_DIRS": str(folder / "local"),
        }
        self.start("master.Master", "--port", "0")
        self.url = self.wait_for(r"Starting Spark master at (spark://\S+)")
        for number in range(workers):
            self.start(
                "worker.Worker", "--cores", "1", "--memory", "1g", "--work-dir", str(folder / f"worker-{number}"), self.url)
        deadline = time.monotonic() + 120
        while len(re.findall(r"Successfully registered with master", self.log.read_text())) < workers:
            if time.monotonic() > deadline:
                raise TimeoutError(f"The workers didn't register: {self.log}")
            time.sleep(0.1)

    def start(self, name: str, *arguments: str) -> None:
        command = [str(HOME / "bin" / "spark-class"), f"org.apache.spark.deploy.{name}", "--host", "127.0.0.1"]
        with open(self.log, "a", encoding="utf-8") as log:
            self.processes.append(
                subprocess.Popen(
                    [*command, "--webui-port", "0", *arguments], env=self.environment, stdout=log, stderr=log,
                    start_new_session=True))

    def wait_for(self, pattern: str) -> str:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            found = re.search(pattern, self.log.read_text())
            if found:
                return found[1]
            time.sleep(0.1)
        raise TimeoutError(f"“{pattern}” didn't come up in {self.log}")

    def submit(self, script: pathlib.Path, *arguments: str, log: pathlib.Path) -> subprocess.Popen:
        """Starts a job; its standard output is a pipe."""
        command = [
            str(HOME / "bin" / "spark-submit"), "--master", self.url, "--driver-memory", "512m",
            "--executor-memory", "1g", "--conf", "spark.ui.enabled=false", "--conf", "spark.driver.host=127.0.0.1",
        ]
        return subprocess.Popen(
            [*command, str(script), *arguments], env=self.environment, stdout=subprocess.PIPE,
            stderr=open(log, "w", encoding="utf-8"), text=True, start_new_session=True)

    def executors(self) -> list[int]:
        """The processes that run this cluster's tasks: children of its workers."""
        workers = {process.pid for process in self.processes[1:]}
        return [
            process for process, parent, command in running()
            if "CoarseGrainedExecutorBackend" in command and parent in workers]

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        # What they left behind has become ours.
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                if os.waitpid(-1, os.WNOHANG) == (0, 0):
                    time.sleep(0.1)
            except ChildProcessError:
                return

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_) -> None:
        self.stop()


def running():
    """Each process: its number, its parent's, and its command."""
    for folder in pathlib.Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                status = (folder / "stat").read_text()
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            yield int(folder.name), int(status.rpartition(")")[2].split()[1]), command


def descendants(root: int) -> list[tuple[int, str]]:
    """The processes below one, with their commands."""
    processes = list(running())
    found, fresh = [], {root}
    while fresh:
        children = [(number, command) for number, parent, command in processes if parent in fresh]
        found += children
        fresh = {number for number, _ in children}
    return found
