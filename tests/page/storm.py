"""Clients that misbehave, for so many seconds: half requests, wrong tokens, floods, streams
that are opened and dropped, while one honest player plays on and must not wait long.

    python3 tests/page/storm.py build/regel-serve [SECONDS]"""
import http.client
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time

program, seconds = os.path.abspath(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 10
folder = tempfile.mkdtemp()
server = subprocess.Popen([program, "--port", "0", "--db", os.path.join(folder, "g.db"), "--pace", "10"],
                          stdout=subprocess.PIPE, text=True)
port = int(server.stdout.readline().strip().rstrip("/").rsplit(":", 1)[1])
end = time.time() + seconds
dice = random.Random(1)
counts = {}


def ask(method, path, body=None, cookie="", headers=None):
    c = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    h = {"Host": f"localhost:{port}", "X-Regel": "1", "Cookie": cookie, **(headers or {})}
    c.request(method, path, json.dumps(body) if body is not None else None, h)
    r = c.getresponse()
    data = r.read()
    got = r.headers.get("Set-Cookie", "").split(";")[0]
    c.close()
    return r.status, data, got


def raw(data, wait=0.0):
    with socket.create_connection(("127.0.0.1", port), timeout=5) as s:
        s.sendall(data)
        time.sleep(wait)


def noise(n):
    return bytes(dice.randrange(256) for _ in range(n))


def misbehave():
    h = f"Host: localhost:{port}\r\n".encode()
    while time.time() < end:
        kind = dice.randrange(9)
        counts[kind] = counts.get(kind, 0) + 1
        try:
            if kind == 0:
                raw(b"GET /api/stream?g=1&seat=0 HTTP/1.1\r\n" + h, 0.02)
            elif kind == 1:
                raw(noise(dice.randrange(2000)))
            elif kind == 2:
                raw(b"POST /api/answer HTTP/1.1\r\n" + h + b"X-Regel: 1\r\nContent-Length: 5000\r\n\r\n{\"game\":", 0.02)
            elif kind == 3:
                ask("POST", "/api/join", {"token": f"{dice.randrange(9)}.{dice.randrange(9)}.{dice.random()}"})
            elif kind == 4:
                ask("POST", "/api/answer", {"game": 1, "seat": 0, "ask": "x", "n": dice.randrange(-9, 9)}, owner)
            elif kind == 5:
                raw(b"GET /api/stream?g=1&seat=0&lang=nl HTTP/1.1\r\n" + h + b"Cookie: " + owner.encode() + b"\r\n\r\n", 0.05)
            elif kind == 6:
                ask("GET", "/api/" + dice.choice(["why", "replay", "state", "whynot", "faces", "setup"])
                    + f"?g={dice.choice([0, 1, 1, 2, 99, -1])}&seat={dice.randrange(-3, 40)}&at={dice.randrange(-9, 99)}"
                    + "&lang=" + dice.choice(["en", "nl", "xx", "../..", "%00"]) + "&name=" + dice.choice(["a", "%ff", "..", "heimlich", "x" * 500]), owner)
            elif kind == 7:
                ask("POST", "/api/" + dice.choice(["new", "undo", "branch", "owner"]),
                    dice.choice([{}, [], 3, {"game": "x"}, {"game": 1, "seat": 1e9}, {"seats": [{}] * 40}]), owner)
            else:
                raw(b"GET /" + b"a" * dice.randrange(20000) + b" HTTP/1.1\r\n" + h + b"\r\n", 0.01)
        except (OSError, http.client.HTTPException):
            pass


_, made, _ = ask("POST", "/api/new", {"name": "tictactoe", "seats": [{"name": "a"}, {"name": "b"}]})
owner = "; ".join([ask("POST", "/api/join", {"token": json.loads(made)["seats"][0]["token"]})[2]])
_, made, _ = ask("POST", "/api/new", {"name": "heimlich", "seats": [{"name": "a"}, {"name": "b", "bot": 0}]})
game = json.loads(made)["game"]
honest = ask("POST", "/api/join", {"token": json.loads(made)["seats"][0]["token"]})[2]
threads = [threading.Thread(target=misbehave) for _ in range(6)]
for t in threads:
    t.start()
longest, answers = 0.0, 0
while time.time() < end:
    begin = time.time()
    status, data, _ = ask("GET", f"/api/state?g={game}&seat=0&lang=en", None, honest)
    question = json.loads(data)["state"]["ask"] if status == 200 else None
    if question:
        status, _, _ = ask("POST", "/api/answer", {"game": game, "seat": 0, "lang": "en", "ask": question["id"],
                                                   "n": dice.randrange(len(question["answers"]))}, honest)
        answers += status == 200
    longest = max(longest, time.time() - begin)
    time.sleep(0.02)
for t in threads:
    t.join()
alive = server.poll() is None
server.terminate()
code = server.wait(timeout=60)
subprocess.run(["rm", "-rf", folder])
print(f"{sum(counts.values())} rude requests; {answers} answers of the honest player, the longest took {longest * 1000:.0f} ms; "
      f"alive: {alive}, exit {code}")
sys.exit(0 if alive and code == 0 and answers else 1)
