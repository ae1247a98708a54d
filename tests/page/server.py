"""The server without a browser: what it answers, to whom, and what survives.

    python3 tests/page/server.py build/regel-serve

Prints `ok TITLE` or `not ok TITLE` for each rule, as the tests of commands do."""
import http.client
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
folder = tempfile.mkdtemp()
failures = 0


def check(title, holds, seen=""):
    global failures
    if holds:
        print("ok", title)
    else:
        failures += 1
        print("not ok", title)
        print("#", str(seen)[:2000].replace("\n", "\n# "))
    sys.stdout.flush()


class Server:
    def __init__(self, *options, db="games.db", path=None):
        self.process = subprocess.Popen(
            [PROGRAM, "--port", "0", "--db", os.path.join(folder, db), "--pace", "20", *options],
            stdout=subprocess.PIPE, stderr=sys.stderr, text=True, cwd="/",
            env={**os.environ, **({"REGEL_PATH": path} if path else {})})
        self.where = self.process.stdout.readline().strip()
        self.port = int(self.where.rstrip("/").rsplit(":", 1)[1])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=60)


class Page:
    """A browser as far as the server can tell: cookies and headers."""

    def __init__(self, server):
        self.server = server
        self.cookies = {}

    def ask(self, method, path, body=None, headers=None):
        c = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        send = {"Host": f"localhost:{self.server.port}"}
        if self.cookies:
            send["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        if method == "POST":
            send["X-Regel"] = "1"
        send.update(headers or {})
        send = {k: v for k, v in send.items() if v is not None}
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        c.request(method, path, data, send)
        r = c.getresponse()
        text = r.read().decode()
        self.headers = r.headers
        self.text = text
        for cookie in r.headers.get_all("Set-Cookie") or []:
            name, value = cookie.split(";")[0].split("=", 1)
            self.cookies[name] = value
        c.close()
        everything.append(text)
        try:
            return r.status, json.loads(text)
        except ValueError:
            return r.status, text

    def get(self, path, **headers):
        return self.ask("GET", path, None, {k.replace("_", "-"): v for k, v in headers.items()})

    def post(self, path, body, **headers):
        return self.ask("POST", path, body, {k.replace("_", "-"): v for k, v in headers.items()})

    def state(self, game, seat, lang="en"):
        return self.get(f"/api/state?g={game}&seat={seat}&lang={lang}")[1]["state"]

    def answer(self, game, seat, n, ask=None, lang="en"):
        ask = ask or self.state(game, seat, lang)["ask"]["id"]
        return self.post("/api/answer", {"game": game, "seat": seat, "lang": lang, "ask": ask, "n": n})


class Stream:
    """An open stream of events."""

    def __init__(self, page, game, seat, lang="en"):
        self.c = http.client.HTTPConnection("127.0.0.1", page.server.port, timeout=20)
        self.c.request("GET", f"/api/stream?g={game}&seat={seat}&lang={lang}", headers={
            "Host": f"localhost:{page.server.port}",
            "Cookie": "; ".join(f"{k}={v}" for k, v in page.cookies.items())})
        self.r = self.c.getresponse()
        self.status = self.r.status

    def event(self):
        name = None
        while True:
            line = self.r.readline().decode().rstrip("\n")
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                everything.append(line)
                return name, json.loads(line[6:])

    def close(self):
        self.r.close()
        self.c.close()


everything = []  # all that was ever sent: no path of this machine may be in it


def new(page, name, seats, **more):
    return page.post("/api/new", {"name": name, "lang": "en", "seats": seats, **more})


def run(*options):
    return subprocess.run([PROGRAM, *options], capture_output=True, text=True, timeout=60)


# ---- the command line ---------------------------------------------------------------

r = run("--help")
check("--help is no error", r.returncode == 0 and "--port" in r.stdout, r)
check("an unknown option is a usage error", run("--nonsense").returncode == 2)
check("a port that is none is a usage error", run("--port", "99999").returncode == 2)
r = run("--host", "127.0.0.1")
check("whoever lets others connect must give a key", r.returncode == 2 and "--key" in r.stderr, r)
with open(os.path.join(folder, "short"), "w") as f:
    f.write("abc\n")
check("a short key is refused", run("--host", "127.0.0.1", "--key", os.path.join(folder, "short")).returncode == 2)
check("a database that cannot be opened is an error", run("--db", "/dev/null/x").returncode == 5)

# ---- the page itself -----------------------------------------------------------------

server = Server()
page = Page(server)
status, text = page.get("/")
policy = page.headers.get("Content-Security-Policy", "")
check("the page is there", status == 200 and "<main" in text, text)
check("its policy is strict", "default-src 'none'" in policy and "unsafe" not in policy, policy)
check("nobody guesses its type or frames it", page.headers["X-Content-Type-Options"] == "nosniff"
      and "frame-ancestors 'none'" in policy)
size = 0
for name in ["/", "/style.css", "/main.js", "/words.js", "/dom.js", "/home.js", "/play.js", "/table.js", "/replay.js", "/read.js", "/icon.svg"]:
    status, text = page.get(name)
    size += len(page.text)
    check(f"{name} is there", status == 200)
check(f"the page is small ({size} bytes)", size < 300_000)
check("what is not there is not found", page.get("/nothing")[0] == 404)
check("files of the machine are not served", page.get("/../../etc/passwd")[0] == 404)
home = page.get("/api/home?lang=nl")[1]
check("all rulesets are listed, in the reader's language",
      {"heimlich", "clash", "tictactoe"} <= {r["game"] for r in home["rulesets"]}
      and any(r["title"] == "Boter-kaas-en-eieren" for r in home["rulesets"]), home)

faces = page.get("/api/faces?name=heimlich&lang=fr")[1]
check("faces come in any language, with their line", any(f["title"] == "l\u2019\u00e9glise" or "glise" in f["title"] for f in faces)
      and faces[0]["place"]["file"].startswith(("scenarios/", "cards/")), faces[0])

# ---- who may ask ---------------------------------------------------------------------

two = [{"name": "Ann"}, {"name": "Bob"}]
body = {"name": "tictactoe", "seats": two}
check("a change needs a header of its own", page.post("/api/new", body, X_Regel=None)[0] == 403)
check("a change from another page is refused", page.post("/api/new", body, Origin="http://evil.example")[0] == 403)
check("a change across sites is refused", page.post("/api/new", body, Sec_Fetch_Site="cross-site")[0] == 403)
check("another name for this machine is refused", page.get("/api/home", Host="evil.example")[0] == 403)
check("the page is not shown under another name", page.get("/", Host="evil.example")[0] == 403)
check("the page's own origin is accepted", page.post("/api/new", body, Origin=f"http://localhost:{server.port}")[0] == 200)
check("a body that is too large is refused", page.post("/api/new", b"x" * 70000)[0] == 413)
for bad in [b"", b"{", b"[]", b"null", b'{"seats":3}', b"\xff\xfe", b'{"a":1,"a":2}', b'{"name":"tictactoe","seats":[]}']:
    check(f"{bad[:20]!r} is refused", page.post("/api/new", bad)[0] == 400)
for twice in [b"Content-Length: 0\r\nContent-Length: 40", b"Content-Length: 40\r\nContent-Length: 40",
              b"Content-Length: 5\r\nTransfer-Encoding: chunked"]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as c:
        c.sendall(b"POST /api/new HTTP/1.1\r\nHost: localhost:%d\r\nX-Regel: 1\r\n%s\r\n\r\n"
                  b"GET / HTTP/1.1\r\nHost: localhost:%d\r\n\r\n" % (server.port, twice, server.port))
        said = b""
        while more := c.recv(65536):
            said += more
    check(f"a length that is said twice is refused, and nothing behind it is heard: {twice!r}",
          said.startswith(b"HTTP/1.1 400 ") and said.count(b"HTTP/1.1 ") == 1, said[:200])
check("deep nesting is refused", page.post("/api/new", b"[" * 60000)[0] == 400)
for bad in ["../../etc/passwd", "/etc/passwd", "nothing", "", "heimlich/../heimlich"]:
    status, said = new(page, bad, two)
    check(f"the ruleset {bad!r} is refused", status == 400, said)
check("too many players are refused", new(page, "tictactoe", two * 3)[0] == 400)
check("an option that makes no sense is refused", new(page, "tictactoe", two, options={"x": "y"})[0] == 400)

# ---- seats ---------------------------------------------------------------------------

status, made = new(page, "clash", [{"name": "Ann <b>&\u202e\x07"}, {"name": "Bob"}], seed=1)
game = made["game"]
ann, bob, stranger = Page(server), Page(server), Page(server)
check("a stranger reads nothing", stranger.get(f"/api/state?g={game}&seat=0")[0] == 403)
check("a made-up link is refused", stranger.post("/api/join", {"token": f"{game}.0.AAAAAAAAAAAAAAAAAAAAAA"})[0] == 403)
ann.post("/api/join", {"token": made["seats"][0]["token"]})
cookie = ann.headers["Set-Cookie"]
check("a link becomes a cookie that no script reads", "HttpOnly" in cookie and "SameSite=Strict" in cookie, cookie)
bob.post("/api/join", {"token": made["seats"][1]["token"]})
check("a seat reads as itself", ann.get(f"/api/state?g={game}&seat=0")[0] == 200)
check("and not as another seat", ann.get(f"/api/state?g={game}&seat=1")[0] == 403)
check("nor everything", ann.get(f"/api/state?g={game}&seat=-1")[0] == 403)
check("a game that is not there is not found", page.get("/api/state?g=999&seat=-2")[0] == 404)
hello = ann.get(f"/api/state?g={game}&seat=0")[1]["hello"]
check("a name steers nothing", hello["seats"][0]["name"] == "Ann <b>&\ufffd\ufffd", hello["seats"])

states = {0: ann.state(game, 0), 1: bob.state(game, 1)}
asked = 0 if states[0]["ask"] else 1
check("one is asked and the other waits", states[asked]["head"]["status"] == "ask"
      and states[1 - asked]["head"] == {"status": "wait"} and states[1 - asked]["ask"] is None, states)
pages = {0: ann, 1: bob}
check("nobody answers for another", pages[1 - asked].answer(game, asked, 0, "x")[0] == 403)
check("who is not asked cannot answer", pages[1 - asked].answer(game, 1 - asked, 0, "x")[0] == 409)
ask = states[asked]["ask"]["id"]
check("an answer that is not there is refused", pages[asked].answer(game, asked, 10_000, ask)[0] == 400)
for bad in ("0", 1.5, None, True, []):
    check(f"an answer that is no number is refused: {bad!r}", pages[asked].answer(game, asked, bad, ask)[0] == 400)
for bad in (33, 10_000_000, 2**31 - 1, 2**32, -(2**40)):
    check(f"seat {bad} is nobody's", pages[asked].get(f"/api/replay?g={game}&seat={bad}")[0] in (400, 404)
          and page.get(f"/api/replay?g={game}&seat={bad}")[0] in (400, 404))
for bad in ("heimlich%2Bpasswd", "etc", "heimlich%2Bnosuch"):
    check(f"{bad} is no ruleset of the library", page.get(f"/api/setup?name={bad}")[0] != 200)


def memory():
    with open(f"/proc/{server.process.pid}/statm") as f:
        return int(f.read().split()[1]) * 4096


page.get("/api/setup?name=orange&lang=nl")
before = memory()
for i in range(60):
    page.get(f"/api/setup?name=orange&lang=nl_{i}")
    page.get(f"/api/setup?name=heimlich%2B{',' * (i + 1)}")
check("spellings of a language and of no pack fill no memory", memory() - before < 64 << 20, memory() - before)
check("a negative answer is refused", pages[asked].answer(game, asked, -1, ask)[0] == 400)

# ---- streams -------------------------------------------------------------------------

one, two_, other = Stream(pages[asked], game, asked), Stream(pages[asked], game, asked), Stream(pages[1 - asked], game, 1 - asked)
first = [s.event() for s in (one, one, two_, two_, other, other)]
check("a stream begins with who is who and everything", [n for n, _ in first] == ["hello", "state"] * 3, first)
check("two pages of a seat have the same", first[1] == first[3])
check("an answer is taken", pages[asked].answer(game, asked, 0, ask)[0] == 200)
check("the same click again is not", pages[asked].answer(game, asked, 0, ask)[0] == 409)
check("both pages are told the same", one.event() == two_.event())
extra = [Stream(pages[asked], game, asked) for _ in range(8)]
check("the streams of a seat are limited", [s.status for s in extra].count(429) >= 2, [s.status for s in extra])
for s in [one, two_, other, *extra]:
    s.close()

# ---- a game with a death in it -----------------------------------------------------------

status, made = new(page, "tictactoe", two)
t = made["game"]
for s in made["seats"]:
    page.post("/api/join", {"token": s["token"]})
page.answer(t, 0, 4)
page.answer(t, 1, 0)
before = [page.state(t, s) for s in (0, 1)]
server.kill()
server = Server()
for p in (page, ann, bob, stranger):
    p.server = server
after = [page.state(t, s) for s in (0, 1)]
check("after a kill -9 the table is as it was", [s["table"] for s in before] == [s["table"] for s in after])
check("and so is the log", [s["log"] for s in before] == [s["log"] for s in after])
check("the links are still good", ann.get(f"/api/state?g={game}&seat=0")[0] == 200)
check("a click from before the death is asked again", page.answer(t, 0, 0, before[0]["ask"]["id"])[0] == 409)
log = page.state(t, 0)["log"]["lines"]
check("an answer can be taken back after it", page.post("/api/undo", {"game": t, "seat": 1})[0] == 200)
check("and is gone from the log", page.state(t, 0)["log"]["lines"] == log[:-1], page.state(t, 0)["log"])
check("then it is the other's turn again", page.state(t, 1)["ask"] is not None)
status, said = stranger.post("/api/undo", {"game": t, "seat": 0})
check("a stranger takes nothing back", status == 403)
hides = new(page, "heimlich", two)[1]
h = hides["game"]
for p in hides["seats"]:
    page.post("/api/join", {"token": p["token"]})
turn = 0 if page.state(h, 0)["ask"] else 1
while page.state(h, turn)["ask"]:
    page.answer(h, turn, 0)
told = [page.state(h, s)["log"] for s in (0, 1)]
refused = page.post("/api/undo", {"game": h, "seat": turn})
check("where chance has decided, a game that hides something goes no way back, and says why",
      refused[0] == 409 and refused[1]["words"] and told == [page.state(h, s)["log"] for s in (0, 1)], refused)
why = page.get(f"/api/why?g={t}&seat=0&lang=nl&at=0")
check("every line tells why", why[0] == 200 and why[1] and why[1][0]["text"], why)
not_ = page.get(f"/api/whynot?g={t}&seat=1&lang=en&name=" + "square%20(2,%202)")
check("what is not offered tells why not, with its line", not_[1].get("says") and not_[1]["place"]["line"] > 0, not_)
check("who is not asked is told nothing of it", page.get(f"/api/whynot?g={t}&seat=0&name=x")[1] == {})

# ---- to the end, and once more -------------------------------------------------------------

check("an unfinished game shows only one's own", ann.get(f"/api/replay?g={game}&seat=-1&at=0")[0] == 403)
check("and nobody branches off from others' games", ann.post("/api/branch", {"game": game, "seat": 0, "at": 1})[0] == 403)
replay = page.get(f"/api/replay?g={t}&seat=0&lang=en&at=0")
check("a seat replays what it saw", replay[0] == 200 and replay[1]["over"] is False, replay)
turn = 0
while page.state(t, 0)["head"]["status"] not in ("over", "error"):
    seat = 0 if page.state(t, 0)["ask"] else 1
    page.answer(t, seat, 0)
    turn += 1
    if turn > 20:
        break
end = page.state(t, 0)
check("a game comes to its end", end["head"]["status"] == "over" and end["head"]["result"], end["head"])
whole = page.get(f"/api/replay?g={t}&seat=-1&lang=en&at=-1")[1]
check("a finished game is seen from everywhere", whole["over"] and whole["at"] == whole["last"] > 4, whole)
start = page.get(f"/api/replay?g={t}&seat=-1&lang=nl&at=0")[1]
check("from its first step on", start["at"] == 0 and start["log"]["lines"] == [], start)
status, branch = page.post("/api/branch", {"game": t, "at": 2, "lang": "en"})
check("and another game goes on from any step", status == 200 and branch["game"] > t, branch)
page.post("/api/join", {"token": branch["seats"][0]["token"]})
third = page.get(f"/api/replay?g={t}&seat=0&lang=en&at=2")[1]
check("with the same table", page.state(branch["game"], 0)["table"] == third["table"])

# ---- bots ------------------------------------------------------------------------------

status, made = new(page, "tictactoe", [{"name": "Ann"}, {"bot": 20}])
b = made["game"]
check("a bot has no link", made["seats"][1]["token"] is None)
page.post("/api/join", {"token": made["seats"][0]["token"]})
s = Stream(page, b, 0)
s.event(), s.event()
page.answer(b, 0, 4)
seen = []
while True:
    seen.append(s.event()[1])
    if seen[-1].get("ask"):
        break
check("a bot answers by itself", len(seen) >= 2 and seen[0]["head"]["status"] == "wait", seen)
check("what it did is taken back together with what one did", page.post("/api/undo", {"game": b, "seat": 0})[0] == 200
      and page.state(b, 0)["log"]["lines"] == [])
s.close()
check("the server stops when it is told to", server.stop() == 0)

server = Server("--pace", "3000")
page.server = server
asked = time.time()
page.answer(b, 0, 4)
for what in ("state", "whynot"):
    page.get(f"/api/{what}?g={b}&seat=0&lang=en&name=x")
check("while a bot thinks others are answered at once", time.time() - asked < 2 and page.state(b, 0)["head"]["status"] == "wait",
      time.time() - asked)
check("and what one did can be taken back", page.post("/api/undo", {"game": b, "seat": 0})[0] == 200 and time.time() - asked < 2.9
      and page.state(b, 0)["ask"] is not None)
time.sleep(3.5)
check("a bot that was not waited for answers nothing", page.state(b, 0)["log"]["lines"] == [])
page.answer(b, 0, 4)
time.sleep(3.5)
check("and is asked again", len(page.state(b, 0)["log"]["lines"]) == 2)
slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(3)]
slow[0].sendall(b"GET /")
slow[1].sendall(b"POST /api/answer HTTP/1.1\r\nHost: localhost:%d\r\nX-Regel: 1\r\nContent-Length: 500\r\n\r\n{" % server.port)
end = time.time() + 30
gone = set()
while len(gone) < 3 and time.time() < end:
    time.sleep(1)
    for k, c in enumerate(slow):
        try:
            c.settimeout(0.01)
            if k in gone or not c.recv(1):
                gone.add(k)
            continue
        except socket.timeout:
            pass
        except OSError:
            gone.add(k)
            continue
        try:
            c.sendall(b"a")
        except OSError:
            gone.add(k)
