"""Jobs in processes beside this one."""

from __future__ import annotations

import subprocess
import sys

from tests.conftest import ENVIRONMENT
from tests.patience import PATIENCE

SCRIPT = """\
import time
from pathlib import Path

from carddesigner.core.worker import side_by_side


def slow():
    while not Path("third").exists():
        time.sleep(0.01)
    return "first"


def third():
    Path("third").touch()
    return "third"


print(*side_by_side([slow, lambda: "second", third, lambda: "fourth"], 2))
"""


def test_a_slow_job_keeps_no_process_from_the_next_and_results_come_in_order(tmp_path):
    """The first job ends only once the third has begun."""
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=True, env=ENVIRONMENT
    )
    assert done.stdout == "first second third fourth\n"


FAILING = """\
import time
from pathlib import Path

from carddesigner.core.worker import side_by_side


def first():
    while not Path("second").exists():
        time.sleep(0.01)
    time.sleep(0.2)
    raise ValueError("the first fails last")


def second():
    Path("second").touch()
    raise ValueError("the second fails first")


print(*side_by_side([first, second], 2))
"""


def test_of_several_errors_the_first_in_order_is_raised(tmp_path):
    command = [sys.executable, "-c", FAILING]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, env=ENVIRONMENT)
    assert done.stderr.splitlines()[-1] == "ValueError: the first fails last"


ENDED_AT_ONCE = """\
import os
import signal
import time

from carddesigner.core.signals import stop
from carddesigner.core.worker import in_worker

here = os.getpid()
signal.signal(signal.SIGTERM, lambda number, _: None if os.getpid() == here else stop(number))
os.register_at_fork(after_in_parent=lambda: os.kill(0, signal.SIGTERM))
for _ in range(30):
    asked = in_worker(lambda: time.sleep(60), 2)
    process = asked.__self__._process
    process.join(10)
    assert process.exitcode == -signal.SIGTERM, process.exitcode
"""


def test_a_process_that_is_ended_while_it_is_being_made_ends():
    done = subprocess.run(
        [sys.executable, "-c", ENDED_AT_ONCE],
        env=ENVIRONMENT,
        timeout=PATIENCE,
        check=False,
        capture_output=True,
        start_new_session=True,
    )
    assert done.returncode == 0, done.stderr


NONE_OF_ITS_OWN = """\
from carddesigner.core.job import may_begin_others
from carddesigner.core.worker import side_by_side

print({*side_by_side([may_begin_others] * 8, 2)}, may_begin_others())
"""


def test_a_job_begins_no_processes_of_its_own_wherever_it_is_done():
    command = [sys.executable, "-c", NONE_OF_ITS_OWN]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True, env=ENVIRONMENT)
    assert done.stdout == "{False} True\n"


ENDED = """\
import os
import signal
import time

from carddesigner.core.worker import side_by_side

here = os.getpid()


def ends(number):
    if os.getpid() != here:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.01)
    return number


print(*side_by_side([lambda number=number: ends(number) for number in range(9)], 3))
"""


def test_what_processes_that_end_were_at_is_done_here():
    command = [sys.executable, "-c", ENDED]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True, env=ENVIRONMENT)
    assert done.stdout == "0 1 2 3 4 5 6 7 8\n"


ENDED_BEFORE_IT_SAYS_SO = """\
import os
import time
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

from carddesigner.core.worker import side_by_side

here, send = os.getpid(), Connection.send


def send_or_end(connection, sent):
    if os.getpid() != here and not Path("ended").exists():
        Path("ended").touch()
        os._exit(1)
    send(connection, sent)


Connection.send = send_or_end


def number(n):
    time.sleep(0.05)
    return n


print(*side_by_side([partial(number, n) for n in range(30)], 3))
"""


def test_a_job_whose_process_ends_before_it_says_that_it_has_it_is_done(tmp_path):
    command = [sys.executable, "-c", ENDED_BEFORE_IT_SAYS_SO]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, env=ENVIRONMENT)
    assert (done.stdout.split(), (tmp_path / "ended").exists()) == ([str(n) for n in range(30)], True)


ENDING = """\
from multiprocessing import active_children

from carddesigner.core.worker import side_by_side

results = side_by_side([lambda: 1, lambda: 2, lambda: 3], 2)
print(*[next(results) for _ in range(3)])
for copy in active_children():
    copy.join({patience})
    print(copy.exitcode)
"""


def test_a_process_ends_once_all_jobs_are_done_without_being_asked_to():
    """Whoever has the last result goes on while it ends."""
    command = [sys.executable, "-c", ENDING.format(patience=PATIENCE / 2)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True, env=ENVIRONMENT)
    assert done.stdout == "1 2 3\n0\n"


LAST = """\
import time
from pathlib import Path

from carddesigner.core.job import Job
from carddesigner.core.worker import side_by_side


def first():
    while not Path("second").exists():
        time.sleep(0.01)
    return "first"


def second():
    Path("second").touch()
    return "second"


print(*side_by_side([Job(first, in_turn=first), Job(second, in_turn=second)], 2))
"""


def test_the_last_job_waits_for_no_process_that_is_at_another(tmp_path):
    """A process that does the first in its turn keeps no other for its next."""
    command = [sys.executable, "-c", LAST]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=True, env=ENVIRONMENT
    )
    assert done.stdout == "first second\n"
