// tests/page/load.mjs [GAMES [ANSWERS A SECOND [SECONDS]]]: many games at once.
//
// Each game has four seats with an open stream each; whoever is asked answers after a
// while, so many in a second in all. Then the server is killed, and every answer that it
// confirmed must be in the database.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [games = 1000, rate = 200, seconds = 30] = process.argv.slice(2).map(Number);
const program = process.env.PROGRAM;
const folder = mkdtempSync(join(tmpdir(), 'regel-load-'));
const db = join(folder, 'games.db');
const server = spawn(program, ['--port', '0', '--db', db, '--streams', '100000', '--games', '1000000'], { stdio: ['ignore', 'pipe', 'inherit'] });
for (const name of ['SIGTERM', 'SIGINT', 'exit']) process.on(name, () => { server.kill('SIGKILL'); rmSync(folder, { recursive: true, force: true }); if (name !== 'exit') process.exit(1); });
const url = await new Promise((done) => { server.stdout.once('data', (d) => done(String(d).trim())); });
const port = Number(new URL(url).port);
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });

function ask(method, path, body, cookie) {
  return new Promise((done, fail) => {
    const data = body ? JSON.stringify(body) : '';
    const q = http.request({ host: '127.0.0.1', port, method, path, agent, headers: { Host: `localhost:${port}`, 'X-Regel': '1', 'Content-Length': Buffer.byteLength(data), ...(cookie ? { Cookie: cookie } : {}) } }, (r) => {
      let text = '';
      r.setEncoding('utf8');
      r.on('data', (d) => { text += d; });
      r.on('end', () => done({ status: r.statusCode, headers: r.headers, text }));
    });
    q.on('error', fail);
    q.end(data);
  });
}

const asked = new Map(); // seats that can answer: key to seat
const busy = new Set(); // games in which somebody has answered and nobody heard of it yet
const streams = [];
let events = 0, bytes = 0;

function listen(seat) {
  return new Promise((done, fail) => {
    const q = http.get({ host: '127.0.0.1', port, path: `/api/stream?g=${seat.game}&seat=${seat.seat}&lang=${seat.lang}`, agent: false, headers: { Host: `localhost:${port}`, Cookie: seat.cookie } }, (r) => {
      let rest = '';
      r.setEncoding('utf8');
      r.on('data', (d) => {
        bytes += d.length;
        rest += d;
        for (let end; (end = rest.indexOf('\n\n')) >= 0; rest = rest.slice(end + 2)) {
          const line = rest.slice(0, end);
          if (!line.includes('event: state')) continue;
          events += 1;
          busy.delete(seat.game);
          const m = /"ask":(null|\{"id":"([^"]*)")/.exec(line);
          if (m) {
            if (m[2]) { seat.ask = m[2]; seat.answers = (line.match(/"n":\d+/g) || []).length; asked.set(seat.key, seat); } else asked.delete(seat.key);
            done();
          }
        }
      });
      r.on('error', () => {});
    });
    q.on('error', fail);
    streams.push(q);
  });
}

const langs = ['en', 'nl', 'fr', 'de'];
const begun = Date.now();
async function some(from, step) {
  for (let i = from; i < games; i += step) {
    const made = JSON.parse((await ask('POST', '/api/new', { name: 'heimlich', lang: 'en', seats: langs.map((lang, k) => ({ name: `P${k}`, lang })) })).text);
    for (const [k, s] of made.seats.entries()) {
      const sat = await ask('POST', '/api/join', { token: s.token });
      await listen({ game: made.game, seat: k, lang: langs[k], key: `${made.game}.${k}`, cookie: sat.headers['set-cookie'][0].split(';')[0] });
    }
  }
}
await Promise.all(Array.from({ length: 16 }, (_, i) => some(i, 16)));
console.log(`${games} games, ${streams.length} streams in ${((Date.now() - begun) / 1000).toFixed(1)} s`);

const times = [];
let confirmed = 0, refused = 0, flying = 0, idle = 0;
const first = events;
async function one() {
  const all = [...asked.values()].filter((s) => !busy.has(s.game));
  const seat = all[Math.floor(Math.random() * all.length)];
  if (!seat) { idle += 1; return; }
  asked.delete(seat.key);
  busy.add(seat.game); // one who is asked beside others may have lost the question already
  flying += 1;
  const start = performance.now();
  const r = await ask('POST', '/api/answer', { game: seat.game, seat: seat.seat, lang: seat.lang, ask: seat.ask, n: Math.floor(Math.random() * seat.answers) }, seat.cookie).catch(() => null);
  flying -= 1;
  if (r?.status === 200) { confirmed += 1; times.push(performance.now() - start); } else refused += 1;
}
/* Seconds that the server has worked: on a busy machine times of waiting say little. */
const worked = () => readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13).reduce((a, b) => a + Number(b), 0) / 100;
const before = worked();
const start = performance.now();
for (let n = 0; performance.now() - start < seconds * 1000;) {
  for (; n < (performance.now() - start) / 1000 * rate; n++) void one();
  await wait(4);
}
const memory = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024;
const took = (performance.now() - start) / 1000, work = worked() - before;
server.kill('SIGKILL');
await wait(500);
times.sort((a, b) => a - b);
const at = (q) => times.length ? times[Math.min(times.length - 1, Math.floor(times.length * q))].toFixed(1) : '-';
console.log(`${confirmed} answers in ${took.toFixed(1)} s (${(confirmed / took).toFixed(0)} a second), ${refused} refused, ${idle} times nobody was asked, ${flying} on their way when it was killed`);
console.log(`median ${at(0.5)} ms, 99th percentile ${at(0.99)} ms, longest ${at(1)} ms; ${events - first} events, ${(bytes / 1e6).toFixed(0)} MB sent, ${memory.toFixed(0)} MB of memory, ${(work / Math.max(1, confirmed) * 1000).toFixed(1)} ms of work an answer`);
const stored = Number(execFileSync(join(program, '..', 'regel'), ['db', 'query', '--db', db, '--all', 'SELECT count(*) FROM steps WHERE seat > 0'], { encoding: 'utf8' }).match(/\d+/g).at(-1));
console.log(`${stored} answers in the database`);
const lost = Math.max(0, confirmed - stored);
console.log(lost ? `${lost} confirmed answers are LOST` : 'every confirmed answer is there');
process.exit(lost || !confirmed ? 1 : 0);
