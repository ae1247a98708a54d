// What is known about rules and cards beside what they say: whether their tests pass, what
// was found about them, how often they come up in games, and in which stored ones.
import { h, get } from '/dom.js';
import { w } from '/words.js';
import '/work_words.js';
import { Shop } from '/shop.js';

const kept = new Map();

/** Looks a ruleset up once, for the rulebook and for its cards; null: it does not compile. */
export async function known(name) {
  if (!kept.has(name)) kept.set(name, look(name));
  const data = await kept.get(name);
  if (!data) kept.delete(name);
  return data;
}

async function look(name) {
  const [data, ran] = await Promise.all([new Shop(name).work('book', { files: {} }), get('ran', { name }).catch(() => ({ games: [] }))]);
  if (!data?.rows) return null;
  const found = new Map(), lines = new Map(), games = new Map();
  for (const m of data.messages.filter((x) => x.severity !== 'note' && x.place)) {
    const key = `${m.place.file}:${m.place.line}`;
    found.set(key, [...(found.get(key) || []), m]);
  }
  for (const l of data.cover?.lines || []) lines.set(`${l.file}:${l.line}`, l.games);
  const tested = new Map((data.tested?.lines || []).map((l) => [`${l.file}:${l.line}`, l.tests]));
  for (const g of ran.games) for (const id of g.rules) games.set(id, [...(games.get(id) || []), g.game]);
  const begins = (data.symbols || []).map((s) => s.place).filter(Boolean);
  return { ...data, begins, found, games, shares: new Map((data.cover?.rules || []).map((r) => [r.rule, r.games])), lines, played: data.cover?.games || 0,
    testedLines: tested, testedRules: new Map((data.tested?.rules || []).map((r) => [r.rule, r.tests])) };
}

/** Of lines [from, to) of a file: in how many games at random (or tests) one of them ran; null: none can. */
export function ranIn(data, file, from, to, lines = data.lines) {
  let most = null;
  for (let i = from; i < to; i++) {
    const n = lines.get(`${file}:${i}`);
    if (n !== undefined && (most === null || n > most)) most = n;
  }
  return most;
}

/** How often something came up: a bar, and in words. */
export function share(data, n) {
  if (n === null || n === undefined || !data.played) return null;
  const percent = Math.round(100 * n / data.played);
  const bar = h('span.share', { data: { never: n ? '' : 'true' } }, h('span', n ? w('cameUp').replace('{n}', String(percent)).replace('{games}', String(data.played)) : w('neverUp').replace('{games}', String(data.played))));
  bar.style.setProperty('--share', `${percent}%`);
  return bar;
}

/** How many tests run it, whether they cite it or not. */
export function testing(n) {
  if (n === null || n === undefined) return null;
  return h('span.tests', { data: { never: n ? '' : 'true' } }, n ? w(n === 1 ? 'ranInTest' : 'ranInTests').replace('{n}', String(n)) : w('noTestRuns'));
}

export const links = (data, id) => (data.games.get(id) || []).slice(0, 12).map((g) => h('a', { href: `#/replay/${g}/all` }, `№ ${g}`));
