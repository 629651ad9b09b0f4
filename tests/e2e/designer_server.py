"""Starts ``python -m carddesigner designer`` as often as it is asked to, with everything imported already.

Each message on the socket whose number is this script's argument is a command as JSON, with the pipe that its standard error
goes to; the answer is its process, a fork of this one, which has only imported.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import os
import signal
import socket
import sys

from carddesigner import editors
from tests.forked import become, import_all, run

import_all("uvicorn.lifespan.on", "uvicorn.loops.auto", "uvicorn.protocols.http.auto", designer=True)
editors.schema_files()
gc.freeze()
# Whoever asked for a process sees itself when that has ended.
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
_asked = socket.socket(fileno=int(sys.argv[1]))

while True:
    _text, _files, _, _ = socket.recv_fds(_asked, 100_000, 1)
    if not _text:
        break
    _process = os.fork()
    if _process == 0:
        _asked.close()
        _command = json.loads(_text)
        become(_command["arguments"], _command["cwd"], _command["env"], os.open(os.devnull, os.O_WRONLY), _files[0])
        faulthandler.enable()
        run()
    os.close(_files[0])
    _asked.send(str(_process).encode())
