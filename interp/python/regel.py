r"""Regel from Python: compile rules, play, list cards, read stored games, count many.

    import regel
    library = regel.Library()
    rules = library.open("heimlich")
    for card in rules.cards("nl"):
        print(card["title"])
    print(rules.simulate(games=1000, players=4)["outcomes"]["wins"])
    with regel.Store("games.db") as store:
        game = store.replay(store.games()[-1]["id"])
        print(game.table())
        stored = store.read(game.id)
        print(stored.about()["result"], stored.verify(), stored.audit(viewer=0))
    lab = library.lab("rules heimlich\\nplayers 3\\ngames 500")
    lab.run(jobs=4)
    print(lab.csv())

Everything that the library gives as data arrives as plain lists and dicts (docs/json.md
has every shape). It needs nothing but the shared library, which is looked for where
$REGEL_LIBRARY says, beside an installed prefix, and where the system keeps libraries.
"""

import ctypes
import ctypes.util
import os
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_int64, c_long, c_size_t, c_uint32
from ctypes import c_uint64, c_void_p

SEES_ALL, SPECTATOR = -1, -2
DECIDE, CHANCE, DONE, ERROR = range(4)


class RulesError(Exception):
    """Rules that do not compile; `messages` has what the compiler says."""

    def __init__(self, name, messages):
        self.messages = messages
        first = next((m for m in messages if m["severity"] == "error"), None)
        super().__init__(f"{name}: {first['code']} {first['text']}" if first else name)


class GameError(Exception):
    """A rule went wrong, or something was asked that cannot be."""


class _Setup(ctypes.Structure):
    _fields_ = [("players", c_int), ("seed", c_uint64), ("options", POINTER(c_char_p)),
                ("names", POINTER(c_char_p)), ("chance", c_char_p)]


class _Explore(ctypes.Structure):
    _fields_ = [("seconds", c_int), ("states", c_int64), ("depth", c_int64), ("walks", c_int64),
                ("length", c_int64), ("memory", c_uint64), ("perft", c_int), ("setups", c_int),
                ("items", c_int), ("coverage", c_int), ("store", c_int), ("db", c_char_p),
                ("save", c_char_p), ("resume", c_char_p), ("name", c_char_p),
                ("progress", c_void_p), ("saved", c_void_p), ("tested", c_void_p),
                ("user", c_void_p)]


class _Sim(ctypes.Structure):
    _fields_ = [("games", c_long), ("first", c_long), ("bot", c_char_p), ("most", c_long),
                ("always", c_int), ("digest", c_int), ("store", c_int), ("db", c_char_p),
                ("again", c_char_p)]


class _Steps(ctypes.Structure):
    _fields_ = [("until", c_int64), ("verbose", c_int), ("verify", c_int)]


class _Work(ctypes.Structure):
    _fields_ = [("shard", c_long), ("shards", c_long), ("first", c_long), ("end", c_long),
                ("save", c_void_p), ("user", c_void_p), ("games", c_void_p)]


class _Run(ctypes.Structure):
    _fields_ = [("jobs", c_int), ("stop", c_void_p), ("progress", c_void_p), ("user", c_void_p)]


def _find():
    here = os.path.dirname(os.path.abspath(__file__))
    beside = [os.path.join(here, up, "libregel.so") for up in ("../..", "../../../lib", "../../build")]
    for path in [os.environ.get("REGEL_LIBRARY"), *beside]:
        if path and os.path.exists(path):
            return path
    found = ctypes.util.find_library("regel")
    if not found:
        raise ImportError("libregel.so is not installed; set REGEL_LIBRARY to its path")
    return found


_lib = ctypes.CDLL(_find())


def _declare(name, result, *arguments):
    function = getattr(_lib, "regel_" + name)
    function.restype, function.argtypes = result, arguments
    return function