check("who sends a byte now and then does not hold a place", len(gone) == 3, gone)
server.stop()

# A bot is asked once or nine times, and nobody but itself is told: that must take one beat.
own = os.path.join(folder, "own", "scenarios", "beats")
os.makedirs(own)
with open(os.path.join(own, "game.regel"), "w") as f:
    f.write("""game beats "Beats" for 2..2
option rounds "Rounds": 1..9 = 1
turn_no "Turn": 0..99 = 0
value first_seat: player = first(players)
kind player { mind: 0..9 seen by owner }
verb think { secretly each p in players where it is not first_seat { repeat rounds { set p.mind to choose 0..9 "What?" } } }
verb play {
  repeat 5 {
    as first_seat { raise turn_no by choose 1..2 "Go on?" }
    think
    raise turn_no by 1
  }
  win none
}
""")
BEAT = 1.5
server = Server("--pace", str(int(BEAT * 1000)), path=os.path.join(folder, "own") + ":" + ROOT)
page = Page(server)
took = {}
for rounds in ("1", "9"):
    made = new(page, "beats", [{"name": "Ann"}, {"bot": 500}], options={"rounds": rounds})[1]
    page.post("/api/join", {"token": made["seats"][0]["token"]})
    s = Stream(page, made["game"], 0)
    s.event(), s.event()
    begin = time.time()
    page.answer(made["game"], 0, 0)
    while not s.event()[1].get("ask"):
        pass
    took[rounds] = time.time() - begin
    s.close()
