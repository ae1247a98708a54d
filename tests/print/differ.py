"""differ.py A.png B.png: how much two pictures differ: the mean over all colours of all points,
in thousandths.  For what cairo writes: 8 bits, RGB or RGBA, not interlaced."""
import struct
import sys
import zlib


def pixels(path):
    data = open(path, "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    at, idat = 8, b""
    while at < len(data):
        n, tag = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + n]
        if tag == b"IHDR":
            w, h, depth, kind, _, _, interlace = struct.unpack(">IIBBBBB", body)
            assert depth == 8 and kind in (2, 6) and not interlace, path
        elif tag == b"IDAT":
            idat += body
        at += 12 + n
    raw, step, rows = zlib.decompress(idat), 3 if kind == 2 else 4, []
    before = bytearray(w * step)
    for y in range(h):
        start = y * (w * step + 1)
        sort, line = raw[start], bytearray(raw[start + 1:start + 1 + w * step])
        for i in range(w * step):
            a = line[i - step] if i >= step else 0
            b, c = before[i], before[i - step] if i >= step else 0
            if sort == 4:
                p = a + b - c
                near = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            else:
                near = (0, a, b, (a + b) // 2)[sort]
            line[i] = (line[i] + near) & 255
        rows.append(bytes(v for i, v in enumerate(line) if step == 3 or i % 4 != 3))
        before = line
    return w, h, b"".join(rows)


one, two = pixels(sys.argv[1]), pixels(sys.argv[2])
if one[:2] != two[:2]:
    print(1000)
else:
    print(round(1000 * sum(abs(x - y) for x, y in zip(one[2], two[2])) / 255 / len(one[2])))