_p, _why = c_void_p, POINTER(c_void_p)
_version = _declare("version", c_char_p)
_free = _declare("free", None, _p)
_data_tag = _declare("data_tag", c_int, _p)
_data_count = _declare("data_count", c_size_t, _p)
_data_at = _declare("data_at", _p, _p, c_size_t)
_data_key = _declare("data_key", c_char_p, _p)
_data_text = _declare("data_text", c_char_p, _p)
_data_number = _declare("data_number", c_int64, _p)
_data_real = _declare("data_real", c_double, _p)
_data_free = _declare("data_free", None, _p)
_library_new = _declare("library_new", _p, c_char_p)
_library_free = _declare("library_free", None, _p)
_library_overlay = _declare("library_overlay", None, _p, c_char_p, c_char_p, c_size_t)
_library_games = _declare("library_games", _p, _p)
_open = _declare("open", _p, _p, c_char_p, _why)
_rules_free = _declare("rules_free", None, _p)
_rules_name = _declare("rules_name", c_char_p, _p)
_rules_title = _declare("rules_title", c_char_p, _p)
_rules_fewest = _declare("rules_fewest", c_int, _p)
_rules_most = _declare("rules_most", c_int, _p)
_setup_data = _declare("setup_data", _p, _p, _p)
_symbols = _declare("symbols", _p, _p)
_check = _declare("check", _p, _p)
_test = _declare("test", _p, _p, c_uint64)
_simulate = _declare("simulate", _p, _p, POINTER(_Setup), POINTER(_Sim), POINTER(_Run), _p, _why)
_explore_usual = _declare("explore_usual", None, POINTER(_Explore))
_explore = _declare("explore", _p, _p, POINTER(_Setup), POINTER(_Explore), POINTER(_Run), _why)
_language_open = _declare("language_open", _p, _p, c_char_p, _why)
_language_free = _declare("language_free", None, _p)
_cards = _declare("cards", _p, _p, _p)
_texts = _declare("texts", _p, _p, _p, POINTER(c_char_p), POINTER(c_char_p), _why)
_book = _declare("book", _p, POINTER(_p), c_size_t, _p)
_agree = _declare("agree", _p, _p, _p, c_char_p, c_size_t, c_char_p, _why)
_game_new = _declare("game_new", _p, _p, POINTER(_Setup), _why)
_game_free = _declare("game_free", None, _p)
_step = _declare("step", c_int, _p)
_answers = _declare("answers", c_int, _p)
_seat = _declare("seat", c_int, _p, c_int)
_answer = _declare("answer", c_int, _p, c_int)
_roll = _declare("roll", c_int, _p)
_random = _declare("random", c_uint64, _p, c_uint64)
_players = _declare("players", c_int, _p)
_winners = _declare("winners", c_uint32, _p)
_prompt = _declare("prompt", c_char_p, _p, c_int)
_result = _declare("result", c_char_p, _p)
_error = _declare("error", c_char_p, _p)
_why_not = _declare("why_not", c_char_p, _p, c_int, c_char_p)
_table_text = _declare("table", c_char_p, _p, c_int)
_speak = _declare("speak", None, _p, _p)
_table = _declare("table_data", _p, _p, c_int)
_faces = _declare("faces", _p, _p, c_int)
_answers_data = _declare("answers_data", _p, _p, c_int)
_answer_of = _declare("answer_of", c_int, _p, c_int, c_int)
_bot = _declare("bot", c_int, _p, c_int, c_int)
_seat_bot = _declare("seat_bot", c_int, _p, c_int, c_char_p)
_bot_answer = _declare("bot_answer", c_int, _p)
_hash = _declare("hash", c_uint64, _p)
_store_open = _declare("store_open", _p, c_char_p, _why)
_store_close = _declare("store_close", None, _p)
_search = _declare("search", _p, _p, c_char_p, c_char_p, c_int, _why)
_store_games = _declare("store_games", _p, _p, c_char_p)
_record = _declare("record", c_int, _p, _p)
_game_id = _declare("game_id", c_int64, _p)
_replay = _declare("replay", _p, _p, c_int64, c_int64, _why, _why)
_resume = _declare("resume", _p, _p, c_int64, _why, _why)
_open_with = _declare("open_with", _p, _p, c_char_p, POINTER(c_char_p), _why)
_store_list = _declare("store_list", _p, _p, c_char_p, c_int, c_int64, _p)
_store_check = _declare("store_check", _p, _p, POINTER(_Run))
_query = _declare("query", _p, _p, c_char_p, c_int, c_int, c_int64, _why)
_import = _declare("import", _p, _p, c_char_p, c_size_t, _why)
_stored_open = _declare("stored_open", _p, _p, c_int64, _why)
_stored_close = _declare("stored_close", None, _p)
_stored_about = _declare("stored_about", _p, _p)
_stored_replay = _declare("stored_replay", _p, _p, c_int, POINTER(_Steps))
_stored_audit = _declare("stored_audit", _p, _p, c_int, c_int64, _why)
_stored_cause = _declare("stored_why", _p, _p, c_int, c_int64, c_char_p, _why)
_stored_export = _declare("stored_export", _p, _p, _why)
_LabRules = ctypes.CFUNCTYPE(c_void_p, c_void_p, c_char_p, POINTER(c_char_p))
_lab_new = _declare("lab_new", _p, c_char_p, _LabRules, _p, _why)
_lab_free = _declare("lab_free", None, _p)
_lab_add = _declare("lab_add", c_int, _p, c_char_p, _why)
_lab_part = _declare("lab_part", _p, _p)
_lab_missing = _declare("lab_missing", _p, _p)
_lab_cells = _declare("lab_cells", c_int, _p)
_lab_run = _declare("lab_run", c_long, _p, POINTER(_Work), POINTER(_Run), _why)
_lab_report = _declare("lab_report", _p, _p, c_int, _p, c_char_p, c_int, _why)
_lab_csv = _declare("lab_csv", _p, _p)
_lab_figures = _declare("lab_figures", _p, _p)
_solve = _declare("solve", _p, _p, POINTER(_Setup), c_long, _why)