check("how often a bot was asked in secret, and how long it thought, takes one beat",
      all(BEAT * 0.9 < t < BEAT * 1.9 for t in took.values()), took)
server.stop()

# ---- with a key --------------------------------------------------------------------------

with open(os.path.join(folder, "key"), "w") as f:
    f.write("correct horse battery\n")
server = Server("--host", "127.0.0.1", "--key", os.path.join(folder, "key"), "--games", "2")
page = Page(server)
check("without the key nobody begins games", new(page, "tictactoe", two)[0] == 403)
check("nor sees what is stored", "games" not in page.get("/api/home")[1])
check("nor which rules a game has that is not theirs", page.get(f"/api/faces?g={game}")[0] == 403
      and page.get("/api/faces?name=tictactoe")[0] == 200)
check("nor what ran in it", page.get("/api/ran?name=tictactoe")[0] == 403)
check("a wrong key is refused", page.post("/api/owner", {"key": "wrong horse battery"})[0] == 403)
check("the right one is accepted", page.post("/api/owner", {"key": "correct horse battery"})[0] == 200)
check("it does not stand in the cookie", "horse" not in str(page.cookies))
check("but nobody chooses a seed, which would deal the same hands at another table",
      "seed" in new(page, "tictactoe", two, seed=1)[1]["words"])
