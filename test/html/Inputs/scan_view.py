"""Serves the pages with the stock scan-view on this machine and reads them back.

    scan_view.py FOLDER"""
import glob
import os
import socket
import subprocess
import sys
import time
import urllib.request


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def read(port, path):
    return urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}", timeout=5).read().decode()


def wait(port):
    for _ in range(100):
        try:
            return read(port, "")
        except OSError:
            time.sleep(0.1)
    sys.exit("scan-view did not answer")


folder = sys.argv[1]
port = free_port()
server = subprocess.Popen(
    ["scan-view-19", "--host=127.0.0.1", f"--port={port}", "--no-browser", folder],
    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
try:
    assert "All Bugs" in wait(port)
    pages = [os.path.basename(path) for path in glob.glob(folder + "/report-*.html")]
    for page in pages:
        text = read(port, page)
        assert "Summary</a> > Report" in text, page  # what it puts for REPORTHEADER
    print(f"{len(pages)} reports served, each with a way back")
finally:
    server.terminate()
    server.wait()