version = _version().decode()


def _string(text):
    return None if text is None else str(text).encode()


def _take(pointer):
    """A string that the library hands over."""
    text = ctypes.cast(pointer, c_char_p).value.decode() if pointer else ""
    _free(pointer)
    return text


def _value(data):
    tag = _data_tag(data)
    if tag == 6:
        parts = (_data_at(data, i) for i in range(_data_count(data)))
        return {_data_key(part).decode(): _value(part) for part in parts}
    if tag == 5:
        return [_value(_data_at(data, i)) for i in range(_data_count(data))]
    if tag == 4:
        return _data_text(data).decode()
    if tag == 3:
        return _data_real(data)
    if tag == 2:
        return _data_number(data)
    return bool(_data_number(data)) if tag == 1 else None


def _plain(data):
    """Data of the library as lists and dicts."""
    try:
        return _value(data)
    finally:
        _data_free(data)


def _asked(data, why):
    """What was asked for, or why it cannot be had."""
    if not data:
        raise GameError(_take(why))
    return _plain(data)


def _setup(players, seed, options, names):
    texts = [f"{key}={value}".encode() for key, value in (options or {}).items()]
    settings = (c_char_p * (len(texts) + 1))(*texts, None)
    if names:
        players = players or len(names)
        if len(names) != players:
            raise GameError(f"{len(names)} names for {players} players")
        names = (c_char_p * len(names))(*map(_string, names))
    return _Setup(players or 0, seed, settings, names or None, None)


class Library:
    """Where rulesets are found: folders divided by ":", or where the program looks."""

    def __init__(self, folders=None):
        self._at = _library_new(_string(folders))

    def __del__(self):
        if getattr(self, "_at", None):
            _library_free(self._at)

    def games(self):
        return _plain(_library_games(self._at))

    def overlay(self, path, text):
        """Holds a file in memory, instead of what is on the disk; None: no more."""
        code = _string(text)
        _library_overlay(self._at, _string(path), code, len(code or b""))

    def open(self, name):
        messages = c_void_p()
        at = _open(self._at, _string(name), byref(messages))
        said = _plain(messages)
        if not at:
            raise RulesError(name, said)
        return Rules(at, said)

    def lab(self, plan):
        """Many games by a plan, a text as docs/lab.md has it."""
        return Lab(self, plan)