for _ in range(3):
    new(page, "tictactoe", [])
status, made = new(page, "tictactoe", two)
check("then games can be begun, and what does not begin does not count", status == 200, made)
new(page, "tictactoe", two)
check("so many in an hour, and no more", new(page, "tictactoe", two)[0] == 400)
watching = Page(server)
watching.post("/api/join", {"token": made["watch"]})
crowd = [Stream(watching, made["game"], -2) for _ in range(33)]
check("one who watches leaves places for others", [c.status for c in crowd] == [200] * 32 + [429], [c.status for c in crowd])
for c in crowd:
    c.close()
ann.server = server
check("who has a link plays without the key", ann.get(f"/api/state?g={game}&seat=0")[0] == 200)
check("the server stops when it is told to, with a key too", server.stop() == 0)

# ---- what an attack left ------------------------------------------------------------------

check("the database is its owner's alone", os.stat(os.path.join(folder, "games.db")).st_mode & 0o777 == 0o600)
server = Server("--host", "127.0.0.1", "--key", os.path.join(folder, "key"))
guesser = Page(server)
tries = [guesser.post("/api/owner", {"key": f"wrong horse {i}"})[0] for i in range(12)]
check("keys are not tried for ever", tries[:10] == [403] * 10 and tries[10:] == [429] * 2, tries)
check("nor the right one after that", guesser.post("/api/owner", {"key": "correct horse battery"})[0] == 429)
server.stop()
server = Server(db="other.db")
page = Page(server)
old = new(page, "tictactoe", two)[1]
server.stop()
for name in os.listdir(folder):
    if name.startswith("other.db") and not name.endswith(".key"):
        os.unlink(os.path.join(folder, name))
