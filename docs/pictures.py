#!/usr/bin/env python3
"""docs/pictures.py BUILD: the pictures of these pages, drawn anew (`make pictures`).

Every board and one card of every kind, the one with the most words, in four languages and
in pseudo; the sheet of cards and the boards of the README. Needs regel-print and
rsvg-convert (librsvg2-bin). Look at every picture before you keep it."""
import base64
import csv
import os
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from collections import Counter

GAMES = ["heimlich", "clash", "orange", "oranje", "cultists"]
BOARDS = [("heimlich", "--players", "5", "--answers", "60"),
          ("clash", "--answers", "40"),
          ("orange", "--players", "5", "--answers", "30"),
          ("oranje", "--players", "2", "--answers", "30"),
          ("cultists", "--players", "6", "--answers", "30"),
          ("oranje", "--players", "1", "--answers", "30"),
          ("connect4", "--answers", "15"),
          ("tictactoe", "--answers", "5")]
BOARD_WIDE, CARD_WIDE, CARDS_ACROSS = 440, 122, 10


def size(png):
    with open(png, "rb") as f:
        return struct.unpack(">II", f.read(24)[16:])


def pixels(png):
    """Rows of colours of a PNG with 8 bits for each of three or four parts of a dot."""
    with open(png, "rb") as f:
        data = f.read()
    wide, high, _, kind = struct.unpack(">IIBB", data[16:26])
    step, at, packed = {2: 3, 6: 4}[kind], 8, b""
    while at < len(data):
        n = struct.unpack(">I", data[at:at + 4])[0]
        packed += data[at + 8:at + 8 + n] if data[at + 4:at + 8] == b"IDAT" else b""
        at += 12 + n
    raw, above, rows = zlib.decompress(packed), bytearray(wide * step), []
    for y in range(high):
        from_ = y * (wide * step + 1)
        how, line = raw[from_], bytearray(raw[from_ + 1:from_ + 1 + wide * step])
        for i in range(len(line) if how else 0):
            a = line[i - step] if i >= step else 0
            b, c = above[i], above[i - step] if i >= step else 0
            if how == 4:
                p = a + b - c
                near = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            line[i] = (line[i] + (a if how == 1 else b if how == 2 else (a + b) // 2 if how == 3 else near)) & 255
        above = line
        rows.append([bytes(line[i:i + 3]) for i in range(0, len(line), step)])
    return rows


def alike(c):
    return c[0] >> 4, c[1] >> 4, c[2] >> 4


def shrink(png):
    """Keeps 256 colours: a third of the bytes. Of those that are nearly alike only the most frequent stays, so that a
    thin frame in a colour of its own keeps it."""
    rows, number, palette = pixels(png), {}, []
    for c, _ in Counter(c for row in rows for c in row).most_common():
        if alike(c) not in number and len(palette) < 256:
            number[alike(c)] = len(palette)
            palette.append(c)

    def nearest(c):
        if alike(c) not in number:
            number[alike(c)] = min(range(len(palette)),
                                   key=lambda i: sum((x - y) ** 2 for x, y in zip(c, palette[i])))
        return number[alike(c)]

    def part(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    dots = b"".join(b"\0" + bytes(map(nearest, row)) for row in rows)
    with open(png, "wb") as f:
        f.write(b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 3, 0, 0, 0))
                + part(b"PLTE", b"".join(palette)) + part(b"IDAT", zlib.compress(dots, 9)) + part(b"IEND", b""))


def tile(out, files, columns, wide):
    """Pictures beside each other, each so many dots wide."""
    rows, y, parts = [files[i:i + columns] for i in range(0, len(files), columns)], 4, []
    for row in rows:
        high = 0
        for i, name in enumerate(row):
            w, h = size(name)
            h = h * wide // w
            with open(name, "rb") as f:
                data = base64.b64encode(f.read()).decode()
            parts.append('<image x="%d" y="%d" width="%d" height="%d" href="data:image/png;base64,%s"/>'
                         % (4 + i * (wide + 4), y, wide, h, data))
            high = max(high, h)
        y += high + 4
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d"><rect width="100%%" height="100%%" ' \
          'fill="#888"/>%s</svg>' % (4 + columns * (wide + 4), y, "".join(parts))
    subprocess.run(["rsvg-convert", "--unlimited", "-o", out], input=svg.encode(), check=True)
    shrink(out)


def main(build):
    regel = os.path.abspath(os.path.join(build, "regel"))
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    with tempfile.TemporaryDirectory() as folder:
        def run(*words):
            subprocess.run([regel, *words], check=True, stdout=subprocess.DEVNULL, cwd=folder)

        # Pseudo is written beside the rules: into a copy of them.
        for part in ("scenarios", "cards", "po"):
            shutil.copytree(os.path.join(home, part), os.path.join(folder, part))
        os.environ["REGEL_PATH"] = folder
        os.environ["REGEL_LANG"] = "en"
        for game in sorted({game for game, *_ in BOARDS}):
            run("po", "pseudo", "scenarios/" + game)
        for lang in ("en", "nl", "fr", "de", "qps"):
            boards, cards = [], []
            for i, (game, *options) in enumerate(BOARDS):
                boards.append(os.path.join(folder, "%d.%s.png" % (i, lang)))
                run("board", game, *options, "--seed", "2", "--dpi", "100", "--lang", lang, "-o", boards[-1])
            for game in GAMES:
                faces = os.path.join(folder, "%s.%s" % (game, lang))
                run("print", game, "--sheet", "--lang", lang, "-o", faces + ".csv")
                with open(faces + ".csv", newline="", encoding="utf-8-sig") as f:
                    longest = {}
                    for row in csv.DictReader(f):
                        words = sum(len(v or "") for v in row.values())
                        if words > longest.get(row["kind"], (0, ""))[0]:
                            longest[row["kind"]] = (words, row["id"])
                run("print", game, *[id for _, id in longest.values()], "--png", "--dpi", "75", "--no-backs",
                    "--lang", lang, "-o", faces)
                cards += [os.path.join(faces, id + ".png") for _, id in longest.values()]
            tile(os.path.join(home, "docs/languages/boards.%s.png" % lang), boards, 3, BOARD_WIDE)
            tile(os.path.join(home, "docs/languages/cards.%s.png" % lang), cards, CARDS_ACROSS, CARD_WIDE)
        # The boards as docs/boards.md says.
        with open(os.path.join(home, "docs/boards.md"), encoding="utf-8") as page:
            for line in page:
                if line.startswith("$ regel board "):
                    *words, picture = shlex.split(line)[2:]
                    run(*words, os.path.join(home, "docs/boards", picture))
        run("print", "heimlich", "secret", "--no-backs", "--lang", "en", "-o", "sheet.pdf")
        subprocess.run(["pdftoppm", "-r", "50", "-png", "-singlefile", "sheet.pdf",
                        os.path.join(home, "docs/cards")], check=True, cwd=folder)
        shrink(os.path.join(home, "docs/cards.png"))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "build")