class Rules:
    """A compiled ruleset."""

    def __init__(self, at, messages=()):
        self._at, self.messages, self._languages = at, list(messages), {}
        self.name, self.title = _rules_name(at).decode(), _rules_title(at).decode()
        self.players = range(_rules_fewest(at), _rules_most(at) + 1)

    def __del__(self):
        for language in getattr(self, "_languages", {}).values():
            _language_free(language)
        if getattr(self, "_at", None):
            _rules_free(self._at)

    def _language(self, code):
        if not code or code == "en":
            return None
        if code not in self._languages:
            why = c_void_p()
            at = _language_open(self._at, _string(code), byref(why))
            if not at:
                raise GameError(_take(why))
            self._languages[code] = at
        return self._languages[code]

    def cards(self, language=None):
        return _plain(_cards(self._at, self._language(language)))

    def texts(self, *names, language=None):
        """What players read on things and verbs of these names, or on all."""
        why, wanted = c_void_p(), (c_char_p * (len(names) + 1))(*map(_string, names), None)
        data = _texts(self._at, self._language(language), None, wanted, byref(why))
        if not data:
            raise GameError(_take(why))
        return _plain(data)

    def book(self, language=None):
        """The rulebook, as a list of blocks."""
        parts = (c_void_p * 1)(self._at)
        return _plain(_book(parts, 1, self._language(language)))["blocks"]

    def agree(self, text=None, language=None):
        """Do texts (lines "ID [LANG]: TEXT"; None: those of the cards) say what the rules do?"""
        why, said = c_void_p(), None if text is None else text.encode()
        data = _agree(None, self._at, said, len(said or b""), _string(language), byref(why))
        if not data:
            raise GameError(_take(why))
        return _plain(data)

    def setup(self, language=None):
        """What a game can be begun with: players, options with their values."""
        return _plain(_setup_data(self._at, self._language(language)))

    def symbols(self):
        return _plain(_symbols(self._at))

    def check(self):
        return _plain(_check(self._at))

    def test(self, seed=1):
        return _plain(_test(self._at, seed))

    def simulate(self, games=1000, players=0, seed=1, options=None, think=0, bot=None,
                 first=0, jobs=1, language=None):
        """Plays many games with bots: "random", "look:30", "mcts:100"."""
        why = c_void_p()
        setup = _setup(players, seed, options, None)
        plan = _Sim(games, first, _string(bot or (f"look:{think}" if think else "random")))
        data = _simulate(self._at, byref(setup), byref(plan), byref(_Run(jobs)),
                         self._language(language), byref(why))
        if not data:
            raise GameError(_take(why))
        return _plain(data)

    def explore(self, players=0, seed=1, options=None, jobs=os.cpu_count() or 1, **limits):
        """Looks at the states behind the rules: what is wrong with them, what never
        happens.  Limits are those of regel_explore_plan: seconds, states, depth, walks …"""
        plan, why = _Explore(), c_void_p()
        _explore_usual(byref(plan))
        if limits and "seconds" not in limits:
            plan.seconds = 0
        known = {name for name, _ in _Explore._fields_}
        for name, value in limits.items():
            if name not in known:
                raise TypeError(f"explore has no limit called {name}")
            setattr(plan, name, _string(value) if isinstance(value, str) else value)
        setup = _setup(players, seed, options, None)
        data = _explore(self._at, byref(setup), byref(plan), byref(_Run(jobs)), byref(why))
        if not data:
            raise GameError(_take(why))
        return _plain(data)

    def solve(self, rounds=1000, players=0, options=None):
        """An equilibrium of a small game: values of seats, and what can be exploited."""
        why, setup = c_void_p(), _setup(players, 1, options, None)
        return _asked(_solve(self._at, byref(setup), rounds, byref(why)), why)

    def game(self, players=0, seed=1, options=None, names=None, language=None):
        why = c_void_p()
        setup = _setup(players, seed, options, names)
        at = _game_new(self._at, byref(setup), byref(why))
        if not at:
            raise GameError(_take(why))
        game = Game(at, self)
        _speak(at, self._language(language))
        return game