server = Server(db="other.db")
page = Page(server)
new(page, "tictactoe", two)
check("links of games that are gone open no others", Page(server).post("/api/join", {"token": old["seats"][0]["token"]})[0] == 403)
again = new(page, "tictactoe", two)[1]
for s in again["seats"]:
    page.post("/api/join", {"token": s["token"]})
page.answer(again["game"], 0, 4)
lock = sqlite3.connect(os.path.join(folder, "other.db"), isolation_level=None, timeout=20)
lock.execute("BEGIN IMMEDIATE")
begin = time.time()
status, said = page.answer(again["game"], 1, 0)
took = time.time() - begin
lock.execute("ROLLBACK")
lock.close()
check("who writes elsewhere stops the tables for a moment only", status == 503 and took < 10, (status, said, took))
check("and then they go on", page.answer(again["game"], 1, 0)[0] == 200, page.text)
check("it stops when it is told to", server.stop() == 0)

# ---- floods ------------------------------------------------------------------------------

server = Server()
page = Page(server)
loud, quiet = new(page, "heimlich", [{"bot": 0}, {"bot": 0}])[1], new(page, "tictactoe", two)[1]
page.post("/api/join", {"token": quiet["seats"][0]["token"]})
time.sleep(5)  # so that there is something to look through


def told(gate, done, path):
    one = Page(server)
    one.cookies = dict(page.cookies)
    gate.wait()
    if path == calm:
        time.sleep(0.02)
        done.append("begun")
    one.get(path)
    done.append(path)


