"""Runs a command on a terminal of 24 lines and 80 columns, and shows what it wrote there
with its control sequences in words.

    terminal.py COMMAND…"""
import fcntl
import os
import pty
import re
import struct
import sys
import termios

pid, master = pty.fork()
if pid == 0:
    os.environ["TERM"] = "xterm"
    os.execvp(sys.argv[1], sys.argv[1:])
fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
written = b""
while True:
    try:
        part = os.read(master, 4096)
    except OSError:
        break
    if not part:
        break
    written += part
os.waitpid(pid, 0)
text = written.decode(errors="replace")
text = re.sub(r"\x1b\[1;(\d+)r", r"<scroll 1-\1>", text)
text = re.sub(r"\x1b\[(\d+);1H", r"<line \1>", text)
print(re.sub(r"\x1b(\[[0-9;]*[A-Za-z]|[78])", "", text))