class Game:
    """One game; ask `step` what it waits for."""

    def __init__(self, at, rules, store=None):
        self._at, self.rules, self._store = at, rules, store

    def __del__(self):
        if getattr(self, "_at", None):
            _game_free(self._at)

    def step(self):
        status = _step(self._at)
        if status == ERROR:
            raise GameError(_error(self._at).decode())
        return status

    def prompt(self, viewer=SEES_ALL):
        return _prompt(self._at, viewer).decode()

    def answers(self, viewer=SEES_ALL):
        return _plain(_answers_data(self._at, viewer))

    def answer_of(self, viewer, place):
        """The number for `answer` of what `answers(viewer)` has at a place, -1: none."""
        return _answer_of(self._at, viewer, place)

    def answer(self, number):
        if _answer(self._at, number):
            raise GameError(f"there is no answer {number} to give now")

    def table(self, viewer=SEES_ALL):
        return _plain(_table(self._at, viewer))

    def faces(self, viewer=SEES_ALL):
        return _plain(_faces(self._at, viewer))

    def text(self, viewer=SEES_ALL):
        return _table_text(self._at, viewer).decode()

    def why_not(self, name, viewer=SEES_ALL):
        return _why_not(self._at, viewer, _string(name)).decode()

    def bot(self, seat, think=0):
        """think: games in the head for each answer, or a bot as plans of the lab name it
        ("mcts:50")."""
        failed = (_seat_bot(self._at, seat, _string(think)) if isinstance(think, str)
                  else _bot(self._at, seat, think))
        if failed:
            raise GameError(f"there is no seat {seat}, or no such bot: {think}")

    def hash(self):
        return _hash(self._at)

    def record(self, store):
        if _record(self._at, store._at):
            raise GameError("a game is stored from its beginning on")
        self._store = store

    @property
    def id(self):
        return _game_id(self._at)

    @property
    def players(self):
        return _players(self._at)

    @property
    def winners(self):
        mask = _winners(self._at)
        return [seat for seat in range(self.players) if mask >> seat & 1]

    @property
    def result(self):
        return _result(self._at).decode()

    def play(self, choose=None):
        """Plays to the end: choose(game) gives the number of an answer; without it bots
        answer for their seats and chance for the others.  Returns the winners."""
        while (status := self.step()) != DONE:
            if status == CHANCE:
                number = _roll(self._at)
            elif choose:
                number = choose(self)
            else:
                number = _bot_answer(self._at)
                if number < 0:
                    number = _random(self._at, _answers(self._at))
            self.answer(number)
        return self.winners


class Store:
    """A database of games, as the program uses it."""

    def __init__(self, path=None):
        why = c_void_p()
        self._open = _store_open(_string(path), byref(why))
        if not self._open:
            raise GameError(_take(why))

    @property
    def _at(self):
        if not self._open:
            raise GameError("the store is closed")
        return self._open

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        self.close()

    def close(self):
        if getattr(self, "_open", None):
            _store_close(self._open)
            self._open = None

    def games(self, ruleset=None):
        return _plain(_store_games(self._at, _string(ruleset)))

    def list(self, ruleset=None, open=False, most=0):
        """The same as the program lists them, with their results in words."""
        return _plain(_store_list(self._at, _string(ruleset), open, most, None))["games"]

    def read(self, game):
        """A stored game, to be looked at."""
        return Stored(self, game)

    def check(self, jobs=1):
        """Is all of it sound?  The file, every seal and chain, every game played again."""
        return _plain(_store_check(self._at, byref(_Run(jobs))))

    def query(self, sql, seconds=60, most=0):
        """SQL that only reads; games that are not over are left out."""
        why = c_void_p()
        return _asked(_query(self._at, _string(sql), 0, seconds, most, byref(why)), why)

    def add(self, text):
        """Verifies and stores what Stored.export gave."""
        why, code = c_void_p(), text.encode()
        return _asked(_import(self._at, code, len(code), byref(why)), why)

    def search(self, words=None, language=None, most=0):
        """Cards of all stored rulesets in which every word occurs."""
        why = c_void_p()
        data = _search(self._at, _string(words), _string(language), most, byref(why))
        if not data:
            raise GameError(_take(why))
        return _plain(data)["cards"]

    def _come_back(self, call, *arguments):
        rules, why = c_void_p(), c_void_p()
        at = call(self._at, *arguments, byref(rules), byref(why))
        if not at:
            raise GameError(_take(why))
        return Game(at, Rules(rules.value), self)

    def replay(self, game, steps=-1):
        """The game as it stood after so many steps; it can be played on, unstored."""
        return self._come_back(_replay, game, steps)

    def resume(self, game):
        """Goes on with the game; what is answered is stored."""
        return self._come_back(_resume, game)