# A fast machine is done with a small flood before anybody else has asked.
calm = f"/api/replay?g={quiet['game']}&seat=0"
for count in (40, 160, 640):
    gate, order = threading.Event(), []
    many = [threading.Thread(target=told, args=(gate, order, path))
            for path in [f"/api/replay?g={loud['game']}&seat=-2&at=9"] * count + [calm]]
    for t in many:
        t.start()
    gate.set()
    for t in many:
        t.join()
    begun, end = order.index("begun"), order.index(calm)
    waiting, before = count - begun, end - begun - 1
    if waiting > 20:
        break
check("a flood keeps others waiting for one request, not for all", waiting > 20 and waiting - before > 3,
      (count, waiting, before))
check("it stops when it is told to, floods or not", server.stop() == 0)

# ---- writing -----------------------------------------------------------------------------

library = os.path.join(folder, "library")
for part in ("scenarios/tictactoe", "scenarios/std", "po"):
    shutil.copytree(os.path.join(ROOT, part), os.path.join(library, part))
os.makedirs(os.path.join(library, "cards"))
os.makedirs(os.path.join(library, "scenarios/quiet"))
with open(os.path.join(library, "scenarios/quiet/game.regel"), "w") as f:
    f.write('''game quiet "Quiet" for 2..2
kind player { mark "Mark": 0..3 seen by owner }
verb play {
  repeat 5 { as first(players) { set mark to (choose 0..3 "Which mark?") } }
  win last(players)
}
''')
server = Server(path=library)
page = Page(server)
made = new(page, "quiet", two)[1]
q = made["game"]
for token in (made["seats"][0]["token"], made["seats"][1]["token"], made["watch"]):
    page.post("/api/join", {"token": token})
