"""Clients that misbehave, for so many seconds: half requests, wrong tokens, floods, storms of
streams that are opened and dropped, broken rules to try out, answers and undos at random, while
one honest player plays on and must not wait long. The server must neither crash nor leak (with
sanitizers its exit code tells), nor grow.

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
server = subprocess.Popen([program, "--port", "0", "--games", "1000000", "--db", os.path.join(folder, "g.db"), "--pace", "10"],
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
    while time.time() < end and server.poll() is None:
        kind = dice.randrange(12)
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
            elif kind == 8:
                storm = [socket.create_connection(("127.0.0.1", port), timeout=5) for _ in range(20)]
                for s in storm:
                    s.sendall(b"GET /api/stream?g=1&seat=0&lang=de HTTP/1.1\r\n" + h + b"Cookie: " + owner.encode() + b"\r\n\r\n")
                for s in storm:
                    s.close()
            elif kind == 9:
                status, data, _ = ask("GET", "/api/state?g=1&seat=0&lang=en", None, owner)
                question = json.loads(data)["state"]["ask"] if status == 200 else None
                if question and dice.random() < 0.6:
                    ask("POST", "/api/answer", {"game": 1, "seat": 0, "ask": question["id"], "n": dice.randrange(9)}, owner)
                else:
                    ask("POST", "/api/undo", {"game": 1, "seat": 0}, owner)
            elif kind == 10 and dice.random() < 0.1:
                text = dice.choice(["game x \"X\" for 2..2\nverb play { repeat { } }\n", "game", "verb play { choose 1..9 }", "{" * 3000, noise(300).decode("latin-1")])
                ask("POST", "/api/work", {"do": dice.choice(["check", "test", "play", "simulate", "none"]), "name": "x", "foreign": True,
                                          "work": str(dice.randrange(5)), "files": {"scenarios/x/game.regel": text}})
            else:
                raw(b"GET /" + b"a" * dice.randrange(20000) + b" HTTP/1.1\r\n" + h + b"\r\n", 0.01)
        except (OSError, http.client.HTTPException):
            pass


_, made, _ = ask("POST", "/api/new", {"name": "tictactoe", "seats": [{"name": "a"}, {"name": "b"}]})
owner = "; ".join([ask("POST", "/api/join", {"token": json.loads(made)["seats"][0]["token"]})[2]])


def begin():
    status, made, _ = ask("POST", "/api/new", {"name": "heimlich", "seats": [{"name": "a"}, {"name": "b", "bot": 0}]})
    made = json.loads(made)
    if status != 200:
        server.kill()
        sys.exit(f"no game begins: {made}")
    return made["game"], ask("POST", "/api/join", {"token": made["seats"][0]["token"]})[2]


def memory():
    with open(f"/proc/{server.pid}/status") as f:
        return next(int(line.split()[1]) // 1024 for line in f if line.startswith("VmRSS"))


game, honest = begin()
threads = [threading.Thread(target=misbehave) for _ in range(6)]
for t in threads:
    t.start()
longest, answers, games, waits = 0.0, 0, 1, []
told, first = time.time() + 60, 0
while time.time() < end and server.poll() is None:
    start = time.time()
    status, data, _ = ask("GET", f"/api/state?g={game}&seat=0&lang=en", None, honest)
    state = json.loads(data)["state"] if status == 200 else {}
    question = state.get("ask")
    if question:
        status, _, _ = ask("POST", "/api/answer", {"game": game, "seat": 0, "lang": "en", "ask": question["id"],
                                                   "n": dice.randrange(len(question["answers"]))}, honest)
        answers += status == 200
    waits.append(time.time() - start)
    longest = max(longest, waits[-1])
    if state.get("head", {}).get("status") == "over":
        game, honest = begin()
        games += 1
    if time.time() > told:
        told += 60
        first = first or memory()
        print(f"{int((told - 60 - end + seconds) / 60)} minutes: {sum(counts.values())} rude requests, {answers} answers in {games} games, "
              f"longest {longest * 1000:.0f} ms, {memory()} MB", flush=True)
    time.sleep(0.02)
last = memory() if server.poll() is None else 0
waits.sort()
for t in threads:
    t.join()
alive = server.poll() is None
server.terminate()
code = server.wait(timeout=60)
subprocess.run(["rm", "-rf", folder])
print(f"{sum(counts.values())} rude requests; {answers} answers of the honest player in {games} games, half took less than "
      f"{waits[len(waits) // 2] * 1000:.0f} ms, the longest {longest * 1000:.0f} ms; {first or last} MB after a minute, {last} MB at the end; "
      f"alive: {alive}, exit {code}")
sys.exit(0 if alive and code == 0 and answers else 1)