class Stored:
    """A stored game by the rules that it carries, as it was and not to be changed."""

    def __init__(self, store, game):
        why = c_void_p()
        self._store, self._at = store, _stored_open(store._at, game, byref(why))
        if not self._at:
            raise GameError(_take(why))

    def __del__(self):
        if getattr(self, "_at", None) and self._store._open:
            _stored_close(self._at)

    def about(self):
        return _plain(_stored_about(self._at))

    def steps(self, viewer=SEES_ALL, until=-1, verbose=False, verify=False):
        """Step by step as a reader may know it, up to a step."""
        plan = _Steps(until, verbose, verify)
        return _plain(_stored_replay(self._at, viewer, byref(plan)))

    def verify(self):
        """Does it replay, state by state and seal by seal, as it was stored?"""
        return self.steps(verify=True)

    def audit(self, viewer=SEES_ALL, until=-1):
        """What happened, each event with its rule, place and cause."""
        why = c_void_p()
        return _asked(_stored_audit(self._at, viewer, until, byref(why)), why)

    def why(self, what, viewer=SEES_ALL, at=-1):
        """Why something has its value after a step."""
        why = c_void_p()
        return _asked(_stored_cause(self._at, viewer, at, _string(what), byref(why)), why)

    def export(self):
        """One text that can be sent: rules, setup, every answer, sealed."""
        why = c_void_p()
        text = _stored_export(self._at, byref(why))
        if not text:
            raise GameError(_take(why))
        return _take(text)


class Lab:
    """A plan, and what was counted of its games so far."""

    def __init__(self, library, plan):
        said, wrong = [], c_void_p()

        def open_rules(_, game, packs):
            messages = c_void_p()
            at = _open_with(library._at, game, packs, byref(messages))
            said.append(RulesError(game.decode(), _plain(messages)))
            return at

        self._at = _lab_new(_string(plan), _LabRules(open_rules), None, byref(wrong))
        if not self._at and wrong:
            problem = _plain(wrong)
            where = f"line {problem['line']}: " if problem["line"] else ""
            raise GameError(where + problem["text"])
        if not self._at:
            raise said[-1]

    def __del__(self):
        if getattr(self, "_at", None):
            _lab_free(self._at)

    @property
    def cells(self):
        return _lab_cells(self._at)

    def run(self, shard=0, shards=1, jobs=1):
        """Plays what is missing of a shard; returns how many games are left then."""
        why = c_void_p()
        left = _lab_run(self._at, byref(_Work(shard, shards)), byref(_Run(jobs)), byref(why))
        if left < 0:
            raise GameError(_take(why))
        return left

    def missing(self):
        return _plain(_lab_missing(self._at))

    def part(self):
        """Everything that was counted so far, to be added elsewhere."""
        return _take(_lab_part(self._at))

    def add(self, part):
        why = c_void_p()
        if _lab_add(self._at, _string(part), byref(why)):
            raise GameError(_take(why))

    def report(self, html=False):
        """What was found, as a page."""
        why = c_void_p()
        page = _lab_report(self._at, html, None, b"regel lab", 0, byref(why))
        if not page:
            raise GameError(_take(why))
        return _take(page)

    def csv(self):
        """Every figure as a row."""
        return _take(_lab_csv(self._at))

    def figures(self):
        """The plan, its cells, and every figure, as Python's own data."""
        return _plain(_lab_figures(self._at))