others = [Stream(page, q, seat) for seat in (1, -2)]
for s in others:
    s.event(), s.event()
done = [page.answer(q, 0, 1)[0], page.answer(q, 0, 2)[0], page.post("/api/undo", {"game": q, "seat": 0})[0],
        page.post("/api/undo", {"game": q, "seat": 0})[0], *(page.answer(q, 0, 3)[0] for _ in range(5))]
check("what nobody else sees is answered and taken back", done == [200] * 9, done)
check("and others are sent nothing at all of it", all("result" in s.event()[1]["head"] for s in others))
new(page, "quiet", two)
ran = page.get("/api/ran?name=quiet")[1]["games"]
check("what ran is told of games that are over, and of no others", [g["game"] for g in ran] == [q], ran)
check("nor of what is no ruleset", page.get("/api/ran?name=../x")[1] == {"games": []} and page.get("/api/ran")[1] == {"games": []})
for s in others:
    s.close()
server.stop()
with open(os.path.join(folder, "outside.regel"), "w") as f:
    f.write("# not yours\n")
os.symlink(os.path.join(folder, "outside.regel"), os.path.join(library, "scenarios/tictactoe/link.regel"))
server = Server("--host", "127.0.0.1", "--key", os.path.join(folder, "key"), path=library)
page, stranger = Page(server), Page(server)
main = "scenarios/tictactoe/game.regel"
for method, path in (("GET", "/api/files?name=tictactoe"), ("POST", "/api/save"), ("POST", "/api/work"), ("POST", "/api/stop")):
    got = stranger.ask(method, path, {"name": "tictactoe", "path": main, "text": "x", "do": "check"} if method == "POST" else None)
    check(f"without the key nobody writes: {path}", got[0] in (403, 404), got)
check("nor sends much", stranger.ask("POST", "/api/work", b"{" + b" " * 100_000 + b"}")[0] in (403, 413))
page.post("/api/owner", {"key": "correct horse battery"})
files = {f["path"]: f for f in page.get("/api/files?name=tictactoe")[1]["files"]}
check("the owner sees the files of a ruleset, and no links out of it", main in files and "scenarios/tictactoe/link.regel" not in files, list(files))
check("of no other folder", page.get("/api/files?name=..")[0] == 404 and page.get("/api/files?name=std/../std")[0] == 404)
mark = files[main]["mark"]


def save(path, text="# x\n", name="tictactoe", mark=""):
    return page.post("/api/save", {"name": name, "path": path, "text": text, "mark": mark})


for bad in ("../x.regel", "scenarios/tictactoe/../std/std.regel", "/etc/x.regel", "scenarios/std/std.regel", "scenarios/tictactoe/x.sh",
            "scenarios/tictactoe/.x.regel", "scenarios/tictactoe/link.regel", "scenarios/tictactoe/none/x.regel", "scenarios/tictactoe/", ""):
    check(f"nothing is written to {bad!r}", save(bad)[0] == 400, page.text)
