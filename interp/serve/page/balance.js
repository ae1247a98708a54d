// Many games by bots, before a change and now: who wins, how it ends, how long it takes.
import { h, show } from '/dom.js';
import { unnamed, w } from '/words.js';

const percent = (k, n) => (n ? `${Math.round((1000 * k) / n) / 10} %` : '–');

/** The 95 % interval around a share (Wilson's, which is never empty). */
function about(k, n) {
  if (!n) return '';
  const z = 1.96, p = k / n, middle = (p + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n);
  return `${Math.round(100 * Math.max(0, middle - half))}–${Math.round(100 * Math.min(1, middle + half))}`;
}

function rows(r) {
  const { wins, nobody, reasons } = r.outcomes;
  const out = wins.map((k, i) => [`${unnamed(i)} ${w('wins')}`, k]);
  out.push([w('nobodyWins'), nobody], [w('unfinished'), r.unfinished], [w('ruleErrors'), r.errors]);
  for (const l of reasons) out.push([l.reason, l.games]);
  return new Map(out);
}

/** A panel; `shop` has the rules as they are being written. */
export function balance(shop) {
  const players = h('input', { type: 'number', min: 1, max: 32, id: 'balance-players', placeholder: '…' });
  const games = h('input', { type: 'number', min: 10, max: 20000, id: 'balance-games', value: 200 });
  const out = h('div', { 'aria-live': 'polite' });

  async function run() {
    /* What is on the disk is before; if nothing was written since, there is no before. */
    const changed = Object.keys(shop.drafts()).length > 0;
    show(out, h('p.quiet', w('working')));
    const r = await shop.work('simulate', { setup: { players: Number(players.value) || 0, seed: 1 }, games: Number(games.value) || 200, ...(changed ? { was: {} } : {}) });
    if (!r) { show(out); return; }
    if (!r.now) { show(out, h('p.error', r.why || w('broken'))); return; }
    const now = rows(r.now), before = r.before && rows(r.before);
    const cell = (of, key, all) => [percent(of.get(key) || 0, all), h('small.quiet', ` ${about(of.get(key) || 0, all)}`)];
    show(out, h('table', h('thead', h('tr', h('th', h('span.hidden', w('name'))), before && h('th', { scope: 'col' }, w('before')), h('th', { scope: 'col' }, w('after')))),
      h('tbody', [...now.keys()].map((key) => h('tr', h('th', { scope: 'row' }, key), before && h('td', cell(before, key, r.before.games)), h('td', cell(now, key, r.now.games)))),
        h('tr', h('th', { scope: 'row' }, w('length')), before && h('td', String(Math.round(r.before.decisions / r.before.games))), h('td', String(Math.round(r.now.decisions / r.now.games)))))),
    h('p.quiet', `${r.now.games} ${w('games')}`));
  }

  return h('div.balance', h('form.trial-form', { onsubmit: (e) => { e.preventDefault(); run(); } },
    h('p.field', h('label', { for: 'balance-players' }, w('players')), players),
    h('p.field', h('label', { for: 'balance-games' }, w('games')), games),
    h('button.main', w('simulate'))), out);
}
