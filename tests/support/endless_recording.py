"""A process that records runs into the log given to it until its standard input closes.

It prints one line as soon as the first run is on disk.
"""

import select
import sys
import time
from dataclasses import replace
from pathlib import Path

from bdproxy.recorder.writer import LogWriter
from tests.support.logs import FINISHED, begin_experiment, write_run


def main() -> None:
    writer = LogWriter(Path(sys.argv[1]))
    experiment = begin_experiment(writer)
    end = replace(FINISHED, not_assessable=sys.argv[2] or None)
    attempt = 0
    while not select.select([sys.stdin], [], [], 0)[0]:
        attempt += 1
        write_run(writer, experiment, attempt=attempt, calls=5, end=end)
        if attempt == 1:
            print("recording", flush=True)
        # A grading has to keep up with the runs that come while it starts.
        time.sleep(0.01)
    write_run(writer, experiment, attempt=attempt + 1, end=None)
    writer.close()


main()