check("nor for a ruleset that is not there", save("scenarios/nosuch/x.regel", name="nosuch")[0] == 400)
check("a new file can be written", save("scenarios/tictactoe/more.regel")[0] == 200, page.text)
check("an old one only by who has read it", save(main, mark="")[0] == 409)
check("who has, writes it", save(main, files[main]["text"] + "\n", mark=mark)[0] == 200)
check("and only once", save(main, "lost", mark=mark)[0] == 409)


def save_at_once(done, text, began):
    one = Page(server)
    one.cookies = dict(page.cookies)
    done.append(one.post("/api/save", {"name": "tictactoe", "path": "scenarios/tictactoe/more.regel", "text": text, "mark": began})[0])


for turn in range(5):
    began = next(f["mark"] for f in page.get("/api/files?name=tictactoe")[1]["files"] if f["path"].endswith("more.regel"))
    done = []
    savers = [threading.Thread(target=save_at_once, args=(done, f"# {turn} {i}\n", began)) for i in range(8)]
    for t in savers:
        t.start()
    for t in savers:
        t.join()
    if sorted(done) != [200] + [409] * 7:
        break
check("also when many save at once", sorted(done) == [200] + [409] * 7, done)


def work(**asked):
    return page.post("/api/work", {"name": "tictactoe", **asked})


status, found = work(do="check", files={main: files[main]["text"].replace("square", "sqare", 1)})
check("what is being written is checked without being saved", status == 200 and not found["compiles"]
      and found["messages"][0]["place"]["file"] == main, found)
check("tests run", work(do="test")[1]["tests"]["failed"] == 0)
status, game = work(do="play", setup={"seed": 7}, answers=[], random=3, lang="nl")
check("a game is tried out", status == 200 and len(game["answers"]) == 3 and game["ask"]["answers"], game)
was = {main: files[main]["text"].replace("line(3)", "line(2)")}
status, followed = work(do="play", setup={"seed": 7}, answers=game["answers"], files={}, was=was)
check("and replayed under other rules", status == 200 and followed["follow"]["ending"] in ("open", "stopped", "finished"), followed)
check("what is no work is refused", work(do="rm")[0] == 400 and work()[0] == 400)
check("what is no file is refused", work(do="check", files={"../x": "y"})[0] == 400 and work(do="check", files=["x"])[0] == 400)

# A foreign ruleset lies nowhere but in the request.
evil = {"scenarios/evil/game.regel": 'game evil for 1..1\nn: 0..9\nuse "/etc/passwd"\nverb play { }\n'}
status, found = page.post("/api/work", {"do": "check", "name": "evil", "files": evil})
check("a foreign ruleset reads no files", status == 200 and not found["compiles"] and "root:" not in page.text, page.text)
long = "game evil for 1..1\nn: 0..9\nverb play { }\n" + "".join(
    f'test "{i}" for ann {{ repeat while n < 9 {{ set n to 1 }} }}\n' for i in range(400))
done = []
thread = threading.Thread(target=lambda: done.append(Page.post(page, "/api/work", {
    "do": "test", "name": "evil", "work": "endless", "files": {"scenarios/evil/game.regel": long}})))
thread.start()
children, end = [], time.time() + 10
while not children and time.time() < end:
    time.sleep(0.1)
    children = subprocess.run(["pgrep", "-P", str(server.process.pid)], capture_output=True, text=True).stdout.split()
time.sleep(0.5)
with open(f"/proc/{children[0]}/status") as f:
    watched = "Seccomp:\t2" in f.read()
check("what is tried out is watched by the system", watched)
check("and holds no files but its pipes", len(os.listdir(f"/proc/{children[0]}/fd")) <= 3, os.listdir(f"/proc/{children[0]}/fd"))
begin = time.time()
other = Page(server)
other.cookies = dict(page.cookies)
check("others are served meanwhile", other.get("/api/home")[0] == 200)
other.post("/api/stop", {"work": "endless"})
thread.join(timeout=60)
check("and it ends when it is told to", done and done[0][0] == 410 and time.time() - begin < 45, done)
check("the server stops when it is told to, with a workshop too", server.stop() == 0)

paths = [ROOT, folder, os.path.expanduser("~") + "/"]
check("no path of this machine left it", not any(p in text for text in everything for p in paths),
      [p for p in paths for text in everything if p in text])
subprocess.run(["rm", "-rf", folder])
sys.exit(1 if failures else 0)
