"""Runs a scan in a process group of its own, and signals it once a unit is analysed.

    interrupt.py SIGNAL group|alone OUT COMMAND…

Prints the scan's stderr and its exit status.  `group` is what a terminal does on Ctrl-C,
`alone` what `kill` does."""
import glob
import os
import signal
import subprocess
import sys
import time

# Whoever runs the tests may have it ignored, which is inherited.
signal.signal(signal.SIGINT, signal.SIG_DFL)
name, whom, out, *command = sys.argv[1:]
scan = subprocess.Popen(command, stderr=subprocess.PIPE, text=True,
                        start_new_session=True)
for _ in range(600):
    logs = glob.glob(os.path.join(out, "*", "units", "log"))
    if logs and os.path.getsize(logs[0]):
        break
    time.sleep(0.1)
else:
    sys.exit("no unit was analysed in a minute")
number = getattr(signal, "SIG" + name)
os.killpg(scan.pid, number) if whom == "group" else scan.send_signal(number)
try:
    print(scan.communicate(timeout=60)[1], end="")
except subprocess.TimeoutExpired:
    scan.kill()
    sys.exit("the scan did not stop")
print("status", scan.returncode)
