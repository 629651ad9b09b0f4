"""Runs ``python -m carddesigner`` in a process of its own as often as it is asked to, with everything imported already.

A line on standard input is a command as JSON; lines back are its process, then as JSON how that ended, its seconds of CPU with
those that importing took, and the most memory that it had. Each command is a fork of this process, which has only imported: what
it finds, changes and leaves behind is its own, as if it had been started anew.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import sys
from pathlib import Path
from time import process_time

from carddesigner import editors
from tests.faults import inject
from tests.forked import become, import_all, run

import_all("jinja2.sandbox", "pyphen", "bidi", "rich", designer=False)
_IMPORTED = process_time()
editors.schema_files()
gc.freeze()

# Not inside a function or a try: what a command raises must end its process as it would any other.
for _line in sys.stdin:
    _process = os.fork()
    if _process == 0:
        _command = json.loads(_line)
        if _command["limited"]:
            resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
            resource.setrlimit(resource.RLIMIT_AS, (4_000_000_000, 4_000_000_000))
        _out, _err = (os.open(_command[name], os.O_WRONLY) for name in ("out", "err"))
        become(_command["arguments"], _command["cwd"], _command["env"], _out, _err)
        if _command.get("fault") is not None:
            _at, _kind, _count = _command["fault"]
            inject(Path(_command["cwd"]), _at, _kind, Path(_count))
        exec(_command["patch"], {})
        run()
    os.write(1, f"{_process}\n".encode())
    _, _status, _used = os.wait4(_process, 0)
    _seconds = _IMPORTED + _used.ru_utime + _used.ru_stime
    os.write(1, f"{json.dumps([os.waitstatus_to_exitcode(_status), _seconds, _used.ru_maxrss])}\n".encode())
